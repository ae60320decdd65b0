import type { Box, Size } from '../../src/engine';

/** World pixels of pane around the outermost nodes; what an edge that turns back needs too. */
const PADDING = 60;
/** Longest side: every reader of PNGs opens it, and Skia draws it. */
export const MAX_SIDE = 16_384;
/** Most pixels: 128 MB in memory while it is drawn. */
const MAX_PIXELS = 2 ** 25;

export interface PicturePlan extends Size {
  /** The part of the world that is drawn. */
  readonly world: Box;
  /** Pixels per world pixel. */
  readonly scale: number;
  /** It would have been larger than a picture may be. */
  readonly isReduced: boolean;
}

/** How large the picture is that shows everything, at a scale or at a width, within what memory and readers hold. */
export function planPicture(
  bounds: Box | null,
  wanted: { readonly scale?: number; readonly width?: number },
): PicturePlan {
  const { x, y, width, height } = bounds ?? { x: 0, y: 0, width: 0, height: 0 };
  const world = { x: x - PADDING, y: y - PADDING, width: width + 2 * PADDING, height: height + 2 * PADDING };
  const asked = wanted.width === undefined ? (wanted.scale ?? 1) : wanted.width / world.width;
  const largest = Math.min(
    MAX_SIDE / Math.max(world.width, world.height),
    Math.sqrt(MAX_PIXELS / (world.width * world.height)),
  );
  const scale = Math.min(asked, largest);
  const pixels = (length: number): number => Math.max(1, Math.round(length * scale));
  return { world, scale, width: pixels(world.width), height: pixels(world.height), isReduced: asked > largest };
}
