import sharp from 'sharp';
import type { Pixels } from '../paint/strokes';
import { SIDE } from '../paint/Painting';

/** An encoded picture as upright RGBA pixels that fill the square, cut where there is most to see. */
export async function loadPicture(bytes: Uint8Array): Promise<Pixels> {
  const pixels = await sharp(bytes, { pages: 1 })
    .rotate()
    .flatten({ background: '#f4f2ee' })
    .resize(SIDE, SIDE, { fit: 'cover', position: sharp.strategy.attention })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer();
  return new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length);
}
