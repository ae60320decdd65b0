import type { KeyInput } from './tools/input';
import type { Editor } from './Editor';
import { GRID } from './commands/moveNodes';

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-GRID, 0],
  ArrowRight: [GRID, 0],
  ArrowUp: [0, -GRID],
  ArrowDown: [0, GRID],
};

/** How much one press of + or - zooms, and one click on the zoom controls. */
export const ZOOM_STEP = 1.2;

interface Shortcut {
  readonly matches: (input: KeyInput) => boolean;
  readonly run: (editor: Editor) => void;
}

const plain =
  (...keys: string[]) =>
  (input: KeyInput) =>
    !input.primary && !input.alt && keys.includes(input.key);
const primary =
  (key: string, shift = false) =>
  (input: KeyInput) =>
    input.primary && input.shift === shift && input.key.toLowerCase() === key;

/** The canvas's keys as data; arrows stand apart because they carry a direction. */
const SHORTCUTS: readonly Shortcut[] = [
  { matches: plain('Delete', 'Backspace'), run: (editor) => editor.removeSelected() },
  { matches: plain('Enter'), run: (editor) => editor.openSelected() },
  { matches: primary('a'), run: (editor) => editor.selectAll() },
  { matches: primary('z'), run: (editor) => editor.undo() },
  { matches: primary('z', true), run: (editor) => editor.redo() },
  { matches: primary('y'), run: (editor) => editor.redo() },
  { matches: plain('+', '='), run: (editor) => editor.zoomBy(ZOOM_STEP) },
  { matches: plain('-', '_'), run: (editor) => editor.zoomBy(1 / ZOOM_STEP) },
  { matches: plain('0'), run: (editor) => editor.zoomTo(1) },
  { matches: plain('1'), run: (editor) => editor.fit() },
];

/** Answers whether the key meant something here, so that the browser does not act on it as well. */
export function runShortcut(editor: Editor, input: KeyInput): boolean {
  const arrow = ARROWS[input.key];
  if (arrow && !input.primary && !input.alt) {
    editor.nudge({ x: arrow[0], y: arrow[1] });
    return editor.selection.nodes.size > 0;
  }
  const shortcut = SHORTCUTS.find(({ matches }) => matches(input));
  shortcut?.run(editor);
  return shortcut !== undefined;
}
