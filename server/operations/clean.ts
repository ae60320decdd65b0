import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { deleteSome } from '../db';
import type { Database } from '../db';
import { sumUpJobs } from '../generation/jobs/sumUpJobs';
import { dropLeftTexts } from '../canvas/dropLeftTexts';
import { oldestAnswerAt } from '../canvas/patchAnswers';
import { isAway } from '../retry';
import { dropRuns } from '../runs/dropRuns';
import { dropTakes } from '../takes/dropTakes';
import { DAY_MS } from '../time';
import { purgeProject } from '../trash/purgeProject';

/** The cleanings, in the order in which they are done. */
export const CLEANINGS = [
  'sessions',
  'tokens',
  'answers',
  'trash',
  'takes',
  'texts',
  'runs',
  'jobs',
  'textCalls',
  'calls',
] as const;
export type CleaningName = (typeof CLEANINGS)[number];

export interface Cleaning {
  name: CleaningName;
  /** ISO 8601. */
  now: string;
  trashDays: number;
  /** End of the step before; null for the first one. */
  from: string | null;
}

export interface Cleaned {
  /** Number of deleted rows. */
  count: number;
  /** The place from which the next step goes on; null when all is done. */
  next: string | null;
  /** Things that could not be deleted, each with the reason. The next step goes on behind them. */
  failures?: string[];
}

/** Tokens that are over are shown as such for so long. */
const TOKENS_SHOWN_MS = 30 * DAY_MS;
/** Runs that ended before are deleted; only the last ones of a project are ever listed. */
const RUNS_KEPT_MS = 30 * DAY_MS;
/** Older jobs are summed up, and older calls of text engines deleted. */
const JOBS_KEPT_MS = 365 * DAY_MS;

/** Each holds the writer's place for a millisecond or two, and the next save's sync writes so little of it. */
const ROWS_AT_ONCE = 100;
const PROJECTS_AT_ONCE = 5;

type Step = (db: Kysely<Database>, cleaning: Cleaning) => Promise<Cleaned>;

const STEPS: { readonly [Name in CleaningName]: Step } = {
  sessions: (db, { now }) => dropUntil(db, 'session', 'expires_at', now),
  tokens: (db, { now }) => dropUntil(db, 'api_token', 'expires_at', before(now, TOKENS_SHOWN_MS)),
  answers: (db, { now }) => dropUntil(db, 'patch_answer', 'created_at', oldestAnswerAt(new Date(now))),
  trash: dropTrash,
  takes: async (db, { now, trashDays }) => {
    const count = await dropTakes(db, { until: before(now, trashDays * DAY_MS), limit: ROWS_AT_ONCE });
    return { count, next: count === ROWS_AT_ONCE ? 'more' : null };
  },
  texts: (db, { now, from }) => dropLeftTexts(db, { now, from }),
  runs: dropEndedRuns,
  jobs: async (db, { now }) => {
    const count = await sumUpJobs(db, { until: before(now, JOBS_KEPT_MS), limit: ROWS_AT_ONCE });
    return { count, next: count === ROWS_AT_ONCE ? 'more' : null };
  },
  textCalls: (db, { now }) => dropUntil(db, 'analysis', 'started_at', before(now, JOBS_KEPT_MS)),
  calls: (db, { now }) => dropUntil(db, 'nameless_call', 'started_at', before(now, DAY_MS)),
};

/** Deletes a few expired things. */
export function clean(db: Kysely<Database>, cleaning: Cleaning): Promise<Cleaned> {
  return STEPS[cleaning.name](db, cleaning);
}

const before = (now: string, ms: number): string => new Date(Date.parse(now) - ms).toISOString();

async function dropUntil(db: Kysely<Database>, table: keyof Database, column: string, until: string): Promise<Cleaned> {
  const where = sql`${sql.ref(column)} <= ${until}`;
  const count = await deleteSome(db, table, { where, orderBy: column, limit: ROWS_AT_ONCE });
  return { count, next: count === ROWS_AT_ONCE ? 'more' : null };
}

/** Removes the projects that were deleted first; one that cannot be removed keeps none of the others. */
async function dropTrash(db: Kysely<Database>, { now, trashDays, from }: Cleaning): Promise<Cleaned> {
  const [time, lastId] = from === null ? ['', 0] : (JSON.parse(from) as [string, number]);
  const over = await db
    .selectFrom('project')
    .select(['id', 'deleted_at'])
    .where(sql<boolean>`(deleted_at, id) > (${time}, ${lastId})`)
    .where('deleted_at', '<=', before(now, trashDays * DAY_MS))
    .orderBy('deleted_at')
    .orderBy('id')
    .limit(PROJECTS_AT_ONCE)
    .execute();
  const failures: string[] = [];
  for (const { id } of over) {
    try {
      await purgeProject(db, { projectId: id, now });
    } catch (error) {
      if (isAway(error)) throw error;
      failures.push(`project ${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
  const last = over.length === PROJECTS_AT_ONCE ? over.at(-1) : undefined;
  return {
    count: over.length - failures.length,
    next: last === undefined ? null : JSON.stringify([last.deleted_at, last.id]),
    failures,
  };
}

/** Deletes the runs that ended first. */
async function dropEndedRuns(db: Kysely<Database>, { now }: Cleaning): Promise<Cleaned> {
  const over = await db
    .selectFrom('run')
    .select(['id', 'steps'])
    .where('ended_at', '<=', before(now, RUNS_KEPT_MS))
    .orderBy('ended_at')
    .limit(ROWS_AT_ONCE)
    .execute();
  const count = await dropRuns(db, over, ROWS_AT_ONCE);
  return { count, next: count < over.length || over.length === ROWS_AT_ONCE ? 'more' : null };
}
