import { MEBIBYTE } from '../../server/bytes';

/** Bytes as the commands tell them. */
export const amount = (bytes: number): string => `${(bytes / MEBIBYTE).toFixed(1)} MiB`;
