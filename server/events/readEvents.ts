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
    const rows = head.event > after.event ? await readRows(read, projectId, { after: after.event, limit }) : [];
    for (const { number, event } of rows.slice(0, limit)) tell(event, number);
    const isWhole = rows.length <= limit;
    const last = isWhole ? head.event : (rows[limit - 1]?.number ?? head.event);
    return { events, cursor: { revision, event: last }, isWhole };
  });
}

interface NumberedEvent {
  readonly number: number;
  readonly event: ProjectEvent;
}

/** One more than `limit` where there are more. */
async function readRows(
  db: Kysely<Database>,
  projectId: number,
  { after, limit }: { after: number; limit: number },
): Promise<NumberedEvent[]> {
  const some = limit + 1;
  const jobs = await db
    .selectFrom('job')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('event', '>', after)
    .where('event', '>', NO_EVENT)
    .orderBy('event')
    .limit(some)
    .execute();
  const takes = await db
    .selectFrom('take')
    .select([...TAKE_COLUMNS, 'take.event', 'take.deleted_at'])
    .where('project_id', '=', projectId)
    .where('event', '>', after)
    .where('event', '>', NO_EVENT)
    .orderBy('event')
    .limit(some)
    .execute();
  const runs = await db
    .selectFrom('run')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('event', '>', after)
    .where('event', '>', NO_EVENT)
    .orderBy('event')
    .execute();
  const steps = runs.length === 0 ? [] : await readSteps(db, { runs, after, limit: some });
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
  { runs, after, limit }: { runs: readonly { id: string; takes: number }[]; after: number; limit: number },
): Promise<NumberedEvent[]> {
  const takesOf = new Map(runs.map(({ id, takes }) => [id, takes]));
  const rows = await db
    .selectFrom('run_step')
    .select(['run_id', 'place', 'node_id', 'number', 'cell', 'state', 'reason', 'take_id', 'event'])
    .where(
      'run_id',
      'in',
      runs.map(({ id }) => id),
    )
    .where('event', '>', after)
    .where('event', '>', NO_EVENT)
    .orderBy('event')
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const step = presentStep(row, { takes: takesOf.get(row.run_id) ?? 1 });
    return { number: row.event, event: { event: 'step' as const, data: { runId: row.run_id, ...step } } };
  });
}
