import type { Vector } from '../engine';
import type { Action } from './Action';

/** The dialogs over the canvas and its folds, as they are reached from anywhere. */
export interface Dialogs {
  readonly openCommandBar: () => void;
  /** Opens the list of what can be added: about a world point, else in the middle of the view. */
  readonly openAdding: (at?: Vector) => void;
  readonly openHistory: () => void;
  readonly openShortcuts: () => void;
  /** Shows the search beside the canvas and moves the focus into it. */
  readonly openFind: () => void;
  /** Opens the menu that arranges the selected nodes. */
  readonly openArrange: () => void;
  /** Shows the flow as a list, with the focus in it, or hides the list. */
  readonly toggleOutline: () => void;
  readonly toggleMinimap: () => void;
  /** Folds the toolbar to undo and redo, or shows all tools. */
  readonly toggleToolbar: () => void;
}

export type WorkspaceAction = Action<Dialogs>;

const ready = (): null => null;

export const WORKSPACE_ACTIONS = {
  commandBar: {
    id: 'workspace.commandBar',
    words: 'commandBar.open',
    chords: [{ key: 'k', primary: true }],
    isFromText: true,
    whyNot: ready,
    run: ({ openCommandBar }) => openCommandBar(),
  },
  add: {
    id: 'workspace.add',
    words: 'commandBar.addOpen',
    chords: [],
    whyNot: ready,
    run: ({ openAdding }) => openAdding(),
  },
  history: {
    id: 'workspace.history',
    words: 'history.title',
    chords: [],
    whyNot: ready,
    run: ({ openHistory }: Pick<Dialogs, 'openHistory'>) => openHistory(),
  },
  find: {
    id: 'workspace.find',
    words: 'find.open',
    chords: [{ key: 'f', primary: true }],
    isFromText: true,
    whyNot: ready,
    run: ({ openFind }) => openFind(),
  },
  outline: {
    id: 'workspace.outline',
    words: 'outline.open',
    chords: [{ key: 'o', primary: true, shift: true }],
    isFromText: true,
    whyNot: ready,
    run: ({ toggleOutline }) => toggleOutline(),
  },
  shortcuts: {
    id: 'workspace.shortcuts',
    words: 'shortcuts.open',
    chords: [{ key: '?' }],
    whyNot: ready,
    run: ({ openShortcuts }) => openShortcuts(),
  },
  minimap: {
    id: 'workspace.minimap',
    words: 'commandBar.minimap',
    chords: [],
    whyNot: ready,
    run: ({ toggleMinimap }) => toggleMinimap(),
  },
  toolbar: {
    id: 'workspace.toolbar',
    words: 'commandBar.toolbar',
    chords: [],
    whyNot: ready,
    run: ({ toggleToolbar }) => toggleToolbar(),
  },
  arrange: {
    id: 'workspace.arrange',
    words: 'arrange.open',
    chords: [],
    whyNot: ready,
    run: ({ openArrange }) => openArrange(),
  },
} as const satisfies Readonly<Record<string, WorkspaceAction>>;
