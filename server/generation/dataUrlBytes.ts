import { ApiError } from '../errors';

const DATA_URL = /^data:image\/[\w.+-]+;base64,/;

/** The bytes inside an image data URL, whatever they are: its label decides nothing. Throws ApiError 400 when it is no such URL. */
export function dataUrlBytes(url: string): Buffer {
  const head = DATA_URL.exec(url)?.[0];
  if (head !== undefined) return Buffer.from(url.slice(head.length), 'base64');
  throw new ApiError(400, 'notAPicture', 'A connected picture could not be read. Choose the picture again.');
}
