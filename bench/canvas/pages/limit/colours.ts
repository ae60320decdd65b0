import { COLOURS, FONT_FAMILY } from '../../../../src/theme/tokens';

export const C = COLOURS.light;
export const TITLE_FONT = `500 13px ${FONT_FAMILY}`;
export const BODY_FONT = `400 13px ${FONT_FAMILY}`;
export const SMALL_FONT = `400 12px ${FONT_FAMILY}`;
export const LABEL_FONT = `500 12px ${FONT_FAMILY}`;

const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Blends `over` at this alpha onto `under`, into one opaque colour. */
function blend(under: string, over: string, alpha: number): string {
  const below = channels(under);
  const mixed = channels(over).map((channel, index) => Math.round(channel * alpha + (below[index] ?? 0) * (1 - alpha)));
  return `rgb(${mixed.join(' ')})`;
}

/** A card below 20 %. */
export const TEXT_BLOCK = blend(C.surface, C.textEdge, 0.4);
export const IMAGE_BLOCK = blend(C.surface, C.imageEdge, 0.4);
/** A category's row below 35 %. */
export const FLAT_ROW = blend(C.surface, C.line, 0.6);
