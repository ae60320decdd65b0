import type { Kysely } from 'kysely';
import { JoinRefused } from '../../access/members';
import type { Database } from '../../db';
import { ApiError } from '../../errors';
import { DAY_MS, MINUTE_MS } from '../../time';
import { CallCounts } from './CallCounts';
import type { GenerationLimits, WantedCall } from './limits';

/** A running call's end cannot be foretold; this is when asking again is worth it. */
const CONCURRENT_RETRY_S = 5;

const CALLS = { picture: 'runs of nodes', analysis: 'texts to read or write' } as const;

interface Limit {
  code: 'limitMinute' | 'limitConcurrent' | 'limitDay' | 'limitDayAll' | 'budget';
  waitS: number;
  /** Sentence before the time at which it opens again. */
  says: string;
}

/**
 * The meter of everything that costs: throws ApiError 429 when the member, or all members together, have reached a limit. It names the
 * limit that opens last; Retry-After is the time until only the limit of running calls remains. Call it while the member is locked, in the
 * transaction that writes the call's row: so none is counted twice or not at all.
 */
export async function refuseOverLimit(
  change: Kysely<Database>,
  call: WantedCall,
  limits: GenerationLimits,
  now: Date,
): Promise<void> {
  const { budgetMicros } = limits;
  // No time makes room for it, so that the answer names none.
  if (budgetMicros !== null && !call.isFree && call.estimateMicros > budgetMicros)
    throw new ApiError(429, 'budget', 'This costs more than this server may spend on AI in a day.');
  await holdEverybody(change, limits, now);
  const own = await ofMember(new CallCounts(change), call, limits, now);
  const all = [...own, ...(await ofEverybody(new CallCounts(change), call, limits, now))];
  const last = all.reduce((longest, limit) => (limit.waitS > longest.waitS ? limit : longest));
  if (last.waitS === 0) return;
  const retryAt = new Date(now.getTime() + last.waitS * 1000).toISOString();
  const message = `${last.says} ${opensAgain(last)}`;
  throw new ApiError(429, last.code, message, { 'Retry-After': String(last.waitS) }, { retryAt });
}

/**
 * Makes the member's other calls wait until the transaction ends, at every server. Throws ApiError 403 where the member was blocked after
 * the request was recognised as theirs: its body may have come minutes later.
 */
export async function holdMember(change: Kysely<Database>, memberId: string): Promise<void> {
  const member = await change
    .selectFrom('member')
    .select('blocked_at')
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // A deleted member was blocked before.
  if (member?.blocked_at !== null) throw new JoinRefused('blocked');
}

/** Like holdMember, for the calls of all members when these have a common limit. */
async function holdEverybody(
  change: Kysely<Database>,
  { perDayAll, budgetMicros }: GenerationLimits,
  now: Date,
): Promise<void> {
  if (perDayAll === null && budgetMicros === null) return;
  await change
    .insertInto('counter')
    .values({ name: 'meter', last: now.getTime() })
    .onConflict((known) => known.column('name').doUpdateSet({ last: now.getTime() }))
    .execute();
}

async function ofMember(
  counts: CallCounts,
  { kind, memberId }: WantedCall,
  limits: GenerationLimits,
  now: Date,
): Promise<Limit[]> {
  const isFull = (await counts.countRunning(kind, memberId, now.toISOString())) >= limits.concurrent;
  const ofDay = await counts.startOfNthNewest(kind, memberId, limits.perDay);
  const ofMinute = await counts.startOfNthNewest(kind, memberId, limits.perMinute);
  return [
    {
      code: 'limitConcurrent',
      waitS: isFull ? CONCURRENT_RETRY_S : 0,
      says: `Too many ${CALLS[kind]} are under way at once.`,
    },
    { code: 'limitMinute', waitS: untilAged(ofMinute, MINUTE_MS, now), says: `Too many ${CALLS[kind]} in one minute.` },
    { code: 'limitDay', waitS: untilAged(ofDay, DAY_MS, now), says: `Today's number of ${CALLS[kind]} is used up.` },
  ];
}

async function ofEverybody(
  counts: CallCounts,
  { isFree, estimateMicros }: WantedCall,
  { perDayAll, budgetMicros, estimateMicros: unknownMicros }: GenerationLimits,
  now: Date,
): Promise<Limit[]> {
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const ofDay = perDayAll === null ? undefined : await counts.startOfNthNewestOfAll(perDayAll, since);
  // A call begins only where its own cost has room too.
  const room = budgetMicros === null || isFree ? null : budgetMicros - estimateMicros;
  const ofMoney = room === null ? undefined : await counts.startOfOverspending(room, since, unknownMicros);
  return [
    {
      code: 'limitDayAll',
      waitS: untilAged(ofDay, DAY_MS, now),
      says: 'All of you together have asked the AI as often as this server may in a day.',
    },
    {
      code: 'budget',
      waitS: untilAged(ofMoney, DAY_MS, now),
      says: 'This server has spent what it may spend on AI in a day.',
    },
  ];
}

function untilAged(start: string | undefined, windowMs: number, now: Date): number {
  if (start === undefined) return 0;
  return Math.max(0, Math.ceil((Date.parse(start) + windowMs - now.getTime()) / 1000));
}

function opensAgain({ code, waitS }: Limit): string {
  if (code === 'limitConcurrent') return 'Wait until one is done.';
  if (code === 'limitMinute') return `Try again in ${waitS} s.`;
  return `The next is possible within ${Math.ceil(waitS / 3600)} h.`;
}
