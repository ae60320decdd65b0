import type { KeyInput } from './tools/input';
import { takesCharacters } from './tools/writeOnCard';
import { toggleMode } from './edits/toggleMode';
import type { Arrangement } from './edits/arrangeNodes';
import type { Editor } from './Editor';
import { toGridLine, type Vector } from './geometry/vector';
import { middleOfRoute } from './geometry/edgeRoute';
import { reachedFrom } from './scene/reachedFrom';
import { soleSelectedEdge } from './scene/selection';
import type { NodeMode } from './nodes/nodeMode';

/** The directions of the arrow keys. */
export const ARROWS: Readonly<Record<string, Vector>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** How many steps an arrow goes with shift. */
const LONG_STEP = 5;
/** How far an arrow moves the view when no node is selected; screen pixels. */
const PAN_STEP = 60;
/** How much one press of + or - zooms, and one click on the zoom controls. */
const ZOOM_STEP = 1.2;

/** Keys pressed together. */
export interface Chord {
  /** The key as KeyboardEvent.key names it; a letter in lower case, a digit even where shift makes another character of it. */
  readonly key: string;
  readonly shift?: boolean;
  /** Control, or command on a Mac. */
  readonly primary?: boolean;
  readonly alt?: boolean;
}

export interface Shortcut {
  /** The first one is shown in the tooltip. */
  readonly chords: readonly Chord[];
  /** Also meant for the canvas from the panel and its other controls. */
  readonly isFromAnywhere?: boolean;
  /** A key that stays down does it once. */
  readonly isOnce?: boolean;
  readonly run: (editor: Editor) => void;
}

/** Ids of the selected nodes, and of the nodes that selected edges join. */
function selectedNodeIds({ document, selection }: Editor): ReadonlySet<string> {
  const edges = Array.from(selection.edges).flatMap((id) => document.edge(id) ?? []);
  return new Set([...selection.nodes, ...edges.flatMap(({ source, target }) => [source, target])]);
}

/** A character, and the same with Alt for a selected text card, which takes the character. */
const withAlt = (chord: Chord): readonly Chord[] => [chord, { ...chord, alt: true }];

const modeShortcut = (key: string, mode: NodeMode): Shortcut => ({
  chords: withAlt({ key }),
  isOnce: true,
  run: (editor) => editor.apply(toggleMode(editor.document, editor.selection.nodes, mode)),
});

/** Selects what the selected nodes hang on, or what hangs on them, with them. */
const reachShortcut = (key: string, along: 'feeders' | 'fed'): Shortcut => ({
  chords: withAlt({ key, shift: true }),
  run: (editor) => editor.select({ nodes: reachedFrom(editor.document, editor.selection.nodes, along) }),
});

const resizing = (key: string, lines: Vector): Shortcut => ({
  chords: [{ key, primary: true, shift: true }],
  run: (editor) => editor.frames.resizeSelected(lines),
});

/** A shortcut that arranges: the key with Alt, and with Shift when `shift` is set. */
const arranging = (how: Arrangement, key: string, shift = false): Shortcut => ({
  chords: [{ key, alt: true, ...(shift && { shift }) }],
  run: (editor) => editor.arrange(how),
});

/**
 * The canvas's keys as data, shared by the keyboard and the controls; arrows and the digits of bookmarks are separate because they carry a
 * value. The zoom's are those of Figma and tldraw, those that arrange are Figma's, and Alt+Q is as in Unreal.
 */
export const SHORTCUTS = {
  mute: modeShortcut('m', 'mute'),
  bypass: modeShortcut('b', 'bypass'),
  freeze: modeShortcut('f', 'freeze'),
  feeders: reachShortcut('u', 'feeders'),
  fed: reachShortcut('d', 'fed'),
  reroute: {
    chords: [{ key: 'r' }],
    isOnce: true,
    run: (editor) => {
      const id = soleSelectedEdge(editor.selection);
      const edge = id === null ? undefined : editor.document.edge(id);
      if (edge) editor.addReroute(edge.id, middleOfRoute(editor.scene.routeOf(edge)));
    },
  },
  remove: { chords: [{ key: 'Delete' }, { key: 'Backspace' }], run: (editor) => editor.removeSelected() },
  open: { chords: [{ key: 'Enter' }], isOnce: true, run: (editor) => editor.openSelected() },
  selectAll: {
    chords: [{ key: 'a', primary: true }],
    isFromAnywhere: true,
    run: (editor) => editor.selectAll(),
  },
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
    run: (editor) => editor.view.zoomBy(ZOOM_STEP),
  },
  zoomOut: {
    chords: [{ key: '-', primary: true }, { key: '-' }],
    isFromAnywhere: true,
    run: (editor) => editor.view.zoomBy(1 / ZOOM_STEP),
  },
  zoomReset: {
    chords: [
      { key: '0', shift: true },
      { key: '0', primary: true },
    ],
    isFromAnywhere: true,
    run: (editor) => editor.view.zoomTo(1),
  },
  fit: { chords: withAlt({ key: '1', shift: true }), isFromAnywhere: true, run: (editor) => editor.fit() },
  fitSelection: {
    chords: withAlt({ key: '2', shift: true }),
    isFromAnywhere: true,
    run: (editor) => editor.fit(selectedNodeIds(editor)),
  },
  // Ctrl+G makes groups in other editors.
  frame: { chords: [{ key: 'g', primary: true }], run: (editor) => void editor.frames.frameSelection() },
  fold: { chords: [{ key: 'g', primary: true, shift: true }], run: (editor) => editor.frames.toggleFold() },
  wider: resizing('ArrowRight', { x: 1, y: 0 }),
  narrower: resizing('ArrowLeft', { x: -1, y: 0 }),
  taller: resizing('ArrowDown', { x: 0, y: 1 }),
  shorter: resizing('ArrowUp', { x: 0, y: -1 }),
  alignLeft: arranging('alignLeft', 'a'),
  alignCentre: arranging('alignCentre', 'h'),
  alignRight: arranging('alignRight', 'd'),
  alignTop: arranging('alignTop', 'w'),
  alignMiddle: arranging('alignMiddle', 'v'),
  alignBottom: arranging('alignBottom', 's'),
  distributeAcross: arranging('distributeAcross', 'h', true),
  distributeDown: arranging('distributeDown', 'v', true),
  straighten: arranging('straighten', 'q'),
} as const satisfies Readonly<Record<string, Shortcut>>;

/** Two characters of one key: which of them shift makes differs between keyboards. */
const SAME_KEY: Readonly<Record<string, string>> = { '=': '+', _: '-' };

/**
 * The key a person means. A letter of another script, as a Korean keyboard gives, and a digit with shift are recognised by the place of the
 * key; a Latin letter by itself, for keyboards with other layouts.
 */
export function meantKey({ key, code = '' }: Pick<KeyInput, 'key' | 'code'>): string {
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return digit;
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter?.toLowerCase() ?? SAME_KEY[key] ?? key;
}

/** Keys recognised by their place as well: many keyboards write letters of their own there. */
const PLACED: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']' };

/** Whether this input presses the chord, on any keyboard layout. */
export function isPressed(chord: Chord, input: Omit<KeyInput, 'type'>): boolean {
  const { code = '', shift, primary, alt } = input;
  return (
    (chord.key === meantKey(input) || chord.key === PLACED[code]) &&
    (chord.primary ?? false) === primary &&
    // Whether these need shift differs between keyboards.
    ((chord.shift ?? false) === shift || /^[-+?]$/.test(chord.key)) &&
    (chord.alt ?? false) === alt
  );
}

/** Characters that are pressed alone, or with Shift, belong to the card that is written on. The space bar is the pan's. */
const isWritten = (editor: Editor, input: KeyInput): boolean =>
  !input.primary && !input.alt && /^[^ ]$/.test(meantKey(input)) && takesCharacters(editor, input);

const shortcutOf = (input: KeyInput): Shortcut | undefined =>
  Object.values<Shortcut>(SHORTCUTS).find(({ chords }) => chords.some((chord) => isPressed(chord, input)));

/** The number of a bookmark that is kept with Control and Alt, and gone to with Alt; null for every other key. */
function bookmarkOf(input: KeyInput): number | null {
  const key = meantKey(input);
  return input.alt && !input.shift && /^[1-9]$/.test(key) ? Number(key) : null;
}

/** Whether the key is meant for the canvas although the focus is elsewhere. */
export const isMeantAnywhere = (input: KeyInput): boolean =>
  bookmarkOf(input) !== null || shortcutOf(input)?.isFromAnywhere === true;

/**
 * An arrow moves the first of the selected nodes to the next line of the grid, the others keep their distance to it; without
 * any it moves the view.
 */
function runArrow(editor: Editor, { x, y }: Vector, isLong: boolean): void {
  const steps = isLong ? LONG_STEP : 1;
  const [firstId] = editor.selection.nodes;
  const first = firstId === undefined ? undefined : editor.document.node(firstId);
  if (first) {
    const { position } = first;
    editor.nudge({ x: toGridLine(position.x, x * steps), y: toGridLine(position.y, y * steps) });
    return;
  }
  editor.view.panBy({ x: -x * PAN_STEP * steps, y: -y * PAN_STEP * steps });
}

/** Returns whether the key meant something here, so that the browser does not act on it as well. */
export function runShortcut(editor: Editor, input: KeyInput): boolean {
  const arrow = ARROWS[input.key];
  if (arrow && !input.primary && !input.alt) {
    runArrow(editor, arrow, input.shift);
    return true;
  }
  const number = bookmarkOf(input);
  if (number !== null) {
    if (!input.primary) editor.bookmarks.goTo(number);
    else if (!input.isRepeated) editor.bookmarks.keep(number);
    return true;
  }
  const shortcut = isWritten(editor, input) ? undefined : shortcutOf(input);
  if (!input.isRepeated || !shortcut?.isOnce) shortcut?.run(editor);
  return shortcut !== undefined;
}
