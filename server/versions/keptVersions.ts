import type { VersionKind } from '../../src/api/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time';
import { MEBIBYTE } from '../bytes';

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

/** Automatic versions stay for a day; of older ones the last of each such span stays, and none after a year. */
const SPANS = [
  { youngerThanMs: 7 * DAY_MS, spanMs: HOUR_MS },
  { youngerThanMs: 30 * DAY_MS, spanMs: DAY_MS },
  { youngerThanMs: 365 * DAY_MS, spanMs: 7 * DAY_MS },
] as const;
/** Most automatic versions of any age; the oldest go. */
const AUTOMATIC_MAX = 400;
/** The most bytes that the stored texts of a project's versions may take; the oldest go. */
const AUTOMATIC_MAX_BYTES = 64 * MEBIBYTE;

export interface AutomaticVersion {
  readonly id: number;
  readonly createdAt: string;
  /** Bytes of its stored text; 0 before there is one. */
  readonly bytes: number;
}

/** Returns the ids of the automatic versions to delete. `versions`: those of one project, newest first; the newest stays. */
export function surplusVersions(versions: readonly AutomaticVersion[], now: Date): number[] {
  const taken = new Set<string>();
  let bytes = 0;
  return versions
    .filter((version, index) => {
      const place = placeOf(version, now);
      const hasPlace = place !== null && !taken.has(place) && taken.size < AUTOMATIC_MAX;
      const stays = index === 0 || (hasPlace && bytes + version.bytes <= AUTOMATIC_MAX_BYTES);
      if (!stays) return true;
      taken.add(place ?? 'newest');
      bytes += version.bytes;
      return false;
    })
    .map(({ id }) => id);
}

/** Versions with the same place are one too many; null for one that is too old for any. */
function placeOf({ id, createdAt }: AutomaticVersion, now: Date): string | null {
  const at = Date.parse(createdAt);
  const ageMs = now.getTime() - at;
  if (ageMs < DAY_MS) return `version ${id}`;
  const span = SPANS.find(({ youngerThanMs }) => ageMs < youngerThanMs);
  return span ? `${span.spanMs} ${Math.floor(at / span.spanMs)}` : null;
}
