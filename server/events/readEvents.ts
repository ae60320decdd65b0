import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { EVENT_PATCHES_MAX_BYTES } from '../../src/api/contractEvents';
import type { ProjectEvent } from '../../src/api/contractEvents';
import { missedPatches } from '../canvas/patchLog';
import { atOneMoment, NO_EVENT } from '../db';
import type { Database } from '../db';
import { jobOf } from '../generation/jobs/jobRow';
import { isLiveProject } from '../projects/project';
import { presentStep } from '../runs/presentRun';
import { TAKE_COLUMNS, takeOf } from '../takes/takeRow';

/** Most bytes of the long columns of a page, unless one event alone has more. */
const PAGE_MAX_BYTES = 256 * 1024;
const LONG_COLUMNS = [
  ['job', ['text', 'further']],
  ['take', ['text', 'recipe']],
] as const;

/** The place up to which a reader has been told. */
export interface Cursor {
  /** The canvas's last told revision. */
  readonly revision: number;
  /** The number of the last event that was no revision. */
  readonly event: number;
}

export interface TellableEvent {
  readonly id: string;
  readonly event: ProjectEvent;
}

export interface EventPage {
  readonly events: readonly TellableEvent[];
  /** Cursor of the last of these events. */
  readonly cursor: Cursor;
  /** There is nothing more. */
  readonly isWhole: boolean;
}

/** The id of an event. */
export const idOf = ({ revision, event }: Cursor): string => `${revision}-${event}`;

/** The cursor of an event's id; null for a text that is none. */
export function cursorOf(id: string): Cursor | null {
  const [, revision, event] = /^(\d{1,15})-(\d{1,15})$/.exec(id) ?? [];
  return revision === undefined || event === undefined ? null : { revision: Number(revision), event: Number(event) };
}

/** Cursors of the newest events, of those projects that are not deleted. */
export async function readHeads(db: Kysely<Database>, projectIds: readonly number[]): Promise<Map<number, Cursor>> {
  const rows = await db
    .selectFrom('project')
    .leftJoin('project_event', 'project_event.project_id', 'project.id')
    .select(['project.id', 'project.revision', 'project_event.last'])
    .where('project.id', 'in', projectIds)
    .where(isLiveProject())
    .execute();
  return new Map(rows.map(({ id, revision, last }) => [id, { revision, event: last ?? 0 }]));
}

/**
 * The next events of a project after a cursor, at most `limit` besides that of its revision. Null when the project is gone, or when the
 * cursor is ahead of it: a backup was restored.
 */
export function readEvents(
  db: Kysely<Database>,
  projectId: number,
  { after, limit }: { after: Cursor; limit: number },
): Promise<EventPage | null> {
  return atOneMoment(db, async (read) => {
    const head = (await readHeads(read, [projectId])).get(projectId);
    if (head === undefined || head.revision < after.revision || head.event < after.event) return null;
    const { revision } = head;
    const events: TellableEvent[] = [];
    const tell = (event: ProjectEvent, number: number): void => {
      events.push({ id: idOf({ revision, event: number }), event });
    };
    if (revision > after.revision) {
      const max = EVENT_PATCHES_MAX_BYTES;
      const missed = await missedPatches(read, projectId, { base: after.revision, current: revision, max });
      tell({ event: 'revision', data: { revision, ...missed } }, after.event);
    }
    if (head.event === after.event) return { events, cursor: head, isWhole: true };
    const until = await endOfPage(read, projectId, { after: after.event, until: head.event, limit });
    const rows = await readRows(read, projectId, { after: after.event, until, limit });
    for (const { number, event } of rows.slice(0, limit)) tell(event, number);
    const last = rows.length <= limit ? until : (rows[limit - 1]?.number ?? until);
    return { events, cursor: { revision, event: last }, isWhole: last === head.event };
  });
}

interface NumberedEvent {
  readonly number: number;
  readonly event: ProjectEvent;
}

/** A part of a project's events, by their numbers. */
interface EventRange {
  readonly after: number;
  readonly until: number;
  readonly limit: number;
}

/** The number of the last event of a page: of long takes and texts a page has few, since all of it waits for each reader. */
async function endOfPage(
  db: Kysely<Database>,
  projectId: number,
  { after, until, limit }: EventRange,
): Promise<number> {
  const long = [];
  for (const [table, columns] of LONG_COLUMNS) {
    const { rows } = await sql<{ event: number; bytes: number }>`
      select event, ${sql.join(
        columns.map((column) => sql`octet_length(coalesce(${sql.ref(column)}, ''))`),
        sql` + `,
      )} as bytes
      from ${sql.table(table)} where project_id = ${projectId} and event > ${after} and event > ${NO_EVENT}
      order by event limit ${sql.lit(limit)}`.execute(db);
    long.push(...rows);
  }
  let bytes = 0;
  let last = after;
  for (const row of long.toSorted((a, b) => a.event - b.event)) {
    bytes += row.bytes;
    if (bytes > PAGE_MAX_BYTES && last > after) return last;
    last = row.event;
  }
  return until;
}

/** One more than `limit` where there are more. */
async function readRows(
  db: Kysely<Database>,
  projectId: number,
  { after, until, limit }: EventRange,
): Promise<NumberedEvent[]> {
  const some = limit + 1;
  const jobs = await db
    .selectFrom('job')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('event', '>', after)
    .where('event', '>', NO_EVENT)
    .where('event', '<=', until)
    .orderBy('event')
    .limit(some)
    .execute();
  const takes = await db
    .selectFrom('take')
    .select([...TAKE_COLUMNS, 'take.event', 'take.deleted_at'])
    .where('project_id', '=', projectId)
    .where('event', '>', after)
    .where('event', '>', NO_EVENT)
    .where('event', '<=', until)
    .orderBy('event')
    .limit(some)
    .execute();
  const runs = await db
    .selectFrom('run')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('event', '>', after)
    .where('event', '>', NO_EVENT)
    .where('event', '<=', until)
    .orderBy('event')
    .limit(some)
    .execute();
  const steps = await readSteps(db, projectId, { after, until, limit: some });
  return [
    ...jobs.map((row) => ({ number: row.event, event: { event: 'job' as const, data: jobOf(row) } })),
    ...takes.map(({ event: number, deleted_at: deletedAt, ...row }) => {
      const data = { take: takeOf(row), ...(deletedAt !== null && { isDeleted: true }) };
      return { number, event: { event: 'take' as const, data } };
    }),
    ...runs.map(({ id: runId, state, steps_over: done, steps: total, event: number }) => ({
      number,
      event: { event: 'run' as const, data: { runId, state, done, total } },
    })),
    ...steps,
  ]
    .toSorted((a, b) => a.number - b.number)
    .slice(0, some);
}

/** A step's change is one of its run: only runs that have changed can have any. */
async function readSteps(
  db: Kysely<Database>,
  projectId: number,
  { after, until, limit }: EventRange,
): Promise<NumberedEvent[]> {
  const rows = await db
    .selectFrom('run')
    .innerJoin('run_step', 'run_step.run_id', 'run.id')
    .select(['run_id', 'place', 'node_id', 'number', 'cell', 'run_step.state', 'reason', 'take_id', 'run_step.event'])
    .select('run.takes')
    .where('run.project_id', '=', projectId)
    .where('run.event', '>', after)
    .where('run.event', '>', NO_EVENT)
    .where('run_step.event', '>', after)
    .where('run_step.event', '>', NO_EVENT)
    .where('run_step.event', '<=', until)
    .orderBy('run_step.event')
    .limit(limit)
    .execute();
  return rows.map(({ takes, ...row }) => {
    const step = presentStep(row, { takes });
    return { number: row.event, event: { event: 'step' as const, data: { runId: row.run_id, ...step } } };
  });
}
