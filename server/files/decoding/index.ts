import { PictureDecoder } from './PictureDecoder';

export type { DecodeFor } from './PictureDecoder';

/** One for the whole process, which is what its bounds are for. */
export const pictureDecoder = new PictureDecoder();
