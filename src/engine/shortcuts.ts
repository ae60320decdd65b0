import type { KeyInput } from './tools/input';
import type { Editor } from './Editor';
import { toGridLine } from './geometry/vector';
import { selectedRuns } from './scene/selectedRuns';

type Direction = readonly [x: number, y: number];

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** How many steps an arrow goes with shift. */
const LONG_STEP = 5;
/** How far an arrow moves the view when no node is selected; screen pixels. */
const PAN_STEP = 60;
/** How much one press of + or - zooms, and one click on the zoom controls. */
const ZOOM_STEP = 1.2;

/** Keys pressed together. */
export interface Chord {
  /** As KeyboardEvent.key; a letter in lower case, a digit even where shift makes another character of it. */
  readonly key: string;
  readonly shift?: boolean;
  /** Control, or command on a Mac. */
  readonly primary?: boolean;
}

export interface Shortcut {
  /** The first one is what a tooltip shows. */
  readonly chords: readonly Chord[];
  /** Meant for the canvas from the panel and the controls beside it too. */
  readonly isFromAnywhere?: boolean;
  readonly run: (editor: Editor) => void;
}

/** What is selected, edges by the nodes they join. */
function selectedNodeIds({ document, selection }: Editor): ReadonlySet<string> {
  const edges = Array.from(selection.edges).flatMap((id) => document.edge(id) ?? []);
  return new Set([...selection.nodes, ...edges.flatMap(({ source, target }) => [source, target])]);
}

/** Asks the app to run the selected image nodes that can be run and do not run yet, one after the other. */
function runSelected(editor: Editor): void {
  for (const id of selectedRuns(editor)?.ready ?? []) editor.act(id, 'run');
}

/**
 * The canvas's keys as data, shared by the keyboard and the controls; arrows stand apart because they carry a direction. The
 * zoom's are those of Figma and tldraw.
 */
export const SHORTCUTS = {
  remove: { chords: [{ key: 'Delete' }, { key: 'Backspace' }], run: (editor) => editor.removeSelected() },
  open: { chords: [{ key: 'Enter' }], run: (editor) => editor.openSelected() },
  runSelected: { chords: [{ key: 'Enter', primary: true }], run: runSelected },
  selectAll: { chords: [{ key: 'a', primary: true }], run: (editor) => editor.selectAll() },
  undo: { chords: [{ key: 'z', primary: true }], isFromAnywhere: true, run: (editor) => editor.undo() },
  redo: {
    chords: [
      { key: 'z', primary: true, shift: true },
      { key: 'y', primary: true },
    ],
    isFromAnywhere: true,
    run: (editor) => editor.redo(),
  },
  zoomIn: {
    chords: [{ key: '+', primary: true }, { key: '+' }],
    isFromAnywhere: true,
    run: (editor) => editor.viewport.zoomBy(ZOOM_STEP),
  },
  zoomOut: {
    chords: [{ key: '-', primary: true }, { key: '-' }],
    isFromAnywhere: true,
    run: (editor) => editor.viewport.zoomBy(1 / ZOOM_STEP),
  },
  zoomReset: {
    chords: [
      { key: '0', shift: true },
      { key: '0', primary: true },
    ],
    isFromAnywhere: true,
    run: (editor) => editor.viewport.zoomTo(1),
  },
  fit: { chords: [{ key: '1', shift: true }], isFromAnywhere: true, run: (editor) => editor.fit() },
  fitSelection: {
    chords: [{ key: '2', shift: true }],
    isFromAnywhere: true,
    run: (editor) => editor.fit(selectedNodeIds(editor)),
  },
} as const satisfies Readonly<Record<string, Shortcut>>;

/** Two characters of one key: which of them shift makes differs between keyboards. */
const SAME_KEY: Readonly<Record<string, string>> = { '=': '+', _: '-' };

/**
 * The key a person means. A letter of another script, as a Korean keyboard gives, and a digit with shift are told by the place
 * of the key; a Latin letter by itself, for keyboards that place letters elsewhere.
 */
function meantKey({ key, code = '' }: KeyInput): string {
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return digit;
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter?.toLowerCase() ?? SAME_KEY[key] ?? key;
}

const isPressed = (chord: Chord, key: string, { shift, primary, alt }: KeyInput): boolean =>
  chord.key === key &&
  (chord.primary ?? false) === primary &&
  // Some keyboards need shift for + and none for -, others the other way round.
  ((chord.shift ?? false) === shift || key === '+' || key === '-') &&
  !alt;

function shortcutOf(input: KeyInput): Shortcut | undefined {
  const key = meantKey(input);
  return Object.values<Shortcut>(SHORTCUTS).find(({ chords }) => chords.some((chord) => isPressed(chord, key, input)));
}

/** Whether the canvas means this key although the focus is beside it. */
export const isMeantAnywhere = (input: KeyInput): boolean => shortcutOf(input)?.isFromAnywhere === true;

/**
 * An arrow moves the first of the selected nodes to the next line of the grid, the others keep their distance to it; without
 * any it moves the view.
 */
function runArrow(editor: Editor, [x, y]: Direction, isLong: boolean): void {
  const steps = isLong ? LONG_STEP : 1;
  const [firstId] = editor.selection.nodes;
  const first = firstId === undefined ? undefined : editor.document.node(firstId);
  if (first) {
    const { position } = first;
    editor.nudge({ x: toGridLine(position.x, x * steps), y: toGridLine(position.y, y * steps) });
    return;
  }
  editor.viewport.panBy({ x: -x * PAN_STEP * steps, y: -y * PAN_STEP * steps });
}

/** Answers whether the key meant something here, so that the browser does not act on it as well. */
export function runShortcut(editor: Editor, input: KeyInput): boolean {
  const arrow = ARROWS[input.key];
  if (arrow && !input.primary && !input.alt) {
    runArrow(editor, arrow, input.shift);
    return true;
  }
  const shortcut = shortcutOf(input);
  shortcut?.run(editor);
  return shortcut !== undefined;
}
