import type { FastifyBaseLogger } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { PatchAnswer } from '../../src/api/contract';
import { CANVAS_MAX_BYTES } from '../../src/api/contract';
import type { Clock } from '../Clock';
import { transact } from '../db';
import type { Database } from '../db';
import { ApiError } from '../errors';
import type { Ids } from '../Ids';
import { OneAtATime } from '../OneAtATime';
import type { VersionStore } from '../versions/VersionStore';
import { canvasBusy } from './canvasBusy';
import { measureCanvasRows } from './canvasRows';
import { unnamedTexts } from './canvasTexts';
import { checkPatched } from './checkSnapshot';
import { DocumentCache } from './DocumentCache';
import type { HotDocument } from './DocumentCache';
import { behind } from './IfMatch';
import { applyPatch, canvasTooLarge } from './JsonPatch';
import type { JsonPatch } from './JsonPatch';
import { LogFolder } from './LogFolder';
import { measureCanvas, unpackCanvas } from './packedCanvas';
import { projectNotFound } from './projectNotFound';
import type { CanvasWork } from './work/CanvasWork';

/** A change of a canvas as it arrived. */
export interface CanvasPatch {
  memberId: string;
  projectId: number;
  /** Revisions the sender built on; null for whatever stands. */
  ifMatch: number[] | null;
  patch: JsonPatch;
  /** The patch as JSON, written down before anything is applied, because applying changes its values. */
  text: string;
}

interface Head {
  revision: number;
  updatedAt: string;
}

type AfterWrite = (change: Transaction<Database>, answer: PatchAnswer) => Promise<void>;

/** Another server process may win the race for a revision this often before we give up. */
const ATTEMPTS = 5;
/** A 412 brings at most this much of what was missed; beyond it, loading the whole canvas is the better way. */
const MISSED_MAX_BYTES = 1 * 1024 * 1024;
/** Texts that are nobody's for so long are not about to become somebody's. */
const UNNAMED_MS = 60 * 60 * 1000;

/** The canvases: their text for readers, their patches from writers. */
export class CanvasStore {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #work: CanvasWork;
  readonly #versions: VersionStore;
  readonly #log: FastifyBaseLogger;
  readonly #cache: DocumentCache;
  readonly #oneAtATime = new OneAtATime();
  readonly #folder: LogFolder;
  readonly #dropping = new Set<Promise<void>>();

  constructor(deps: {
    db: Kysely<Database>;
    clock: Clock;
    ids: Ids;
    work: CanvasWork;
    versions: VersionStore;
    cacheBytes: number;
    log: FastifyBaseLogger;
  }) {
    this.#db = deps.db;
    this.#clock = deps.clock;
    this.#ids = deps.ids;
    this.#work = deps.work;
    this.#log = deps.log;
    this.#cache = new DocumentCache(deps.cacheBytes);
    this.#versions = deps.versions;
    this.#folder = new LogFolder({ ...deps, cache: this.#cache });
  }

  /** About how much memory the canvases take that were last worked on. */
  get cachedBytes(): number {
    return this.#cache.bytes;
  }

  /** How many patch logs are to be folded. */
  get foldsWaiting(): number {
    return this.#folder.waiting;
  }

  /** Resolves when nothing is going on in the background. */
  async idle(): Promise<void> {
    await this.#folder.idle();
    await Promise.all(this.#dropping);
  }

  /**
   * The canvas of a project the caller has checked to be the member's, as UTF-8: as it was sent until its first change.
   * Null when it stands at another revision by now.
   */
  async read(projectId: number, revision: number): Promise<Buffer | null> {
    const known = this.#cache.text(projectId, revision);
    if (known) return known;
    const text = await this.#text(projectId, revision);
    if (text) this.#cache.putText(projectId, revision, text);
    return text;
  }

  /**
   * Writes a canvas, as UTF-8, into the database, where `attach` makes it a project's. When that fails it is deleted again.
   * The bytes are gone from the caller; `attach` is given them back.
   */
  async store<T>(canvas: Uint8Array, attach: (textId: string, canvas: Uint8Array) => Promise<T>): Promise<T> {
    const id = this.#ids.id();
    const text = { id, bytes: canvas, createdAt: this.#clock.now().toISOString() };
    const written = await this.#work.run('write', text, canvas.byteLength);
    try {
      return await attach(id, written);
    } catch (error) {
      this.drop([id]);
      throw error;
    }
  }

  /** Deletes texts that nobody names any more, in the background. */
  drop(textIds: string[]): void {
    const dropping = this.#drop(textIds)
      // Housekeeping comes upon them later.
      .catch((error: unknown) => this.#log.error({ err: error }, 'a text could not be deleted'))
      .finally(() => this.#dropping.delete(dropping));
    this.#dropping.add(dropping);
  }

  /** Deletes the texts that were left behind by deleted projects and by whoever was killed. */
  async dropUnnamed(): Promise<void> {
    const textIds = await unnamedTexts(this.#db, new Date(this.#clock.now().getTime() - UNNAMED_MS));
    if (textIds.length > 0) this.drop(textIds);
  }

  /** Whoever has just written a canvas will soon read it. */
  written(projectId: number, revision: number, canvas: Uint8Array): void {
    this.#cache.putText(projectId, revision, asBuffer(canvas));
  }

  /** Forgets what it had in mind of a canvas that was replaced as a whole. */
  forget(projectId: number): void {
    this.#cache.drop(projectId);
  }

  /**
   * Applies all of a patch or nothing of it. `afterWrite` joins its transaction. Throws 404, 409, 412, 413 or 422 as
   * api.md says of PATCH.
   */
  patch(asked: CanvasPatch, afterWrite: AfterWrite): Promise<PatchAnswer> {
    return this.#oneAtATime.run(String(asked.projectId), async () => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const answer = await this.#tryPatch(asked, afterWrite);
        if (answer !== null) return answer;
      }
      throw canvasBusy();
    });
  }

  /** Null when another process changed the canvas in between. */
  async #tryPatch(asked: CanvasPatch, afterWrite: AfterWrite): Promise<PatchAnswer | null> {
    const head = await this.#head(asked);
    if (asked.ifMatch !== null && !asked.ifMatch.includes(head.revision)) {
      throw behind(head.revision, await this.missed(asked.projectId, asked.ifMatch, head.revision));
    }
    if (asked.patch.length === 0) {
      const answer = { revision: head.revision, updatedAt: head.updatedAt };
      await transact(this.#db, (change) => afterWrite(change, answer));
      return answer;
    }
    const hot = await this.#take(asked.projectId, head.revision);
    if (hot === null) return null;
    const changed = patched(hot, asked);
    const answer = await this.#write(asked, changed.revision, afterWrite);
    if (answer === null) return null;
    this.#cache.put(asked.projectId, changed);
    this.#folder.grown(asked.projectId, changed);
    return answer;
  }

  /** The patches between a member's base and the current revision, when the log still has every one of them. */
  async missed(projectId: number, bases: readonly number[], current: number): Promise<Record<string, unknown>> {
    const base = Math.max(...bases.filter((revision) => revision < current));
    if (!Number.isFinite(base)) return {};
    const rows = await this.#db
      .selectFrom('patch_log')
      .select(['revision', 'patch'])
      .where('project_id', '=', projectId)
      .where('revision', '>', base)
      .where('revision', '<=', current)
      .orderBy('revision')
      .execute();
    const bytes = rows.reduce((sum, { patch }) => sum + patch.length, 0);
    if (rows.length !== current - base || bytes > MISSED_MAX_BYTES) return {};
    return { patches: rows.map(({ revision, patch }) => ({ revision, patch: JSON.parse(patch) as unknown })) };
  }

  async #text(projectId: number, revision: number): Promise<Buffer | null> {
    const hot = this.#cache.peek(projectId, revision);
    if (hot && hot.snapshotRevision < revision && this.#work.isSmall(hot.bytes)) {
      return Buffer.from(JSON.stringify(hot.document));
    }
    const bytes = await measureCanvasRows(this.#db, projectId);
    if (bytes === undefined) return revision === 0 ? Buffer.alloc(0) : null;
    const text = await this.#work.run('read', { projectId, revision }, bytes);
    return text && asBuffer(text);
  }

  async #drop(textIds: string[]): Promise<void> {
    const { bytes } = await this.#db
      .selectFrom('canvas_text')
      .select((text) => text.fn.sum<number | null>('bytes').as('bytes'))
      .where('id', 'in', textIds)
      .executeTakeFirstOrThrow();
    await this.#work.run('drop', { textIds }, bytes ?? 0);
  }

  async #head(asked: CanvasPatch): Promise<Head> {
    const row = await this.#db
      .selectFrom('project')
      .select(['revision', 'updated_at'])
      .where('id', '=', asked.projectId)
      .where('member_id', '=', asked.memberId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) throw projectNotFound();
    return { revision: row.revision, updatedAt: row.updated_at };
  }

  async #take(projectId: number, revision: number): Promise<HotDocument | null> {
    const hot = this.#cache.take(projectId, revision);
    if (hot) return hot;
    const bytes = await measureCanvasRows(this.#db, projectId);
    if (bytes === undefined) {
      throw new ApiError(409, 'noCanvas', 'This project has no canvas yet. Send a whole one first.');
    }
    const opened = await this.#work.run('open', { projectId, revision }, bytes);
    if (opened === null) return null;
    const { packed, ...facts } = opened;
    return { ...facts, document: await unpackCanvas(packed), readBytes: 0 };
  }

  async #write(asked: CanvasPatch, revision: number, afterWrite: AfterWrite): Promise<PatchAnswer | null> {
    const updatedAt = this.#clock.now().toISOString();
    return transact(this.#db, async (change) => {
      const { numUpdatedRows } = await change
        .updateTable('project')
        .set({ revision, updated_at: updatedAt })
        .where('id', '=', asked.projectId)
        .where('member_id', '=', asked.memberId)
        .where('revision', '=', revision - 1)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return null;
      await change
        .insertInto('patch_log')
        .values({ project_id: asked.projectId, revision, patch: asked.text, created_at: updatedAt })
        .execute();
      await this.#versions.patched(change, asked.projectId, revision);
      const answer = { revision, updatedAt };
      await afterWrite(change, answer);
      return answer;
    });
  }
}

function patched(hot: HotDocument, asked: CanvasPatch): HotDocument {
  const { document, copiedBytes, readBytes } = applyPatch(hot.document, asked.patch);
  checkPatched(document, asked.patch);
  const grownBytes = Buffer.byteLength(asked.text) + copiedBytes;
  // An estimate that only ever grows is enough until it nears the limit; then the canvas is measured.
  let bytes = hot.bytes + grownBytes;
  if (bytes > CANVAS_MAX_BYTES) bytes = measureCanvas(document);
  if (bytes > CANVAS_MAX_BYTES) throw canvasTooLarge();
  return {
    ...hot,
    document,
    bytes,
    revision: hot.revision + 1,
    logBytes: hot.logBytes + grownBytes,
    readBytes: hot.readBytes + readBytes + grownBytes,
  };
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
