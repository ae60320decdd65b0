import type { FastifyBaseLogger } from 'fastify';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Version, VersionKind } from '../../src/api/contract';
import type { Clock, Ids } from '../ports';
import { nextNumber, transact } from '../db';
import type { Database, VersionTable } from '../db';
import { ApiError } from '../errors';
import { holdProject, projectNotFound } from '../projects/project';
import { measureCanvasRows } from '../canvas/canvasRows';
import type { UnreferencedTexts } from '../canvas/UnreferencedTexts';
import type { CanvasWork } from '../canvas/work/CanvasWork';
import { findUsage, recountProject, type Quota } from '../usage/usage';
import { dueVersion, surplusVersions } from './keptVersions';
import { unsettledRevisions } from './settleVersions';
import { VersionTexts } from './VersionTexts';

/** The same answer for a version that never was, one that is gone and one of another project. */
function versionNotFound(): ApiError {
  return new ApiError(404, 'versionNotFound', 'There is no such version. It may have been deleted.');
}

/** A version's number from an address. Anything that is no integer names no version: throws 404. */
export function parseVersionId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw versionNotFound();
  return Number(text);
}

type VersionRow = Selectable<VersionTable>;

/** How many versions a person may keep of a project: these stay until the person deletes them. */
const KEPT_MAX = 100;

/** The newest version of a project. */
export interface LastVersion {
  revision: number;
  createdAt: string;
}

/** A state that is about to be changed. */
interface StateBefore {
  revision: number;
  /** When the save came that led to it; null when that is not known any more. */
  lastSaveAt: string | null;
  lastVersion: LastVersion | undefined;
}

interface VersionStoreDeps {
  db: Kysely<Database>;
  clock: Clock;
  ids: Ids;
  work: CanvasWork;
  texts: UnreferencedTexts;
  quota: Quota;
  log: FastifyBaseLogger;
}

/**
 * The versions of projects. Automatic versions are thinned out with age; kept and named ones stay. Callers have checked that the
 * project is the member's.
 */
export class VersionStore {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;
  readonly #quota: Quota;
  readonly #texts: VersionTexts;
  readonly #unreferenced: UnreferencedTexts;

  constructor(deps: VersionStoreDeps) {
    this.#db = deps.db;
    this.#clock = deps.clock;
    this.#quota = deps.quota;
    this.#texts = new VersionTexts(deps);
    this.#unreferenced = deps.texts;
  }

  /** Newest first. */
  async list(projectId: number): Promise<Version[]> {
    const rows = await this.#db
      .selectFrom('version')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('id', 'desc')
      .execute();
    return rows.map(presentVersion);
  }

  /** Throws 404 where there is no such version. */
  async check(projectId: number, id: number): Promise<void> {
    await this.#find(this.#db, projectId, id);
  }

  /** The canvas as UTF-8; `reserve` is called before it is in memory. Throws 404, and 503 where there is no room or no thread for it. */
  async read(projectId: number, id: number, owner: string, reserve: (bytes: number) => void): Promise<Buffer> {
    const { revision } = await this.#find(this.#db, projectId, id);
    const text = await this.#texts.read({ projectId, revision }, owner, reserve);
    if (text === null) throw versionNotFound();
    return text;
  }

  /**
   * Keeps the present canvas as a version until the person deletes it. A repeated request for the same revision and name gets the same
   * version. Throws 409 without a canvas, or when too many versions are kept, and 413 when there is no room for it.
   */
  async keep(projectId: number, name: string): Promise<Version> {
    try {
      return (await this.#keep(projectId, name, bytesToCome)).version;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'quota')) throw error;
    }
    // Packed, most texts need much less room than the canvas: they are written now, and counted as they are.
    const { version, memberId, isNew } = await this.#keep(projectId, name, null);
    try {
      await this.#texts.settle(projectId);
      this.#quota.refuseBytes(await findUsage(this.#db, memberId));
    } catch (error) {
      if (isNew) await this.remove(projectId, version.id);
      throw error;
    }
    return version;
  }

  /** Names a version; an empty name removes its name. Throws 404, and 409 when too many versions are kept. */
  async rename(projectId: number, id: number, name: string): Promise<Version> {
    return transact(this.#db, async (change) => {
      await holdProject(change, projectId);
      const version = await this.#find(change, projectId, id);
      if (!isKept(version) && name !== '') await refuseTooMany(change, projectId);
      await change.updateTable('version').set({ name }).where('id', '=', id).execute();
      return presentVersion({ ...version, name });
    });
  }

  /** Throws 404. */
  async remove(projectId: number, id: number): Promise<void> {
    const unreferenced = await transact(this.#db, async (change) => {
      await holdProject(change, projectId);
      await this.#find(change, projectId, id);
      return this.#drop(change, projectId, [id]);
    });
    this.#unreferenced.drop(unreferenced);
  }

  /**
   * Call in the transaction of a patch, which holds the project. Adds a version's row when one is due, as `context` tells without a
   * query; its text is written later. Returns the texts that nothing names any more.
   */
  async patched(change: Transaction<Database>, projectId: number, context: StateBefore): Promise<string[]> {
    // The version that the context names may have been deleted since; the next save comes soon enough then.
    if (this.#due(context) === null) return [];
    return this.#keepWhenDue(change, projectId, context.revision, context.lastSaveAt);
  }

  /**
   * Call before the canvas at `revision` is replaced. Keeps it as a version of `kind`, or when one is due, and writes the texts that
   * rest on its patches. Replace it in a transaction in which `isUnsettled` is false, else begin again.
   */
  async beforeReplacing(projectId: number, revision: number, kind: 'restore' | 'replace' | null): Promise<void> {
    if (revision === 0) return;
    const unreferenced = await transact(this.#db, async (change) => {
      // The canvas has moved on; the caller is about to notice.
      if ((await holdProject(change, projectId))?.revision !== revision) return [];
      if (kind === null) return this.#keepWhenDue(change, projectId, revision, null);
      if ((await newest(change, projectId))?.revision === revision) return [];
      await this.#insert(change, { projectId, revision, kind, name: '' });
      return this.#thin(change, projectId);
    });
    this.#unreferenced.drop(unreferenced);
    await this.#texts.settle(projectId);
  }

  /** Whether a version would lose its canvas with the project's patches. */
  isUnsettled(db: Kysely<Database>, projectId: number): Promise<boolean> {
    return this.#texts.isUnsettled(db, projectId);
  }

  async #keepWhenDue(
    change: Transaction<Database>,
    projectId: number,
    revision: number,
    lastSaveAt: string | null,
  ): Promise<string[]> {
    const last = await newest(change, projectId);
    const lastVersion = last && { revision: last.revision, createdAt: last.created_at };
    const kind = this.#due({ revision, lastSaveAt, lastVersion });
    if (kind === null) return [];
    await this.#insert(change, { projectId, revision, kind, name: '' });
    return this.#thin(change, projectId);
  }

  #due({ revision, lastSaveAt, lastVersion }: StateBefore): VersionKind | null {
    if (lastVersion?.revision === revision) return null;
    return dueVersion({ now: this.#clock.now(), lastVersionAt: lastVersion?.createdAt ?? null, lastSaveAt });
  }

  async #insert(
    change: Transaction<Database>,
    version: { projectId: number; revision: number; kind: VersionKind; name: string },
  ): Promise<VersionRow> {
    return change
      .insertInto('version')
      .values({
        id: await nextNumber(change, 'version'),
        project_id: version.projectId,
        revision: version.revision,
        kind: version.kind,
        name: version.name,
        created_at: this.#clock.now().toISOString(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  async #thin(change: Transaction<Database>, projectId: number): Promise<string[]> {
    const rows = await change
      .selectFrom('version')
      .leftJoin('version_text', (text) =>
        text
          .onRef('version_text.project_id', '=', 'version.project_id')
          .onRef('version_text.revision', '=', 'version.revision'),
      )
      .leftJoin('canvas_text', 'canvas_text.id', 'version_text.text_id')
      .select(['version.id as id', 'version.created_at as createdAt', 'canvas_text.bytes as bytes'])
      .where('version.project_id', '=', projectId)
      .where('version.kind', '!=', 'kept')
      .where('version.name', '=', '')
      .orderBy('version.id', 'desc')
      .execute();
    const surplus = surplusVersions(
      rows.map((row) => ({ ...row, bytes: row.bytes ?? 0 })),
      this.#clock.now(),
    );
    return surplus.length === 0 ? [] : this.#drop(change, projectId, surplus);
  }

  /** `toCome`: the bytes of texts that are still to be written; null where they are about to be. */
  async #keep(
    projectId: number,
    name: string,
    toCome: ((change: Transaction<Database>, projectId: number) => Promise<number>) | null,
  ): Promise<{ version: Version; memberId: string; isNew: boolean }> {
    return transact(this.#db, async (change) => {
      const held = await holdProject(change, projectId);
      if (held === undefined) throw projectNotFound();
      const { revision, member_id: memberId } = held;
      if (revision === 0) {
        throw new ApiError(409, 'noCanvas', 'This project has no canvas yet: there is nothing to keep.');
      }
      const last = await newest(change, projectId);
      if (last?.kind === 'kept' && last.revision === revision && last.name === name)
        return { version: presentVersion(last), memberId, isNew: false };
      await refuseTooMany(change, projectId);
      const version = await this.#insert(change, { projectId, revision, kind: 'kept', name });
      const { bytes } = await findUsage(change, memberId);
      // A full storage takes no version, not even one whose text is written already.
      this.#quota.refuseFull({ bytes: bytes + ((await toCome?.(change, projectId)) ?? 0) });
      return { version: presentVersion(version), memberId, isNew: true };
    });
  }

  /** Returns the texts that nothing names any more. */
  async #drop(change: Transaction<Database>, projectId: number, ids: readonly number[]): Promise<string[]> {
    await change.deleteFrom('version').where('id', 'in', ids).execute();
    const named = change.selectFrom('version').select('revision').where('project_id', '=', projectId);
    const gone = await change
      .deleteFrom('version_text')
      .where('project_id', '=', projectId)
      .where('revision', 'not in', named)
      .returning('text_id')
      .execute();
    if (gone.length > 0) await recountProject(change, projectId);
    return gone.map(({ text_id: id }) => id);
  }

  async #find(db: Kysely<Database>, projectId: number, id: number): Promise<VersionRow> {
    const row = await db
      .selectFrom('version')
      .selectAll()
      .where('id', '=', id)
      .where('project_id', '=', projectId)
      .executeTakeFirst();
    if (row === undefined) throw versionNotFound();
    return row;
  }
}

const isKept = ({ kind, name }: VersionRow): boolean => kind === 'kept' || name !== '';

async function newest(db: Kysely<Database>, projectId: number): Promise<VersionRow | undefined> {
  return db
    .selectFrom('version')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function refuseTooMany(db: Kysely<Database>, projectId: number): Promise<void> {
  const { kept } = await db
    .selectFrom('version')
    .select((row) => row.fn.countAll<number>().as('kept'))
    .where('project_id', '=', projectId)
    .where((row) => row.or([row('kind', '=', 'kept'), row('name', '!=', '')]))
    .executeTakeFirstOrThrow();
  if (kept < KEPT_MAX) return;
  const message = `There are ${KEPT_MAX} kept versions of this project. Delete one of them first.`;
  throw new ApiError(409, 'tooManyVersions', message);
}

/**
 * The likely bytes of the texts of kept versions that are still to be written: as many as the canvas has, for each. Automatic ones are
 * thinned out by their bytes.
 */
async function bytesToCome(db: Kysely<Database>, projectId: number): Promise<number> {
  const unsettled = await unsettledRevisions(db, projectId)
    .where((row) => row.or([row('version.kind', '=', 'kept'), row('version.name', '!=', '')]))
    .execute();
  return unsettled.length * ((await measureCanvasRows(db, projectId)) ?? 0);
}

function presentVersion(row: VersionRow): Version {
  return { id: row.id, kind: row.kind, name: row.name, revision: row.revision, createdAt: row.created_at };
}
