import { sequenceOf } from './startServer';

/** The fields of a project that the server sends beside its canvas. */
export const HEAD = { projectId: 7, name: 'Rivers', updatedAt: '2026-11-21T09:00:00.000Z', revision: 3 };

/** The server's answer to a request that accepts a JSON sequence. */
export const project = (...canvas: readonly string[]): string =>
  sequenceOf(JSON.stringify({ ...HEAD, memberId: 'jin' }), ...canvas);
