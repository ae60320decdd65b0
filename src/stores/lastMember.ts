import * as z from 'zod/mini';
import { member, type Member } from '../api/contract';
import type { Clock, RecordStore } from './ports';

const KEY = 'lastMember';
/** A session that nobody uses ends after so long, too: the server knows of nobody here then. */
const OFFLINE_MAX_MS = 30 * 24 * 60 * 60_000;

/** Earlier versions have not kept when it was. */
const shape = z.extend(member, { seenAt: z.optional(z.number()) });

/** Who was signed in here last, and whether that is so long ago that nothing of theirs opens without the server. */
async function readLast(
  records: RecordStore,
  clock: Pick<Clock, 'now'>,
): Promise<{ who: Member; isLongAgo: boolean } | null> {
  const read = shape.safeParse(await records.get(KEY).catch(() => null));
  if (!read.success) return null;
  const { seenAt, ...who } = read.data;
  return { who, isLongAgo: seenAt !== undefined && clock.now() - seenAt > OFFLINE_MAX_MS };
}

/** Who was signed in here last: opens that member's local copies while the server cannot say who is, for a bounded time. */
export async function readLastMember(records: RecordStore, clock: Pick<Clock, 'now'>): Promise<Member | null> {
  const last = await readLast(records, clock);
  return last && !last.isLongAgo ? last.who : null;
}

/** Whether local copies stay closed only because this device has not reached the server for too long. */
export async function isOfflineTooLong(records: RecordStore, clock: Pick<Clock, 'now'>): Promise<boolean> {
  return (await readLast(records, clock))?.isLongAgo ?? false;
}

/** The server has just said so; null: that nobody is. */
export async function keepLastMember(
  records: RecordStore,
  who: Member | null,
  clock: Pick<Clock, 'now'>,
): Promise<void> {
  await records.setAll({ [KEY]: who ? { ...who, seenAt: clock.now() } : undefined }).catch(() => undefined);
}
