import type { Kysely, Selectable } from 'kysely';
import type { ProjectHead, ProjectListQuery } from '../../src/api/contract';
import type { Clock } from '../ports';
import { firstRevision, nextNumber, transact } from '../db';
import type { Database, ProjectTable } from '../db';
import { ApiError } from '../errors';
import type { Pictures } from '../files/pictures';
import type { JobIntake } from '../generation';
import { abortRuns } from '../runs/abortRuns';
import type { Trash } from '../trash/Trash';
import { addUsage, findUsage, recountProject } from '../usage/usage';
import type { MemberUsage, Quota } from '../usage/usage';
import type { VersionStore } from '../versions/VersionStore';
import type { UnreferencedTexts } from '../canvas/UnreferencedTexts';
import type { CanvasStore } from '../canvas/CanvasStore';
import { behind } from '../canvas/errors';
import { measureCanvasRows } from '../canvas/canvasRows';
import { nameText } from '../canvas/canvasTexts';
import { holdProject, isLiveProject, projectNotFound, requireLiveProject } from './project';
import { retryWhenRaced } from '../retry';
import { listProjects } from './listProjects';
import type { ProjectPage } from './listProjects';
import { nameKey } from '../names';

type ProjectRow = Selectable<ProjectTable>;

/** A creation as a client means it: sent again with the same key it is the same one. */
export interface CreationKey {
  key: string;
  /** SHA-256 of the body, hex. */
  bodyHash: string;
}

/** A whole canvas as it arrived. */
export interface WholeCanvas {
  name: string;
  /** The canvas's JSON; UTF-8. */
  canvas: Uint8Array;
  /** Base revisions of the sender; null for any. */
  ifMatch: number[] | null;
  /** `If-None-Match: *`: only when there is no canvas yet. */
  onlyFirst: boolean;
}

/** The same, once its sender's conditions are known to hold. */
interface Replacement {
  canvas: Uint8Array;
  /** The new name; it stays as it is when absent. */
  name?: string;
  keepAs: 'restore' | 'replace' | null;
  /** Throws when the canvas at this revision must not be replaced. */
  check: (revision: number) => void;
}

/** The members' projects. Another member gets the 404 of a project that does not exist. */
export class ProjectStore {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;
  readonly #canvases: CanvasStore;
  readonly #texts: UnreferencedTexts;
  readonly #pictures: Pick<Pictures, 'dropThumbnail'>;
  readonly #versions: VersionStore;
  readonly #trash: Trash;
  readonly #intake: Pick<JobIntake, 'tellAborted'>;
  readonly #quota: Quota;

  constructor(deps: {
    db: Kysely<Database>;
    clock: Clock;
    canvases: CanvasStore;
    texts: UnreferencedTexts;
    pictures: Pick<Pictures, 'dropThumbnail'>;
    versions: VersionStore;
    trash: Trash;
    intake: Pick<JobIntake, 'tellAborted'>;
    quota: Quota;
  }) {
    this.#db = deps.db;
    this.#clock = deps.clock;
    this.#canvases = deps.canvases;
    this.#texts = deps.texts;
    this.#pictures = deps.pictures;
    this.#versions = deps.versions;
    this.#trash = deps.trash;
    this.#intake = deps.intake;
    this.#quota = deps.quota;
  }

  list(memberId: string, query: ProjectListQuery): Promise<ProjectPage> {
    return listProjects(this.#db, memberId, query);
  }

  /**
   * Creates a project. A repeated request with its key returns the project that the first one created.
   *
   * @param canvas UTF-8; empty for a project without a canvas, at revision 0.
   * @throws ApiError 422 when the key came with another body, 409 while the first request is in progress.
   */
  async create(memberId: string, name: string, canvas: Uint8Array, asked: CreationKey | null): Promise<ProjectHead> {
    const first = asked && (await this.#findCreated(memberId, asked));
    if (first) return first;
    const bytes = canvas.byteLength;
    const used = await findUsage(this.#db, memberId);
    // The limits are checked first, so that a refused canvas is not written.
    this.#refuseNew({ bytes: used.bytes + bytes, projects: used.projects + 1 }, bytes);
    if (bytes === 0) return this.#createOnce(memberId, name, asked);
    return this.#canvases.store(memberId, canvas, async (textId, written) => {
      const head = await this.#createOnce(memberId, name, asked, { textId, bytes });
      this.#canvases.written(head.projectId, head.revision, written);
      return head;
    });
  }

  async #findCreated(memberId: string, { key, bodyHash }: CreationKey): Promise<ProjectHead | null> {
    // A deleted project counts too: its creation must not be repeated either.
    const row = await this.#db
      .selectFrom('project')
      .selectAll()
      .where('member_id', '=', memberId)
      .where('creation_key', '=', key)
      .executeTakeFirst();
    if (row === undefined) return null;
    if (row.creation_hash !== bodyHash) {
      throw new ApiError(
        422,
        'idempotencyKeyReused',
        'This Idempotency-Key was used for another project. Use a new one.',
      );
    }
    return presentHead(row);
  }

  #refuseNew(used: MemberUsage, bytes: number): void {
    this.#quota.refuseProjects(used);
    if (bytes > 0) this.#quota.refuseBytes(used);
  }

  async #createOnce(
    memberId: string,
    name: string,
    asked: CreationKey | null,
    text: { textId: string; bytes: number } | null = null,
  ): Promise<ProjectHead> {
    const revision = text === null ? 0 : 1;
    const bytes = text?.bytes ?? 0;
    return transact(this.#db, async (change) => {
      const row = await change
        .insertInto('project')
        .values({
          id: await nextNumber(change, 'project'),
          member_id: memberId,
          ...named(name),
          revision,
          updated_at: this.#now(),
          thumbnail: null,
          deleted_at: null,
          creation_key: asked?.key ?? null,
          creation_hash: asked?.bodyHash ?? null,
          bytes,
          counted_bytes: bytes,
        })
        .onConflict((known) => known.columns(['member_id', 'creation_key']).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) {
        throw new ApiError(409, 'stillRunning', 'The same project is still being created. Ask again in a moment.');
      }
      if (text !== null) await nameText(change, { projectId: row.id, revision, textId: text.textId });
      this.#refuseNew(await addUsage(change, memberId, { bytes, projects: 1 }), bytes);
      return presentHead(row);
    });
  }

  /** The canvas as UTF-8. */
  async read(memberId: string, id: number): Promise<{ head: ProjectHead; canvas: Buffer }> {
    return retryWhenRaced(async () => {
      const row = await findProject(this.#db, memberId, id);
      const canvas = await this.#canvases.read(memberId, id, row.revision);
      return canvas && { head: presentHead(row), canvas };
    });
  }

  /** Throws 412 when the conditions of the sender do not hold. */
  replace(memberId: string, id: number, whole: WholeCanvas): Promise<ProjectHead> {
    return this.#replace(memberId, id, {
      canvas: whole.canvas,
      // The revision does not count names: the project may have a newer one than the sender of a revision knows.
      ...(whole.ifMatch === null && { name: whole.name }),
      // A sender who names the base has seen what it replaces; only others need a version of it.
      keepAs: whole.ifMatch === null ? 'replace' : null,
      check: (revision) => {
        const isBehind = whole.ifMatch !== null && !whole.ifMatch.includes(revision);
        if (isBehind || (whole.onlyFirst && revision > 0)) throw behind(revision);
      },
    });
  }

  /** An earlier canvas becomes the newest revision; the present one becomes a version first. */
  restore(memberId: string, id: number, canvas: Uint8Array): Promise<ProjectHead> {
    return this.#replace(memberId, id, { canvas, keepAs: 'restore', check: () => undefined });
  }

  async #replace(memberId: string, id: number, whole: Replacement): Promise<ProjectHead> {
    // The revision is checked first, so that a refused canvas is not written.
    whole.check((await findProject(this.#db, memberId, id)).revision);
    const bytes = whole.canvas.byteLength;
    return this.#canvases.store(memberId, whole.canvas, (textId) =>
      this.#attach(memberId, id, { textId, bytes }, whole),
    );
  }

  async #attach(
    memberId: string,
    id: number,
    { textId, bytes }: { textId: string; bytes: number },
    { name, keepAs, check }: Omit<Replacement, 'canvas'>,
  ): Promise<ProjectHead> {
    return retryWhenRaced(async () => {
      const { revision } = await findProject(this.#db, memberId, id);
      check(revision);
      await this.#versions.beforeReplacing(id, revision, keepAs);
      const next = revision === 0 ? await firstRevision(this.#db) : revision + 1;
      const replaced = await transact(this.#db, async (change) => {
        await holdProject(change, id);
        if (await this.#versions.isUnsettled(change, id)) return undefined;
        const row = await change
          .updateTable('project')
          .set({ revision: next, updated_at: this.#now(), ...(name !== undefined && named(name)) })
          .where('revision', '=', revision)
          .where(isLiveProject({ id }))
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const bytesBefore = (await measureCanvasRows(change, id)) ?? 0;
        const before = await nameText(change, { projectId: id, revision: row.revision, textId });
        // No patch leads over a replaced canvas: those before it are of no use to anybody.
        const patches = await change
          .deleteFrom('patch_log')
          .where('project_id', '=', id)
          .returning('text_id')
          .execute();
        const used = await recountProject(change, id);
        if (used && bytes > bytesBefore) this.#quota.refuseBytes(used);
        return { row, unreferenced: [before, ...patches.map((patch) => patch.text_id)] };
      });
      if (replaced === undefined) return null;
      this.#canvases.forget(id);
      this.#texts.drop(replaced.unreferenced.flatMap((text) => text ?? []));
      return presentHead(replaced.row);
    });
  }

  async rename(memberId: string, id: number, name: string): Promise<ProjectHead> {
    const row = await this.#db
      .updateTable('project')
      .set({ ...named(name), updated_at: this.#now() })
      .where(isLiveProject({ memberId, id }))
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw projectNotFound();
    return presentHead(row);
  }

  /** Throws 404 unless the member has this project. */
  async check(memberId: string, id: number): Promise<void> {
    await requireLiveProject(this.#db, memberId, id);
  }

  /** How often the canvas has changed. Throws 404. */
  async revisionOf(memberId: string, id: number): Promise<number> {
    return (await findProject(this.#db, memberId, id)).revision;
  }

  async setThumbnail(memberId: string, id: number, url: string): Promise<void> {
    const before = await transact(this.#db, async (change) => {
      const held = await holdProject(change, id);
      await findProject(change, memberId, id);
      await change.updateTable('project').set({ thumbnail: url }).where('id', '=', id).execute();
      return held?.thumbnail ?? null;
    });
    if (before !== null) await this.#pictures.dropThumbnail(memberId, before);
  }

  /** Deletes for the member, and ends its runs. The rows stay for TRASH_DAYS, so that the operator can bring a project back. */
  async delete(memberId: string, id: number): Promise<void> {
    const jobs = await transact(this.#db, async (change) => {
      const { numUpdatedRows } = await change
        .updateTable('project')
        .set({ deleted_at: this.#now() })
        .where(isLiveProject({ memberId, id }))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw projectNotFound();
      // Its bytes count until it is gone for good.
      await addUsage(change, memberId, { projects: -1 });
      return (await abortRuns(change, { projectId: id }, this.#now())).jobs;
    });
    this.#canvases.forget(id);
    this.#intake.tellAborted(jobs);
    await this.#trash.filled(id);
  }

  #now(): string {
    return this.#clock.now().toISOString();
  }
}

async function findProject(db: Kysely<Database>, memberId: string, id: number): Promise<ProjectRow> {
  const row = await db.selectFrom('project').selectAll().where(isLiveProject({ memberId, id })).executeTakeFirst();
  if (row === undefined) throw projectNotFound();
  return row;
}

const named = (name: string): Pick<ProjectRow, 'name' | 'name_key'> => ({ name, name_key: nameKey(name) });

function presentHead(row: ProjectRow): ProjectHead {
  return { projectId: row.id, name: row.name, updatedAt: row.updated_at, revision: row.revision };
}
