import type { Box } from '../geometry/box';
import type { Size } from '../geometry/viewport';

/** Height of a card's header (NODE-2); world pixels, like all lengths here. */
export const HEADER_HEIGHT = 40;
export const PADDING = 12;
const BUTTON = 28;
const TAKES_HEIGHT = 24;
const CORNER = 20;
/** One row of a category, alone or among others; world pixels. */
export const ROW_HEIGHT = 80;

/** The action of a button on a card. Delete belongs to the selection, not to the card; `takes` is there where the node has some. */
export type CardAction = 'run' | 'convert' | 'upload' | 'enlarge' | 'settings' | 'takes' | 'table';

/** A text of a node that can be edited in place, or only read and copied there. */
export interface CardField {
  readonly name: 'name' | 'value' | 'title';
  readonly box: Box;
  readonly isMultiline: boolean;
  readonly isReadOnly?: true;
}

export interface CardRow {
  readonly rowId: string;
  readonly box: Box;
  readonly grip: Box;
  readonly name: Box;
  readonly value: Box;
}

/** The switches that set how a list's words go. A list of one word has none, unless it goes one by one already. */
export interface ListSwitch {
  /** Id of the list's row; null for the one list of the card. */
  readonly rowId: string | null;
  /** Together or one by one. */
  readonly each: Box;
  /** The switch for the lists it goes in pairs with; null while its words go together. */
  readonly pair: Box | null;
}

/**
 * Positions of a card's parts, from the node's top left corner. Painters draw by them, the hit test reads them and the DOM overlays are
 * placed by them, so that people press what they see.
 */
export interface CardLayout {
  readonly size: Size;
  readonly header: Box;
  /** The name in the header, between the type dot and the button. */
  readonly title: Box;
  readonly body: Box;
  /** The button 'try again' of a failed run; pressing it runs, and it is there only after a failure. */
  readonly retry: Box;
  readonly actions: Readonly<Partial<Record<CardAction, Box>>>;
  readonly fields: readonly CardField[];
  readonly rows: readonly CardRow[];
  /** The button of a frame that folds and unfolds it. */
  readonly fold?: Box;
  /** The corner that is pulled to resize it; only some kinds have it. */
  readonly corner?: Box;
  readonly switches: readonly ListSwitch[];
}

/** How a category's row names its fields, where a text node says 'name' or 'value'. */
export const rowField = (rowId: string, field: CardField['name']): string => `${rowId}:${field}`;

/** `switchWidth`: the width that the list's switch takes at the right end of the name's line; world pixels. */
export const rowAt = (rowId: string, top: number, width: number, switchWidth = 0): CardRow => ({
  rowId,
  box: { x: 0, y: top, width, height: ROW_HEIGHT },
  grip: { x: 10, y: top + 24, width: 24, height: 32 },
  name: { x: 38, y: top + 9, width: width - 38 - 20 - switchWidth, height: 28 },
  value: { x: 38, y: top + 37, width: width - 38 - 20, height: 32 },
});

const SWITCH = { width: 78, height: 24, gap: 6 };

/** The switch of a list with this many words in a row; null when there is no choice. */
export function switchAt(
  rowId: string | null,
  { top, width }: { readonly top: number; readonly width: number },
  { words, isEach }: { readonly words: number; readonly isEach: boolean },
): ListSwitch | null {
  if (words < 2 && !isEach) return null;
  const each = { x: width - 20 - SWITCH.width, y: top + 11, width: SWITCH.width, height: SWITCH.height };
  const pair = { ...each, x: each.x - SWITCH.gap - SWITCH.height, width: SWITCH.height };
  return { rowId, each, pair: isEach ? pair : null };
}

/** How much of its row's line a switch takes. */
export const switchWidth = (list: ListSwitch | null): number =>
  list === null ? 0 : SWITCH.width + SWITCH.gap + (list.pair === null ? 0 : SWITCH.height + SWITCH.gap);

/** The round button at the right of the header. */
export const headerButton = ({ width }: Size): Box => ({ x: width - 8 - BUTTON, y: 6, width: BUTTON, height: BUTTON });

/** The round button in the lower right corner. */
export const cornerButton = ({ width, height }: Size): Box => ({
  x: width - 8 - BUTTON,
  y: height - 8 - BUTTON,
  width: BUTTON,
  height: BUTTON,
});

/** The lower right corner of a card whose size people choose. */
export const resizeCorner = ({ width, height }: Size): Box => ({
  x: width - CORNER,
  y: height - CORNER,
  width: CORNER,
  height: CORNER,
});

/** The round button above that one. */
export const upperCornerButton = (size: Size): Box => {
  const corner = cornerButton(size);
  return { ...corner, y: corner.y - 4 - BUTTON };
};

/** How many takes the node has, in the lower left corner. */
export const takesButton = ({ height }: Size): Box => ({
  x: 8,
  y: height - 8 - TAKES_HEIGHT,
  width: 48,
  height: TAKES_HEIGHT,
});

/** A card of that size with a header and a body, without buttons, texts and rows. */
export const plainLayout = (size: Size): CardLayout => {
  const { width, height } = size;
  return {
    size,
    header: { x: 0, y: 0, width, height: Math.min(HEADER_HEIGHT, height) },
    title: { x: 30, y: 6, width: width - 30 - 44, height: 28 },
    body: { x: 0, y: HEADER_HEIGHT, width, height: Math.max(0, height - HEADER_HEIGHT) },
    retry: { x: width / 2 - 60, y: height - 12 - 32, width: 120, height: 32 },
    actions: {},
    fields: [],
    rows: [],
    switches: [],
  };
};
