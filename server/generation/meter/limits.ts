import type { Kysely } from 'kysely';
import type { Database } from '../../db';
import { DAY_MS } from '../../time';
import { CallCounts } from './CallCounts';

/** Limits on the calls of engines. A day is the last 24 hours, a minute the last 60 seconds. */
export interface GenerationLimits {
  /** Calls of each member, with pictures and analyses counted apart. */
  perMinute: number;
  concurrent: number;
  perDay: number;
  /** Calls of the whole installation, pictures and analyses together; null: as many as its members may. */
  perDayAll: number | null;
  /** Cost of all of them in a day, in millionths of a US dollar; null: no limit. */
  budgetMicros: number | null;
  /** Cost that is assumed for a picture or a text of an unknown price until its own is known. */
  estimateMicros: number;
}

/** Kinds of calls of an engine, each with a count of its own for the member. */
export type CallKind = 'picture' | 'analysis';

/** A call that is about to be made. */
export interface WantedCall {
  kind: CallKind;
  memberId: string;
  /** It costs nothing, as what this server does by itself. */
  isFree: boolean;
  /** Cost that is assumed for it, in millionths of a US dollar. */
  estimateMicros: number;
}

/** Cost that is assumed for a call until its own is known: by the price of a result, or by the estimate where that is unknown. */
export const estimateOf = (
  priceMicros: number | null,
  count: number | undefined,
  { estimateMicros }: Pick<GenerationLimits, 'estimateMicros'>,
): number => Math.round((priceMicros ?? estimateMicros) * (count ?? 1));

/** Calls and cost that the limits of a day still let a member have; null where there is no limit. */
export interface Allowance {
  calls: number | null;
  micros: number | null;
}

/** The allowance of now, which is no promise: others ask too. */
export async function allowance(
  db: Kysely<Database>,
  memberId: string,
  { perDay, perDayAll, budgetMicros, estimateMicros }: GenerationLimits,
  now: Date,
): Promise<Allowance> {
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const counts = new CallCounts(db);
  const left = [perDay - (await counts.countOfMember(memberId, since))];
  if (perDayAll !== null) left.push(perDayAll - (await counts.countOfAll(since)));
  const spent = budgetMicros === null ? 0 : await counts.spentSince(since, estimateMicros);
  return {
    calls: Math.max(0, Math.min(...left)),
    micros: budgetMicros === null ? null : Math.max(0, budgetMicros - spent),
  };
}
