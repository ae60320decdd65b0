import { createHash } from 'node:crypto';

/** How the database knows a random token: a copy of it opens nothing. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
