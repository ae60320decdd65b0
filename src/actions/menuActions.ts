import type { ParseKeys } from 'i18next';
import { enterOn, type Editor, type Vector } from '../engine';
import { bindAction, type Action, type BoundAction } from './Action';
import { ACCOUNT_ACTIONS, type AccountAction, type AccountTarget } from './accountActions';
import { ARRANGE_ACTIONS, TIDY_ACTION, type TidyTarget } from './arrangeActions';
import { CANVAS_ACTIONS, WIRING_ACTIONS, GO_TO_BOOKMARK_ACTIONS, KEEP_BOOKMARK_ACTIONS } from './canvasActions';
import { CLIPBOARD_ACTIONS, type ClipboardTarget } from './clipboardActions';
import { ADD_NOTE, COLOUR_ACTIONS, FRAME_ACTIONS } from './frameActions';
import { buttonOf, NODE_ACTIONS, type NodeTarget, type NodeAction } from './nodeActions';
import { LIBRARY_ACTION, PANEL_ACTIONS } from './panelActions';
import { PICTURE_ACTIONS, type PictureAction, type PictureTarget } from './pictureActions';
import { RENAME_PROJECT } from './projectActions';
import { RUN_ACTIONS, type RunAction, type RunTarget } from './runActions';
import { LANGUAGE_ACTIONS, THEME_ACTIONS, type SettingsTarget } from './settingsActions';
import { SHEET_ACTIONS, type SheetAction, type SheetTarget } from './sheetActions';
import { STOP_ACTIONS, type RunningTarget, type StopSelectedTarget } from './stopActions';
import { TAKE_ACTIONS, type TakeAction, type TakesTarget } from './takeActions';
import { WORKSPACE_ACTIONS, type Dialogs, type WorkspaceAction } from './workspaceActions';
import { WRITING_ACTIONS, writingActionsFor, type WritingTarget } from './writingActions';

/** All targets that actions of the open project may need. */
export interface ActionTargets {
  readonly editor: Editor;
  readonly clipboard: ClipboardTarget;
  readonly dialogs: Dialogs;
  readonly account: AccountTarget;
  readonly settings: SettingsTarget;
  readonly runs: RunTarget;
  readonly running: RunningTarget;
  readonly panel: Parameters<(typeof PANEL_ACTIONS)[number]['run']>[0];
  readonly library: Parameters<typeof LIBRARY_ACTION.run>[0];
  readonly project: Parameters<typeof RENAME_PROJECT.run>[0];
  readonly stop: StopSelectedTarget['stop'];
  readonly exports: Parameters<typeof STOP_ACTIONS.export.run>[0];
  readonly tidyUp: TidyTarget['tidyUp'] & Parameters<typeof STOP_ACTIONS.tidying.run>[0];
  /** World point where the pane's menu was opened. */
  readonly at?: Vector;
  readonly takes: TakesTarget;
  /** That of the node that is selected alone. */
  readonly picture: PictureTarget;
  /** Null for a node that is gone. */
  readonly nodeOf: (nodeId: string) => NodeTarget | null;
  /** Null for every node but sheets that an image node leads to. */
  readonly sheetOf: (nodeId: string) => SheetTarget | null;
  readonly writing: WritingTarget;
}

/** The node that is selected alone; null for none or several. */
function soleTarget({ editor, nodeOf }: ActionTargets): NodeTarget | null {
  const { nodes, edges } = editor.selection;
  const [nodeId] = nodes;
  return nodes.size === 1 && edges.size === 0 && nodeId !== undefined ? nodeOf(nodeId) : null;
}

type Groups = readonly (readonly BoundAction[])[];

const isOnCard = (action: NodeAction, target: NodeTarget): boolean =>
  action.isOffered(target.work, target.takes, target.cells) && buttonOf(action, target) !== null;

/** Whether Enter presses this button wherever the focus is: on a card that can run, Enter at the card itself runs it. */
function isEntered({ part }: NodeAction, { kinds, node }: NodeTarget): boolean {
  const { run } = kinds.layoutOf(node).actions;
  return part === enterOn(kinds, node) && (part === 'run' || run === undefined);
}

/** The actions of the buttons that a card has now. The one that Enter presses has that key. */
function cardActions(target: NodeTarget): readonly BoundAction[] {
  const { open } = CANVAS_ACTIONS;
  return Object.values(NODE_ACTIONS)
    .filter((action) => isOnCard(action, target))
    .map((action) => ({
      ...bindAction(action, target),
      ...(isEntered(action, target) && { chords: open.chords }),
    }));
}

const OPEN_WORDS = {
  edit: 'action.edit',
  enlarge: NODE_ACTIONS.enlarge.words,
  upload: NODE_ACTIONS.upload.words,
  run: NODE_ACTIONS.run.words,
  convert: NODE_ACTIONS.convert.words,
} as const satisfies Readonly<Record<string, ParseKeys>>;

/** Opens the selection, in the words of what that does to this node; none where it has nothing to open, or a button for it. */
function openActions(editor: Editor, target: NodeTarget | null): readonly BoundAction[] {
  const open = bindAction(CANVAS_ACTIONS.open, editor);
  if (!target) return [open];
  const entered = enterOn(target.kinds, target.node);
  if (entered === null) return [];
  const hasButton = Object.values(NODE_ACTIONS).some((action) => action.part === entered && isOnCard(action, target));
  return hasButton ? [] : [{ ...open, words: OPEN_WORDS[entered] }];
}

/** The actions of the selected sheet; none when no sheet is selected. */
function sheetActions({ sheetOf }: ActionTargets, node: NodeTarget | null): readonly BoundAction[] {
  const sheet = node && sheetOf(node.node.id);
  if (!sheet) return [];
  return Object.values<SheetAction>(SHEET_ACTIONS).map((action) => bindAction(action, sheet));
}

const pictureActions = ({ picture }: ActionTargets): readonly BoundAction[] =>
  Object.values<PictureAction>(PICTURE_ACTIONS).map((action) => bindAction(action, picture));

/** The subject of a menu; 'arrange' lists what moves the selected nodes relative to one another. */
export type MenuSubject = 'selection' | 'pane' | 'arrange';

/** The context menu's entries in groups. An entry that cannot run now says why. */
export function menuActions(targets: ActionTargets, of: MenuSubject): Groups {
  const { editor, clipboard, dialogs, runs, takes } = targets;
  const { copy, cut, duplicate, paste, pasteJoined } = CLIPBOARD_ACTIONS;
  const { fitSelection, deselect, remove, undo, redo, selectAll, fit, zoomReset } = CANVAS_ACTIONS;
  const canvas = (...actions: readonly Action<Editor>[]): BoundAction[] =>
    actions.map((action) => bindAction(action, editor));
  const moved = (...actions: readonly Action<ClipboardTarget>[]): BoundAction[] =>
    actions.map((action) => bindAction(action, clipboard));
  const run = (...actions: readonly Action<RunTarget>[]): BoundAction[] =>
    actions.map((action) => bindAction(action, runs));
  if (of === 'arrange') {
    const { alignLeft, alignCentre, alignRight, alignTop, alignMiddle, alignBottom } = ARRANGE_ACTIONS;
    const { distributeAcross, distributeDown, straighten } = ARRANGE_ACTIONS;
    return [
      canvas(alignLeft, alignCentre, alignRight),
      canvas(alignTop, alignMiddle, alignBottom),
      canvas(distributeAcross, distributeDown),
      [...canvas(straighten), bindAction(TIDY_ACTION, targets)],
    ];
  }
  if (of === 'pane') {
    return [
      [
        bindAction(WORKSPACE_ACTIONS.commandBar, dialogs),
        bindAction(WORKSPACE_ACTIONS.find, dialogs),
        bindAction(WORKSPACE_ACTIONS.outline, dialogs),
      ],
      [bindAction(WORKSPACE_ACTIONS.add, dialogs), bindAction(ADD_NOTE, targets)],
      moved(paste, pasteJoined),
      canvas(undo, redo),
      run(RUN_ACTIONS.all, RUN_ACTIONS.failed),
      [TAKE_ACTIONS.judge, TAKE_ACTIONS.lookFor].map((action) => bindAction(action, takes)),
      [...canvas(selectAll), bindAction(TIDY_ACTION, targets), ...canvas(fit, zoomReset)],
      [bindAction(WORKSPACE_ACTIONS.shortcuts, dialogs)],
    ];
  }
  if (editor.selection.nodes.size === 0) return [canvas(WIRING_ACTIONS.reroute), canvas(fitSelection), canvas(remove)];
  const target = soleTarget(targets);
  return [
    target ? cardActions(target) : run(RUN_ACTIONS.selection),
    sheetActions(targets, target),
    run(RUN_ACTIONS.upTo, RUN_ACTIONS.from),
    [bindAction(TAKE_ACTIONS.judge, takes), ...(target ? pictureActions(targets) : [])],
    writingActionsFor(targets.writing).map((action) => bindAction(action, targets.writing)),
    canvas(...Object.values(WIRING_ACTIONS).filter(({ id }) => id !== WIRING_ACTIONS.reroute.id)),
    moved(copy, cut, duplicate),
    canvas(FRAME_ACTIONS.frame),
    editor.frames.selectedFrames.length > 0 ? canvas(FRAME_ACTIONS.fold, ...COLOUR_ACTIONS) : [],
    editor.selection.nodes.size > 1 ? [bindAction(WORKSPACE_ACTIONS.arrange, dialogs)] : [],
    target ? [...openActions(editor, target), ...canvas(fitSelection)] : canvas(fitSelection, deselect),
    canvas(remove),
  ].filter((group) => group.length > 0);
}

/**
 * The actions whose keys the page hears while a project is open, besides those of the dialogs. The canvas hears its own,
 * the browser those of its clipboard, and a list those of its lines.
 */
export const keyActions = (targets: ActionTargets): readonly BoundAction[] => [
  bindAction(TIDY_ACTION, targets),
  bindAction(CLIPBOARD_ACTIONS.duplicate, targets.clipboard),
  ...Object.values<RunAction>(RUN_ACTIONS).map((action) => bindAction(action, targets.runs)),
  ...Object.values<TakeAction>(TAKE_ACTIONS).map((action) => bindAction(action, targets.takes)),
  ...pictureActions(targets),
];

/** Every action that can run now or later, for a list that is searched; includes those of the sole selected node. */
export function allActions(targets: ActionTargets): readonly BoundAction[] {
  const { editor, clipboard, dialogs, runs, takes } = targets;
  const target = soleTarget(targets);
  const bookmarkActions = (actions: readonly Action<Editor>[]): BoundAction[] =>
    actions.map((action) => bindAction(action, editor));
  return [
    ...(target ? cardActions(target) : []),
    ...sheetActions(targets, target),
    ...openActions(editor, target),
    ...Object.values(CANVAS_ACTIONS)
      .filter(({ id }) => id !== CANVAS_ACTIONS.open.id)
      .map((action) => bindAction(action, editor)),
    ...Object.values(WIRING_ACTIONS).map((action) => bindAction(action, editor)),
    ...[...Object.values(FRAME_ACTIONS), ...COLOUR_ACTIONS].map((action) => bindAction(action, editor)),
    bindAction(ADD_NOTE, targets),
    ...Object.values(ARRANGE_ACTIONS).map((action) => bindAction(action, editor)),
    bindAction(TIDY_ACTION, targets),
    ...Object.values(CLIPBOARD_ACTIONS).map((action) => bindAction(action, clipboard)),
    ...Object.values(RUN_ACTIONS).map((action) => bindAction(action, runs)),
    bindAction(STOP_ACTIONS.runs, targets.running),
    bindAction(STOP_ACTIONS.selectedRuns, { flow: runs.flow, stop: targets.stop }),
    bindAction(STOP_ACTIONS.summary, targets.running),
    bindAction(STOP_ACTIONS.tidying, targets.tidyUp),
    bindAction(STOP_ACTIONS.export, targets.exports),
    ...Object.values<TakeAction>(TAKE_ACTIONS).map((action) => bindAction(action, takes)),
    ...pictureActions(targets),
    ...Object.values(WRITING_ACTIONS).map((action) => bindAction(action, targets.writing)),
    ...PANEL_ACTIONS.map((action) => bindAction(action, targets.panel)),
    bindAction(LIBRARY_ACTION, targets.library),
    bindAction(RENAME_PROJECT, targets.project),
    // The list is the command bar itself.
    ...Object.values<WorkspaceAction>(WORKSPACE_ACTIONS)
      .filter(({ id }) => id !== WORKSPACE_ACTIONS.commandBar.id)
      .map((action) => bindAction(action, dialogs)),
    ...Object.values({ ...LANGUAGE_ACTIONS, ...THEME_ACTIONS }).map((action) => bindAction(action, targets.settings)),
    ...Object.values<AccountAction>(ACCOUNT_ACTIONS).map((action) => bindAction(action, targets.account)),
    ...bookmarkActions(GO_TO_BOOKMARK_ACTIONS.filter(({ whyNot }) => whyNot(editor) === null)),
    ...bookmarkActions(KEEP_BOOKMARK_ACTIONS),
  ];
}
