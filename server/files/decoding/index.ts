import { DecodeQueue } from './DecodeQueue';

export { picturesBusy } from './DecodeQueue';
export type { DecodeFor } from './DecodeQueue';

/** One for the whole process, because its limits are for the process. */
export const pictureDecoder = new DecodeQueue();
