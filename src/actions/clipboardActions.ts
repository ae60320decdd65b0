import type { ParseKeys } from 'i18next';
import type { Editor, Vector } from '../engine';
import type { FlowClipboard } from '../stores/clipboard/FlowClipboard';
import type { Action } from './Action';

/** The canvas, and the ways to the system's clipboard. */
export interface ClipboardTarget {
  readonly editor: Editor;
  readonly clipboard: Pick<FlowClipboard, 'duplicate'>;
  /** Has the browser copy or cut, as its own keys do. */
  readonly command: (name: 'copy' | 'cut') => void;
  /**
   * Pastes the content of the system's clipboard; `joins`: also the connections to the neighbours of the copied nodes. `at`: a world point,
   * the middle of the view when omitted.
   */
  readonly paste: (joins: boolean, at?: Vector) => void;
}

export type ClipboardAction = Action<ClipboardTarget>;

const needsNode = ({ editor }: ClipboardTarget): ParseKeys | null =>
  editor.selection.nodes.size > 0 ? null : 'action.nothingSelected';

/** Runs unless nothing is selected. */
const ofSelection = (run: ClipboardAction['run']): Pick<ClipboardAction, 'whyNot' | 'run'> => ({
  whyNot: needsNode,
  run: (target) => {
    if (needsNode(target) === null) run(target);
  },
});

export const CLIPBOARD_ACTIONS = {
  copy: {
    id: 'clipboard.copy',
    words: 'clipboard.copy',
    chords: [{ key: 'c', primary: true }],
    ...ofSelection(({ command }) => command('copy')),
  },
  cut: {
    id: 'clipboard.cut',
    words: 'clipboard.cut',
    chords: [{ key: 'x', primary: true }],
    ...ofSelection(({ command }) => command('cut')),
  },
  paste: {
    id: 'clipboard.paste',
    words: 'clipboard.paste',
    chords: [{ key: 'v', primary: true }],
    whyNot: () => null,
    run: ({ paste }) => paste(false),
  },
  pasteJoined: {
    id: 'clipboard.pasteJoined',
    words: 'clipboard.pasteJoined',
    chords: [{ key: 'v', primary: true, shift: true }],
    whyNot: () => null,
    run: ({ paste }) => paste(true),
  },
  duplicate: {
    id: 'clipboard.duplicate',
    words: 'clipboard.duplicate',
    chords: [{ key: 'd', primary: true }],
    ...ofSelection(({ clipboard }) => clipboard.duplicate()),
  },
} as const satisfies Readonly<Record<string, ClipboardAction>>;
