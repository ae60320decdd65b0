import { ApiError } from '../errors';
import { inspectPicture } from '../files/inspectPicture';

const DATA_URL = /^data:image\/[\w.+-]+;base64,/;

/**
 * The picture inside an image data URL. The bytes decide what it is, not its label, and the kinds and limits of an
 * upload hold: throws ApiError 400 when it is no such URL, else as inspectPicture does.
 */
export async function decodeDataUrl(url: string, memberId: string): Promise<{ bytes: Buffer; contentType: string }> {
  const head = DATA_URL.exec(url)?.[0];
  if (head === undefined) {
    throw new ApiError(400, 'notAPicture', 'A connected picture could not be read. Choose the picture again.');
  }
  const bytes = Buffer.from(url.slice(head.length), 'base64');
  const { contentType } = await inspectPicture(bytes, { memberId });
  return { bytes, contentType };
}
