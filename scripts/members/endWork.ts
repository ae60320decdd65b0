import type { Kysely } from 'kysely';
import { transact } from '../../server/db';
import type { Database } from '../../server/db';
import { ABORTED } from '../../server/generation/jobs/JobEvent';
import { JobStore } from '../../server/generation/jobs/JobStore';
import { abortRuns } from '../../server/runs/abortRuns';

/** Ends the member's runs and jobs that are under way: the servers that run them find the ends in the rows, and stop the engines. */
export async function endWork(db: Kysely<Database>, memberId: string): Promise<{ runs: number; jobs: number }> {
  const now = new Date().toISOString();
  const { runs, jobs: ofRuns } = await transact(db, (change) => abortRuns(change, { memberId }, now));
  const running = await db
    .selectFrom('job')
    .select('id')
    .where('member_id', '=', memberId)
    .where('state', '=', 'running')
    .execute();
  const jobs = new JobStore(db);
  let ended = ofRuns.length;
  for (const { id } of running) if ((await jobs.end(id, ABORTED, now)) !== null) ended += 1;
  return { runs, jobs: ended };
}
