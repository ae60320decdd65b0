import { hash } from 'node:crypto';

/** Hashes a text as UTF-8, to hexadecimal. */
export const sha256 = (text: string): string => hash('sha256', text);

/** Hash by which the database knows a random token: a copy of the database opens nothing. */
export const hashToken = (token: string): string => sha256(token);
