import type { Box } from '../geometry/box';
import type { Size } from '../geometry/camera';

/** NODE-2. */
export const HEADER_HEIGHT = 40;
export const PADDING = 12;
const BUTTON = 28;
const TAKES_HEIGHT = 24;
/** One row of a category, alone or among others; world pixels. */
export const ROW_HEIGHT = 80;

/** What a button on a card does when it is pressed. Delete belongs to the selection, not to the card; `takes` is there where the node has some. */
export type CardAction = 'run' | 'convert' | 'upload' | 'enlarge' | 'takes';

/** A text of a node that can be edited in place. */
export type CardField = { readonly name: 'name' | 'value'; readonly box: Box; readonly isMultiline: boolean };

export interface CardRow {
  readonly itemId: string;
  readonly box: Box;
  readonly grip: Box;
  readonly name: Box;
  readonly value: Box;
}

/**
 * Where the parts of a card are, from the node's top left corner. Painters draw by it, the hit test reads it
 * and the DOM overlays are laid over it, so that what is seen is what is pressed.
 */
export interface CardLayout {
  readonly size: Size;
  readonly header: Box;
  /** The name in the header, between the type dot and the button. */
  readonly title: Box;
  readonly body: Box;
  /** Where a failed run says 'try again'; pressing it runs, and only then is it there. */
  readonly retry: Box;
  readonly actions: Readonly<Partial<Record<CardAction, Box>>>;
  readonly fields: readonly CardField[];
  readonly rows: readonly CardRow[];
}

/** How a category's row names its fields, where a text node says 'name' or 'value'. */
export const rowField = (itemId: string, field: CardField['name']): string => `${itemId}:${field}`;

export const rowAt = (itemId: string, top: number, width: number): CardRow => ({
  itemId,
  box: { x: 0, y: top, width, height: ROW_HEIGHT },
  grip: { x: 10, y: top + 24, width: 24, height: 32 },
  name: { x: 38, y: top + 9, width: width - 38 - 20, height: 28 },
  value: { x: 38, y: top + 37, width: width - 38 - 20, height: 32 },
});

/** The round button at the right of the header. */
export const headerButton = ({ width }: Size): Box => ({ x: width - 8 - BUTTON, y: 6, width: BUTTON, height: BUTTON });

/** The round button in the lower right corner. */
export const cornerButton = ({ width, height }: Size): Box => ({
  x: width - 8 - BUTTON,
  y: height - 8 - BUTTON,
  width: BUTTON,
  height: BUTTON,
});

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
  };
};
