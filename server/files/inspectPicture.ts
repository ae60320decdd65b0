import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { PICTURE_MAX_BYTES, PICTURE_MAX_PIXELS } from '../../src/api/contract';
import { ApiError } from '../errors';

export interface PictureFacts {
  extension: 'png' | 'jpg' | 'webp' | 'gif' | 'avif';
  contentType: string;
  width: number;
  height: number;
}

/** What the bytes may be, whatever a file's name or sender says. An animated PNG is a PNG. */
const KINDS = new Map<string, Pick<PictureFacts, 'extension' | 'contentType'>>([
  ['image/png', { extension: 'png', contentType: 'image/png' }],
  ['image/apng', { extension: 'png', contentType: 'image/png' }],
  ['image/jpeg', { extension: 'jpg', contentType: 'image/jpeg' }],
  ['image/webp', { extension: 'webp', contentType: 'image/webp' }],
  ['image/gif', { extension: 'gif', contentType: 'image/gif' }],
  ['image/avif', { extension: 'avif', contentType: 'image/avif' }],
]);

/**
 * Says what picture these bytes are, having decoded them. Throws ApiError: 413 over 20 MiB or 64 megapixels, 415 when
 * they are no PNG, JPEG, WebP, GIF or AVIF, 422 when they are one that cannot be decoded.
 */
export async function inspectPicture(bytes: Buffer): Promise<PictureFacts> {
  if (bytes.length > PICTURE_MAX_BYTES) throw tooLarge('The picture is larger than 20 MiB. Choose a smaller one.');
  const type = await fileTypeFromBuffer(bytes);
  const kind = type && KINDS.get(type.mime);
  if (!kind) {
    throw new ApiError(415, 'notAPicture', 'This file is not a PNG, JPEG, WebP, GIF or AVIF picture. Choose another.');
  }
  const { width, height } = await readSize(bytes);
  if (width * height > PICTURE_MAX_PIXELS) {
    throw tooLarge('The picture has more than 64 megapixels. Choose a smaller one.');
  }
  await decode(bytes);
  return { ...kind, width, height };
}

async function readSize(bytes: Buffer): Promise<{ width: number; height: number }> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return { width, height };
  } catch {
    throw unreadable();
  }
}

/** Reads every row of the picture, made small so that it costs little memory; a cut-off file fails here. */
async function decode(bytes: Buffer): Promise<void> {
  try {
    const picture = sharp(bytes, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'truncated', sequentialRead: true });
    await picture.resize(16, 16, { fit: 'fill', fastShrinkOnLoad: true }).raw().toBuffer();
  } catch {
    throw unreadable();
  }
}

function tooLarge(message: string): ApiError {
  return new ApiError(413, 'pictureTooLarge', message);
}

function unreadable(): ApiError {
  return new ApiError(422, 'pictureUnreadable', 'The picture is damaged and cannot be read. Choose another.');
}
