import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { batches } from '../../batches';
import type { Database } from '../../db';
import { JOB_MICROS } from './CallCounts';

/**
 * Keeps what the limits of the installation's day count of a member's calls since a time, before the rows of these calls are deleted. The
 * ids are new ones: those of jobs stand in the log beside their member.
 */
export async function keepCalls(change: Transaction<Database>, memberId: string, since: string): Promise<void> {
  const { rows } = await sql<{ started_at: string; micros: number | null }>`
    select started_at, ${JOB_MICROS} as micros from job where member_id = ${memberId} and started_at > ${since}
    union all
    select started_at, cost_micros as micros from analysis
    where member_id = ${memberId} and started_at > ${since}`.execute(change);
  const kept = rows.map((row) => ({ started_at: row.started_at, id: randomUUID(), cost_micros: row.micros }));
  for (const some of batches(kept)) await change.insertInto('nameless_call').values(some).execute();
}
