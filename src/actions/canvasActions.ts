import type { ParseKeys } from 'i18next';
import {
  ZOOM_MAX,
  ZOOM_MIN,
  SHORTCUTS,
  type Editor,
  type Shortcut,
  type StepName,
  enterOn,
  isInMode,
  type NodeMode,
  BOOKMARK_NUMBERS,
} from '../engine';
import type { Action, ActionDetail } from './Action';

export type CanvasAction = Action<Editor>;

const ready = (): null => null;
const needsSelection = ({ selection: { nodes, edges } }: Editor): ParseKeys | null =>
  nodes.size + edges.size > 0 ? null : 'action.nothingSelected';
const needsOpening = (editor: Editor): ParseKeys | null => {
  const [nodeId] = editor.selection.nodes;
  const node = nodeId === undefined ? undefined : editor.document.node(nodeId);
  if (node && enterOn(editor.document.kinds, node) !== null) return null;
  return needsSelection(editor) ?? 'action.nothingToOpen';
};
const needsNodes = ({ document }: Editor): ParseKeys | null =>
  document.nodeIds.size > 0 ? null : 'action.emptyCanvas';

const stepDetail = (step: StepName | null): ActionDetail | null =>
  step && { words: `step.${step.kind}`, count: step.count };

/** An action that the engine runs and has the keys of; the words, and when it is off, are given here. */
export function canvasAction(
  name: keyof typeof SHORTCUTS,
  words: ParseKeys,
  whyNot: CanvasAction['whyNot'],
): CanvasAction {
  const { chords, run }: Shortcut = SHORTCUTS[name];
  return {
    id: `canvas.${name}`,
    words,
    chords,
    whyNot,
    run: (editor) => {
      if (whyNot(editor) === null) run(editor);
    },
  };
}

/** Actions on the canvas as a whole, or on its selection. */
export const CANVAS_ACTIONS = {
  undo: {
    ...canvasAction('undo', 'toolbar.undo', ({ canUndo }) => (canUndo ? null : 'toolbar.nothingToUndo')),
    detail: ({ steps }) => stepDetail(steps.undoStep),
  },
  redo: {
    ...canvasAction('redo', 'toolbar.redo', ({ canRedo }) => (canRedo ? null : 'toolbar.nothingToRedo')),
    detail: ({ steps }) => stepDetail(steps.redoStep),
  },
  selectAll: canvasAction('selectAll', 'action.selectAll', needsNodes),
  open: canvasAction('open', 'action.open', needsOpening),
  remove: canvasAction('remove', 'canvas.deleteSelection', needsSelection),
  deselect: {
    id: 'canvas.deselect',
    words: 'canvas.clearSelection',
    // The canvas itself takes this key: it cancels a gesture first.
    chords: [{ key: 'Escape' }],
    whyNot: needsSelection,
    run: (editor) => editor.select({}),
  },
  zoomIn: canvasAction('zoomIn', 'canvas.zoomIn', ({ view }) =>
    view.viewport.zoom < ZOOM_MAX ? null : 'action.nearest',
  ),
  zoomOut: canvasAction('zoomOut', 'canvas.zoomOut', ({ view }) =>
    view.viewport.zoom > ZOOM_MIN ? null : 'action.farthest',
  ),
  zoomReset: canvasAction('zoomReset', 'action.zoomReset', ready),
  fit: canvasAction('fit', 'canvas.fit', needsNodes),
  fitSelection: canvasAction('fitSelection', 'canvas.fitSelection', needsSelection),
} as const satisfies Readonly<Record<string, CanvasAction>>;

const needsNode = ({ selection }: Editor): ParseKeys | null =>
  selection.nodes.size > 0 ? null : 'action.nothingSelected';

/** Puts the selected nodes into a mode, or takes them out of it; `none`: why, where no selected node can be in it. */
const modeAction = (mode: NodeMode, none: ParseKeys): CanvasAction => ({
  ...canvasAction(mode, `mode.${mode}`, (editor) => {
    const {
      document,
      selection: { nodes },
    } = editor;
    const isNone = isInMode(document, nodes, mode) === null;
    return nodes.size > 0 && isNone ? none : needsNode(editor);
  }),
  isOn: ({ document, selection }) => isInMode(document, selection.nodes, mode) === true,
});

/** The actions that change how words and pictures pass through the selected nodes. */
export const WIRING_ACTIONS = {
  mute: modeAction('mute', 'mode.noneMutes'),
  bypass: modeAction('bypass', 'mode.noneBypasses'),
  freeze: modeAction('freeze', 'mode.noneFreezes'),
  feeders: canvasAction('feeders', 'wired.feeders', needsNode),
  reroute: canvasAction('reroute', 'wired.reroute', ({ selection: { nodes, edges } }) =>
    nodes.size === 0 && edges.size === 1 ? null : 'wired.needsEdge',
  ),
  fed: canvasAction('fed', 'wired.fed', needsNode),
} as const satisfies Readonly<Record<string, CanvasAction>>;

/** Keeps where one looks under a number, from 1 to 9. */
export const KEEP_BOOKMARK_ACTIONS: readonly Action<Editor>[] = BOOKMARK_NUMBERS.map((number) => ({
  id: `bookmark.keep${number}`,
  words: 'bookmarks.keep',
  chords: [{ key: String(number), primary: true, alt: true }],
  detail: () => ({ words: 'bookmarks.keepAs', count: number }),
  whyNot: () => null,
  run: ({ bookmarks }) => bookmarks.keep(number),
}));

/** Goes to what was kept under a number. */
export const GO_TO_BOOKMARK_ACTIONS: readonly Action<Editor>[] = BOOKMARK_NUMBERS.map((number) => ({
  id: `bookmark.goTo${number}`,
  words: 'bookmarks.goTo',
  chords: [{ key: String(number), alt: true }],
  detail: () => ({ words: 'bookmarks.goToNumber', count: number }),
  whyNot: ({ bookmarks }) => (bookmarks.of(number) ? null : 'bookmarks.missing'),
  run: ({ bookmarks }) => bookmarks.goTo(number),
}));
