import { createHash } from 'node:crypto';

/** Of a text as UTF-8, hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** By this the database knows a random token: what it holds opens nothing. */
export const hashToken = (token: string): string => sha256(token);
