import { inject } from 'vitest';

/**
 * True on PostgreSQL, for tests whose statements others send, too, and in which nothing depends on how a database runs them. `npm run
 * test:postgres` runs them nevertheless.
 */
export const sqliteIsEnough: boolean = inject('postgres') !== undefined && process.env['POSTGRES'] !== 'all';
