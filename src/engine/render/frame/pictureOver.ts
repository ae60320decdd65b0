import { centreOfBox, inflate, type Box } from '../../geometry/box';
import { centredOn } from '../../geometry/fitBox';
import type { Size, Viewport } from '../../geometry/viewport';

/** A picture of a flow: its size in pixels, and where it shows the world. */
export interface FlowPicture {
  readonly size: Size;
  readonly viewport: Viewport;
}

/** World pixels of pane around the outermost cards; an edge that turns back runs there. */
const PADDING = 60;
/** Highest zoom of a picture whose size is given, so that a few cards are not blown up. */
const NEAREST = 2;

/** The part of the world that a picture of these cards has to show; around its middle where there are none. */
export const pictureArea = (cards: Box | null): Box => inflate(cards ?? { x: 0, y: 0, width: 0, height: 0 }, PADDING);

/**
 * The picture of everything, its middle in the middle, below the least zoom of a stage too.
 *
 * @param cards The box around all cards, such as `Scene.bounds`; null for none.
 * @param wanted The size of the picture, which shows more of the pane where it has another shape; or the pixels per world pixel.
 */
export function pictureOver(
  cards: Box | null,
  wanted: { readonly size: Size } | { readonly scale: number },
): FlowPicture {
  const area = pictureArea(cards);
  const { size, zoom } = 'size' in wanted ? fitted(area, wanted.size) : scaled(area, wanted.scale);
  return { size, viewport: centredOn(centreOfBox(area), size, zoom) };
}

const fitted = (area: Box, size: Size) => ({
  size,
  zoom: Math.min(NEAREST, size.width / area.width, size.height / area.height),
});

const scaled = (area: Box, scale: number) => ({
  size: { width: wholePixels(area.width * scale), height: wholePixels(area.height * scale) },
  zoom: scale,
});

const wholePixels = (length: number): number => Math.max(1, Math.round(length));
