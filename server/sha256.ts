import { createHash } from 'node:crypto';

/** Hashes a text as UTF-8, to hexadecimal. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** By this the database knows a random token: what it holds opens nothing. */
export const hashToken = (token: string): string => sha256(token);
