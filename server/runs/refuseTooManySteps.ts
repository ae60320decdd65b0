import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { RUNNING } from '../db';
import type { Database } from '../db';
import { ApiError } from '../errors';

/** How many steps a member's runs under way may have: the longest run twice. A server has all of them in memory, those that are over too. */
const UNDER_WAY_MAX = 20_000;
/** How soon one of them ends cannot be foretold. */
const RETRY_S = 60;

/** Call with the member's row held, once the new run has its row. Throws ApiError 429. */
export async function refuseTooManySteps(change: Transaction<Database>, memberId: string): Promise<void> {
  // Asked for the member alone, SQLite would read all that they have ever run.
  const own = sql<number | null>`sum(case when member_id = ${memberId} then steps else 0 end)`;
  const { total } = await change
    .selectFrom('run')
    .select(own.as('total'))
    .where('state', '=', RUNNING)
    .executeTakeFirstOrThrow();
  if ((total ?? 0) <= UNDER_WAY_MAX) return;
  const message =
    'Your runs under way have 20,000 results, as many as may be. Try again when one is over, or stop a run.';
  throw new ApiError(429, 'limitRuns', message, { 'Retry-After': String(RETRY_S) });
}
