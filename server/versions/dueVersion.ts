import type { VersionKind } from '../../src/api/contract';

const MINUTE_MS = 60 * 1000;
/** Editing after so long a quiet is another session. */
const SESSION_QUIET_MS = 30 * MINUTE_MS;
/** How often an automatic version is made during edits. */
const INTERVAL_MS = 10 * MINUTE_MS;

interface Saves {
  readonly now: Date;
  /** When the newest version was made; null when there is none. */
  readonly lastVersionAt: string | null;
  /** When the save before this one came; null when that is not known any more. */
  readonly lastSaveAt: string | null;
}

/** The version to keep of the state that a save now changes; null when it is too early for one. */
export function dueVersion({ now, lastVersionAt, lastSaveAt }: Saves): VersionKind | null {
  // Either way: a clock that was put back must not end the making of versions.
  const since = (time: string): number => Math.abs(now.getTime() - Date.parse(time));
  if (lastSaveAt !== null && since(lastSaveAt) >= SESSION_QUIET_MS) return 'session';
  if (lastVersionAt === null) return 'session';
  return since(lastVersionAt) >= INTERVAL_MS ? 'interval' : null;
}
