import { pictureArea, pictureOver, type Box, type FlowPicture } from '../../src/engine';

/** Longest side: every reader of PNGs opens it, and Skia draws it. */
export const SIDE_MAX = 16_384;
/** Most pixels: 128 MB in memory while it is drawn. */
const PIXELS_MAX = 2 ** 25;

export interface PicturePlan extends FlowPicture {
  /** It would have been larger than a picture may be. */
  readonly isReduced: boolean;
}

/** How large the picture is that shows everything, at a scale or at a width, within what memory and readers hold. */
export function planPicture(
  bounds: Box | null,
  wanted: { readonly scale?: number; readonly width?: number },
): PicturePlan {
  const { width, height } = pictureArea(bounds);
  const asked = wanted.width === undefined ? (wanted.scale ?? 1) : wanted.width / width;
  const largest = Math.min(SIDE_MAX / Math.max(width, height), Math.sqrt(PIXELS_MAX / (width * height)));
  return { ...pictureOver(bounds, { scale: Math.min(asked, largest) }), isReduced: asked > largest };
}
