import sharp from 'sharp';
import type { PicturePart } from './ports';

/** Engines look at pictures far smaller than a phone takes them; what is larger only costs time and may be refused. */
const SIDE_MAX = 2048;
const BYTES_MAX = 4 * 1024 * 1024;
const TAKEN_AS_IS: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** A picture as an engine over the network takes it: PNG, JPEG or WebP, upright, at most 2048 pixels a side. */
export async function fitPicture({ bytes, contentType }: PicturePart): Promise<PicturePart> {
  const { width, height, orientation = 1, hasAlpha } = await sharp(bytes).metadata();
  const fits = Math.max(width, height) <= SIDE_MAX && bytes.length <= BYTES_MAX && orientation === 1;
  if (fits && TAKEN_AS_IS.has(contentType)) return { kind: 'picture', bytes, contentType };
  const small = sharp(bytes).rotate().resize(SIDE_MAX, SIDE_MAX, { fit: 'inside', withoutEnlargement: true });
  return hasAlpha
    ? { kind: 'picture', bytes: await small.png().toBuffer(), contentType: 'image/png' }
    : { kind: 'picture', bytes: await small.jpeg({ quality: 90 }).toBuffer(), contentType: 'image/jpeg' };
}
