import { hash } from 'node:crypto';

/** Hashes bytes, or a text as UTF-8, to hexadecimal. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data);

/** Hash by which the database knows a random token: a copy of the database opens nothing. */
export const hashToken = (token: string): string => sha256(token);
