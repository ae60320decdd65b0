import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { RUNNING } from '../db';
import type { Database } from '../db';
import { ApiError } from '../errors';

/** How many steps of a member's runs may be under way: the longest run twice. A server has each of them in memory until its run is over. */
const UNDER_WAY_MAX = 20_000;
/** How soon one of them ends cannot be foretold. */
const RETRY_S = 60;

/** Call with the member's row held, once the new run has its row. Throws ApiError 429. */
export async function refuseTooManySteps(change: Transaction<Database>, memberId: string): Promise<void> {
  // Asked for the member alone, SQLite would read all that they have ever run.
  const own = sql<number | null>`sum(case when member_id = ${memberId} then steps - steps_over else 0 end)`;
  const { left } = await change
    .selectFrom('run')
    .select(own.as('left'))
    .where('state', '=', RUNNING)
    .executeTakeFirstOrThrow();
  if ((left ?? 0) <= UNDER_WAY_MAX) return;
  const message =
    'Your runs have 20,000 results to make, as many as may be. Try again when some are done, or stop a run.';
  throw new ApiError(429, 'limitRuns', message, { 'Retry-After': String(RETRY_S) });
}
