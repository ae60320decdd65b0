import { pictureDecoder } from '../files/decoding';
import type { PicturePart } from './ports';

/**
 * A picture in a form for an engine over the network: PNG, JPEG or WebP, upright, at most 2048 pixels a side. A part that is requested
 * again with the same `fitted` is fitted once.
 */
export function fitPicture(part: PicturePart, fitted: Map<PicturePart, Promise<PicturePart>>): Promise<PicturePart> {
  const known = fitted.get(part) ?? fit(part);
  fitted.set(part, known);
  return known;
}

async function fit({ bytes, contentType }: PicturePart): Promise<PicturePart> {
  const made = await pictureDecoder.decode('fit', bytes, 'engine');
  return { kind: 'picture', bytes: made.bytes ?? bytes, contentType: made.contentType ?? contentType };
}
