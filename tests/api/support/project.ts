import { sequenceOf } from './startServer';

/** What the server tells of a project beside its canvas. */
export const HEAD = { projectId: 7, name: 'Rivers', updatedAt: '2026-11-21T09:00:00.000Z', revision: 3 };

/** A project as the server gives it to who takes it as a sequence. */
export const project = (...canvas: readonly string[]): string =>
  sequenceOf(JSON.stringify({ ...HEAD, memberId: 'jin' }), ...canvas);
