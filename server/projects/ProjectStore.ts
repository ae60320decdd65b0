import type { Kysely, Selectable } from 'kysely';
import type { ProjectHead, ProjectSummary } from '../../src/api/contract';
import type { Clock } from '../Clock';
import type { Database, ProjectTable } from '../db';
import type { Pictures } from '../files/pictures';
import type { CanvasStore } from './CanvasStore';
import { behind } from './IfMatch';
import { projectNotFound } from './projectNotFound';

type ProjectRow = Selectable<ProjectTable>;

/** A whole canvas as it arrived. */
export interface WholeCanvas {
  name: string;
  canvas: string;
  /** Revisions the sender built on; null for whatever stands. */
  ifMatch: number[] | null;
  /** `If-None-Match: *`: only when there is no canvas yet. */
  onlyFirst: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The members' projects. Whoever is not the project's member gets the 404 of a project that is not there. */
export class ProjectStore {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;
  readonly #canvases: CanvasStore;
  readonly #pictures: Pick<Pictures, 'dropThumbnail'>;
  readonly #trashDays: number;

  constructor(deps: {
    db: Kysely<Database>;
    clock: Clock;
    canvases: CanvasStore;
    pictures: Pick<Pictures, 'dropThumbnail'>;
    trashDays: number;
  }) {
    this.#db = deps.db;
    this.#clock = deps.clock;
    this.#canvases = deps.canvases;
    this.#pictures = deps.pictures;
    this.#trashDays = deps.trashDays;
  }

  async list(memberId: string): Promise<ProjectSummary[]> {
    const rows = await this.#db
      .selectFrom('project')
      .selectAll()
      .where('member_id', '=', memberId)
      .where('deleted_at', 'is', null)
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return rows.map((row) => ({
      projectId: row.id,
      name: row.name,
      updatedAt: row.updated_at,
      thumbnail: row.thumbnail,
    }));
  }

  /** The canvas may be empty: then the project has none, at revision 0. */
  async create(memberId: string, name: string, canvas: string): Promise<ProjectHead> {
    const revision = canvas === '' ? 0 : 1;
    const head = await this.#db.transaction().execute(async (change) => {
      const row = await change
        .insertInto('project')
        .values({
          id: await nextProjectId(change),
          member_id: memberId,
          name,
          revision,
          updated_at: this.#now(),
          thumbnail: null,
          deleted_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      if (revision > 0) await writeSnapshot(change, row.id, revision, canvas);
      return presentHead(row);
    });
    this.#canvases.written(head.projectId, revision, canvas);
    return head;
  }

  /** The canvas as UTF-8. */
  async read(memberId: string, id: number): Promise<{ head: ProjectHead; canvas: Buffer }> {
    return this.#db.transaction().execute(async (read) => {
      const row = await findProject(read, memberId, id);
      return { head: presentHead(row), canvas: await this.#canvases.read(read, id, row.revision) };
    });
  }

  /** Throws 412 when the conditions of the sender do not hold. */
  async replace(memberId: string, id: number, whole: WholeCanvas): Promise<ProjectHead> {
    const head = await this.#db.transaction().execute(async (change) => {
      const { revision } = await findProject(change, memberId, id);
      const isBehind = whole.ifMatch !== null && !whole.ifMatch.includes(revision);
      if (isBehind || (whole.onlyFirst && revision > 0)) throw behind(revision);
      const row = await change
        .updateTable('project')
        .set({ name: whole.name, revision: revision + 1, updated_at: this.#now() })
        .where('id', '=', id)
        .where('revision', '=', revision)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) throw behind(revision + 1);
      await writeSnapshot(change, id, row.revision, whole.canvas);
      // No patch leads over a replaced canvas: those before it are of no use to anybody.
      await change.deleteFrom('patch_log').where('project_id', '=', id).execute();
      return presentHead(row);
    });
    this.#canvases.forget(id);
    return head;
  }

  async rename(memberId: string, id: number, name: string): Promise<ProjectHead> {
    const row = await this.#db
      .updateTable('project')
      .set({ name, updated_at: this.#now() })
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw projectNotFound();
    return presentHead(row);
  }

  /** Throws 404 unless the member has this project. */
  async check(memberId: string, id: number): Promise<void> {
    await findProject(this.#db, memberId, id);
  }

  async setThumbnail(memberId: string, id: number, url: string): Promise<void> {
    const before = await this.#db.transaction().execute(async (change) => {
      const { thumbnail } = await findProject(change, memberId, id);
      await change.updateTable('project').set({ thumbnail: url }).where('id', '=', id).execute();
      return thumbnail;
    });
    if (before !== null) await this.#pictures.dropThumbnail(memberId, before);
  }

  /** Deletes for the member. The rows stay for TRASH_DAYS, so that the operator can bring a project back. */
  async delete(memberId: string, id: number): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('project')
      .set({ deleted_at: this.#now() })
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw projectNotFound();
    this.#canvases.forget(id);
    if (this.#trashDays === 0) await this.emptyTrash();
  }

  /** Removes what was deleted more than TRASH_DAYS ago, for good. */
  async emptyTrash(): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - this.#trashDays * DAY_MS).toISOString();
    const gone = await this.#db
      .deleteFrom('project')
      .where('deleted_at', '<=', before)
      .returning(['member_id', 'thumbnail'])
      .execute();
    for (const { member_id: memberId, thumbnail } of gone) {
      if (thumbnail !== null) await this.#pictures.dropThumbnail(memberId, thumbnail);
    }
  }

  #now(): string {
    return this.#clock.now().toISOString();
  }
}

async function findProject(db: Kysely<Database>, memberId: string, id: number): Promise<ProjectRow> {
  const row = await db
    .selectFrom('project')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw projectNotFound();
  return row;
}

async function nextProjectId(db: Kysely<Database>): Promise<number> {
  const { last } = await db
    .insertInto('counter')
    .values({ name: 'project', last: 1 })
    .onConflict((known) => known.column('name').doUpdateSet((row) => ({ last: row('counter.last', '+', 1) })))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

async function writeSnapshot(db: Kysely<Database>, id: number, revision: number, canvas: string): Promise<void> {
  await db
    .insertInto('snapshot')
    .values({ project_id: id, revision, canvas })
    .onConflict((old) => old.column('project_id').doUpdateSet({ revision, canvas }))
    .execute();
}

function presentHead(row: ProjectRow): ProjectHead {
  return { projectId: row.id, name: row.name, updatedAt: row.updated_at, revision: row.revision };
}
