import { pictureDecoder } from '../files/decoding';
import type { PicturePart } from './ports';

/**
 * Fits pictures for an engine over the network: PNG, JPEG or WebP, upright, at most 2048 pixels a side, and each in the form in which it is
 * sent. A part that is requested again is fitted and formed once.
 */
export function fitPictures<T>(form: (fitted: PicturePart) => T | Promise<T>): (part: PicturePart) => Promise<T> {
  const known = new Map<PicturePart, Promise<T>>();
  return (part) => {
    const formed = known.get(part) ?? fit(part).then(form);
    known.set(part, formed);
    return formed;
  };
}

async function fit(part: PicturePart): Promise<PicturePart> {
  const { memberId, bytes, contentType } = part;
  const made = await pictureDecoder.decode('fit', bytes, { memberId, hasPlace: true });
  return { ...part, bytes: made.bytes ?? bytes, contentType: made.contentType ?? contentType };
}

export const asDataUrl = ({ bytes, contentType }: PicturePart): string =>
  `data:${contentType};base64,${bytes.toString('base64')}`;

/** @param name of the file, without its ending. */
export const asFile = ({ bytes, contentType }: PicturePart, name: string): File =>
  new File([new Uint8Array(bytes)], `${name}.${contentType.slice('image/'.length)}`, { type: contentType });
