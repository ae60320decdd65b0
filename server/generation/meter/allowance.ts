import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../db';
import { CallCounts } from './CallCounts';
import type { GenerationLimits } from './limits';

const DAY_MS = 24 * 60 * 60 * 1000;

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
  const { rows } = await sql<{ own: number | string; everybody: number | string }>`select
    (select count(*) from job where member_id = ${memberId} and started_at > ${since}) as own,
    (select count(*) from job where started_at > ${since}) +
    (select count(*) from analysis where started_at > ${since}) as everybody`.execute(db);
  const { own = 0, everybody = 0 } = rows[0] ?? {};
  const left = [perDay - Number(own), ...(perDayAll === null ? [] : [perDayAll - Number(everybody)])];
  const spent = budgetMicros === null ? 0 : await new CallCounts(db).spentSince(since, estimateMicros);
  return {
    calls: Math.max(0, Math.min(...left)),
    micros: budgetMicros === null ? null : Math.max(0, budgetMicros - spent),
  };
}
