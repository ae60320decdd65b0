import { fileTypeFromBuffer } from 'file-type';
import { PICTURE_MAX_BYTES } from '../../src/api/contract';
import { pictureDecoder } from './decoding';
import type { DecodeFor } from './decoding';
import { ApiError } from '../errors';

export interface PictureFacts {
  extension: 'png' | 'jpg' | 'webp' | 'gif' | 'avif';
  contentType: string;
  width: number;
  height: number;
  /** Hex. */
  sha256: string;
  /** Whether it says where it was taken. */
  hasLocation: boolean;
  /** The signer that the picture itself names, unverified. */
  signedBy: string | null;
}

/** Kinds of pictures that we accept, whatever a file's name or sender says. An animated PNG is a PNG. */
const KINDS = new Map<string, Pick<PictureFacts, 'extension' | 'contentType'>>([
  ['image/png', { extension: 'png', contentType: 'image/png' }],
  ['image/apng', { extension: 'png', contentType: 'image/png' }],
  ['image/jpeg', { extension: 'jpg', contentType: 'image/jpeg' }],
  ['image/webp', { extension: 'webp', contentType: 'image/webp' }],
  ['image/gif', { extension: 'gif', contentType: 'image/gif' }],
  ['image/avif', { extension: 'avif', contentType: 'image/avif' }],
]);

/**
 * Decodes these bytes and returns what picture they are. Throws ApiError: 413 over 20 MiB, 64 megapixels or what may be decoded, 415 when
 * they are no PNG, JPEG, WebP, GIF or AVIF, 422 when they are one that cannot be decoded, 503 when too many are being decoded.
 */
export async function inspectPicture(bytes: Buffer, whose: DecodeFor): Promise<PictureFacts> {
  if (bytes.length > PICTURE_MAX_BYTES) {
    throw new ApiError(413, 'pictureTooLarge', 'The picture is larger than 20 MiB. Choose a smaller one.');
  }
  const type = await fileTypeFromBuffer(bytes);
  const kind = type && KINDS.get(type.mime);
  if (!kind) {
    throw new ApiError(415, 'notAPicture', 'This file is not a PNG, JPEG, WebP, GIF or AVIF picture. Choose another.');
  }
  const { width, height, sha256, hasLocation, signedBy } = await pictureDecoder.decode('inspect', bytes, whose);
  return { ...kind, width, height, sha256, hasLocation, signedBy };
}
