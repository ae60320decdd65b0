import * as z from 'zod/mini';
import { member, type Member } from '../api/contract';
import { DAY_MS } from '../time';
import type { Clock, RecordStore } from './ports';

const KEY = 'lastMember';
/** An unused session ends after the same time on the server, which then no longer knows this browser. */
export const OFFLINE_MAX_MS = 30 * DAY_MS;

/** Earlier versions stored no time. */
const shape = z.extend(member, { seenAt: z.optional(z.number()) });

/** The member who was signed in here last, and whether that is so long ago that nothing of theirs opens without the server. */
async function readLast(
  records: RecordStore,
  clock: Pick<Clock, 'now'>,
): Promise<{ who: Member; isLongAgo: boolean } | null> {
  const read = shape.safeParse(await records.get(KEY).catch(() => null));
  if (!read.success) return null;
  const { seenAt, ...who } = read.data;
  return { who, isLongAgo: seenAt !== undefined && clock.now() - seenAt > OFFLINE_MAX_MS };
}

/** The last member signed in here; for a limited time, their local copies open while the server cannot say who is signed in. */
export async function readLastMember(records: RecordStore, clock: Pick<Clock, 'now'>): Promise<Member | null> {
  const last = await readLast(records, clock);
  return last && !last.isLongAgo ? last.who : null;
}

/** True when local copies stay closed only because this device has not reached the server for too long. */
export async function isOfflineTooLong(records: RecordStore, clock: Pick<Clock, 'now'>): Promise<boolean> {
  return (await readLast(records, clock))?.isLongAgo ?? false;
}

/** Stores the server's last answer; null when nobody is signed in. */
export async function keepLastMember(
  records: RecordStore,
  who: Member | null,
  clock: Pick<Clock, 'now'>,
): Promise<void> {
  await records.setAll({ [KEY]: who ? { ...who, seenAt: clock.now() } : undefined }).catch(() => undefined);
}
