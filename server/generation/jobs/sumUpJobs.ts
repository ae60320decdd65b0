import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import { transact } from '../../db';
import type { Database, JobTable } from '../../db';

type OldJob = Pick<
  Selectable<JobTable>,
  'member_id' | 'started_at' | 'provider' | 'model' | 'state' | 'input_tokens' | 'output_tokens' | 'cost_micros'
>;

/**
 * Adds the oldest jobs that began by a time and have ended to their months, and drops them. Who made a picture and what it cost is
 * then known of the month only.
 *
 * @returns How many: `limit` when there may be more.
 */
export function sumUpJobs(db: Kysely<Database>, { until, limit }: { until: string; limit: number }): Promise<number> {
  return transact(db, async (change) => {
    const old = await change
      .selectFrom('job')
      .select('id')
      .where('started_at', '<=', until)
      .where('state', '!=', 'running')
      .orderBy('started_at')
      .limit(limit)
      .execute();
    if (old.length === 0) return 0;
    // Another server may be summing up the same jobs: each is given to one of us.
    const gone = await change
      .deleteFrom('job')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .returning(['member_id', 'started_at', 'provider', 'model', 'state'])
      .returning(['input_tokens', 'output_tokens', 'cost_micros'])
      .execute();
    const months = new Map<string, OldJob[]>();
    for (const job of gone) months.set(monthOf(job), [...(months.get(monthOf(job)) ?? []), job]);
    for (const jobs of months.values()) await addTo(change, jobs);
    return old.length;
  });
}

const monthOf = (job: OldJob): string =>
  JSON.stringify([job.member_id, job.started_at.slice(0, 7), job.provider, job.model, job.state]);

async function addTo(change: Kysely<Database>, jobs: readonly OldJob[]): Promise<void> {
  const [first] = jobs;
  if (first === undefined) return;
  const total = (column: 'input_tokens' | 'output_tokens' | 'cost_micros'): number =>
    jobs.reduce((sum, job) => sum + (job[column] ?? 0), 0);
  await change
    .insertInto('job_sum')
    .values({
      member_id: first.member_id,
      month: first.started_at.slice(0, 7),
      provider: first.provider ?? '',
      model: first.model ?? '',
      state: first.state,
      jobs: jobs.length,
      input_tokens: total('input_tokens'),
      output_tokens: total('output_tokens'),
      cost_micros: String(total('cost_micros')),
    })
    .onConflict((known) =>
      known.columns(['member_id', 'month', 'provider', 'model', 'state']).doUpdateSet((row) => ({
        jobs: row('job_sum.jobs', '+', row.ref('excluded.jobs')),
        input_tokens: row('job_sum.input_tokens', '+', row.ref('excluded.input_tokens')),
        output_tokens: row('job_sum.output_tokens', '+', row.ref('excluded.output_tokens')),
        cost_micros: sql<string>`cast(cast(job_sum.cost_micros as bigint) + cast(excluded.cost_micros as bigint) as text)`,
      })),
    )
    .execute();
}
