import { PictureDecoder } from './PictureDecoder';

export { picturesBusy } from './PictureDecoder';
export type { DecodeFor } from './PictureDecoder';

/** One for the whole process, because its limits are for the process. */
export const pictureDecoder = new PictureDecoder();
