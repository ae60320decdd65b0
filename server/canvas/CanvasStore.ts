import type { FastifyBaseLogger } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { PatchAnswer } from '../../src/api/contract';
import type { Clock, Ids } from '../ports';
import { atOneMoment, transact } from '../db';
import type { Database } from '../db';
import { ApiError } from '../errors';
import { KeyedMutex } from '../Mutex';
import { isLiveProject } from '../projects/project';
import { retryWhenRaced } from '../retry';
import { COUNT_STEP_BYTES, addUsage, type Quota } from '../usage/usage';
import type { VersionStore } from '../versions/VersionStore';
import { asBuffer } from './buffers';
import { behind, noCanvas, patchRefused } from './errors';
import { measureCanvasRows } from './canvasRows';
import type { NewText } from './canvasTexts';
import { DocumentCache } from './DocumentCache';
import type { CachedDocument } from './DocumentCache';
import { WorkBudget, BudgetExceeded } from './WorkBudget';
import { readSaveContext } from './readSaveContext';
import type { SaveContext } from './readSaveContext';
import { shownValues } from './shownValues';
import { LogCompactor } from './LogCompactor';
import { movesViewOnly } from './readPatch';
import { unpackCanvas } from './packedCanvas';
import type { StoredAnswer, PatchKey } from './patchAnswers';
import { storeAnswer } from './patchAnswers';
import { patchCanvas } from './patchCanvas';
import { MISSED_MAX_BYTES, missedPatches } from './patchLog';
import type { PatchText } from './readPatch';
import type { UnreferencedTexts } from './UnreferencedTexts';
import type { OpenedCanvas } from './work/CanvasTasks';
import type { CanvasWork } from './work/CanvasWork';
import { MEBIBYTE } from '../bytes';

/** A change of a canvas as it arrived. */
export interface CanvasPatch {
  memberId: string;
  projectId: number;
  /** Base revisions of the sender; null for any. */
  ifMatch: number[] | null;
  /** The patch as readPatch returned it. */
  text: PatchText;
  /** The key by which the patch is recognised when it comes again. */
  key: PatchKey | null;
  /** Runs in the transaction that writes the patch; an error it throws takes the patch back. */
  also?: (change: Transaction<Database>) => Promise<void>;
}

/** Values of nodes that the server itself writes. */
export interface ValueChange extends Required<Pick<CanvasPatch, 'memberId' | 'projectId' | 'also'>> {
  /** Nodes that may get a new value; one that is gone is left out. */
  nodeIds: ReadonlySet<string>;
  /** The new value of a node that shows this one; null to leave it. */
  valueFor: (nodeId: string, shown: unknown) => Promise<string | null>;
}

/** Another process has answered the same key since it was looked up. */
class AnsweredElsewhere extends Error {
  override readonly name = 'AnsweredElsewhere';
}

/** The most work a patch may take in the main thread, about 10 ms. A dearer one is applied in a worker thread. */
const BUDGET_BYTES = MEBIBYTE;

/** Serves canvases as text to readers and applies the patches of writers. */
export class CanvasStore {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #work: CanvasWork;
  readonly #versions: VersionStore;
  readonly #quota: Quota;
  readonly #cache: DocumentCache;
  readonly #projectMutex = new KeyedMutex();
  readonly #compactor: LogCompactor;
  readonly #texts: UnreferencedTexts;

  constructor(deps: {
    db: Kysely<Database>;
    clock: Clock;
    ids: Ids;
    work: CanvasWork;
    versions: VersionStore;
    texts: UnreferencedTexts;
    quota: Quota;
    cacheBytes: number;
    log: FastifyBaseLogger;
  }) {
    this.#db = deps.db;
    this.#clock = deps.clock;
    this.#ids = deps.ids;
    this.#work = deps.work;
    this.#quota = deps.quota;
    this.#cache = new DocumentCache(deps.cacheBytes);
    this.#versions = deps.versions;
    this.#texts = deps.texts;
    this.#compactor = new LogCompactor({ ...deps, cache: this.#cache });
  }

  /** About how much memory the canvases take that were last worked on. */
  get cachedBytes(): number {
    return this.#cache.bytes;
  }

  /** How many patch logs wait for their compaction. */
  get pendingCompactions(): number {
    return this.#compactor.pending;
  }

  /** Resolves when no compaction or deletion runs in the background. */
  async idle(): Promise<void> {
    await this.#compactor.idle();
    await this.#texts.idle();
  }

  /**
   * The canvas of a project that the caller has checked to be the member's, as UTF-8: as it was sent until its first change. Null when it
   * is at another revision by now.
   */
  async read(owner: string, projectId: number, revision: number): Promise<Buffer | null> {
    const known = this.#cache.text(projectId, revision);
    if (known) return known;
    const text = await this.#text(owner, projectId, revision);
    if (text) this.#cache.putText(projectId, revision, text);
    return text;
  }

  /**
   * Writes a canvas, as UTF-8, into the database, where `attach` makes it a project's. When that is refused it is deleted again.
   * The bytes are gone from the caller; `attach` is given them back.
   */
  async store<T>(
    owner: string,
    canvas: Uint8Array,
    attach: (textId: string, canvas: Uint8Array) => Promise<T>,
  ): Promise<T> {
    const text = this.#newText(canvas);
    const written = await this.#work.run('write', text, { owner, bytes: text.bytes.byteLength });
    try {
      return await attach(text.id, written);
    } catch (error) {
      // Any other failure may have come after a project took the text: housekeeping checks whether one has it.
      if (error instanceof ApiError && error.status < 500) this.#texts.drop([text.id]);
      throw error;
    }
  }

  /** Caches a canvas that was just written: its writer will soon read it. */
  written(projectId: number, revision: number, canvas: Uint8Array): void {
    this.#cache.putText(projectId, revision, asBuffer(canvas));
  }

  /** Drops the cached canvas of a project whose canvas was replaced. */
  forget(projectId: number): void {
    this.#cache.drop(projectId);
  }

  /**
   * Applies all of a patch or nothing of it, and once: what came with the same key before is answered as it was then. Throws
   * 404, 409, 412, 413 or 422 as `operations.ts` says of PATCH.
   */
  patch(asked: CanvasPatch): Promise<StoredAnswer> {
    return this.#projectMutex.run(String(asked.projectId), () => retryWhenRaced(() => this.#tryPatch(asked)));
  }

  /** Writes values as a patch of the server's own, at any revision, together with `also`. Throws 404, 413 and 503 as `patch`. */
  writeValues({ nodeIds, valueFor, ...change }: ValueChange): Promise<void> {
    const asked = { ...change, ifMatch: null, text: '[]', key: null };
    const attempt = async (): Promise<true | null> => {
      const { revision } = await readSaveContext(this.#db, asked, this.#clock.now());
      const cached = await this.#take(asked, revision);
      if (cached === null) return null;
      this.#cache.put(change.projectId, cached);
      const patch: object[] = [];
      for (const { nodeId, shown, path } of shownValues(cached.document, nodeIds)) {
        const value = await valueFor(nodeId, shown);
        if (value !== null) patch.push({ op: 'add', path, value });
      }
      if (patch.length === 0) {
        await transact(this.#db, change.also);
        return true;
      }
      const save = { ...asked, ifMatch: [revision], text: JSON.stringify(patch) };
      const answer = await this.#tryPatch(save).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 412) return null;
        throw error;
      });
      return answer && true;
    };
    return this.#projectMutex.run(String(change.projectId), async () => {
      await retryWhenRaced(attempt);
    });
  }

  /** Null when another process changed the canvas or answered the same patch in between. */
  async #tryPatch(asked: CanvasPatch): Promise<StoredAnswer | null> {
    const context = await readSaveContext(this.#db, asked, this.#clock.now());
    const { revision, updatedAt } = context;
    if (context.answer) return this.answerAgain(asked, context.answer);
    if (asked.ifMatch !== null && !asked.ifMatch.includes(revision)) {
      throw behind(revision, await this.missed(asked.projectId, asked.ifMatch, revision));
    }
    if (asked.text === '[]') return this.#unchanged(asked, { revision, updatedAt });
    const text = typeof asked.text === 'string' ? asked.text : this.#newText(asked.text);
    // Its memory goes to a worker thread with it.
    const bytes = typeof text === 'string' ? Buffer.byteLength(text) : text.bytes.byteLength;
    const used = { bytes: context.usedBytes + context.bytes - context.countedBytes + bytes };
    const changed = await this.#patched(asked, { revision, text, used });
    if (changed === null) return null;
    const answer = await this.#write(asked, { text, bytes }, context);
    if (answer === null) {
      if (typeof text !== 'string') this.#texts.drop([text.id]);
      return null;
    }
    this.#cache.put(asked.projectId, changed);
    this.#compactor.grown(asked.projectId, changed);
    return answer;
  }

  /** Completes a stored answer. A stored refusal has only status, code and revision; the missed patches come from the log. */
  async answerAgain({ projectId, ifMatch }: CanvasPatch, stored: StoredAnswer): Promise<StoredAnswer> {
    const { status, body } = stored;
    const { code, revision } = body;
    if (status < 400 || typeof code !== 'string') return stored;
    if (typeof revision === 'number') {
      const missed = ifMatch === null ? {} : await this.missed(projectId, ifMatch, revision);
      return { status, body: behind(revision, missed).body };
    }
    return { status, body: patchRefused(status, code).body };
  }

  /** The patches between a member's base and the current revision, when the log still has every one of them. */
  async missed(projectId: number, bases: readonly number[], current: number): Promise<Record<string, unknown>> {
    const base = Math.max(...bases.filter((revision) => revision < current));
    if (!Number.isFinite(base)) return {};
    return atOneMoment(this.#db, (read) => missedPatches(read, projectId, { base, current, max: MISSED_MAX_BYTES }));
  }

  async #text(owner: string, projectId: number, revision: number): Promise<Buffer | null> {
    const cached = this.#cache.peek(projectId, revision);
    if (cached && cached.snapshotRevision < revision && this.#work.isSmall(cached.bytes)) {
      return Buffer.from(JSON.stringify(cached.document));
    }
    const bytes = await measureCanvasRows(this.#db, projectId);
    if (bytes === undefined) return revision === 0 ? Buffer.alloc(0) : null;
    const text = await this.#work.run('read', { projectId, revision }, { owner, bytes });
    return text && asBuffer(text);
  }

  #newText(bytes: Uint8Array): NewText {
    return { id: this.#ids.id(), bytes, createdAt: this.#clock.now().toISOString() };
  }

  /**
   * Returns the patched canvas, not yet visible to readers; a long patch is stored as a text that no row names yet. Returns null
   * when another process changed the canvas meanwhile.
   */
  async #patched(
    asked: CanvasPatch,
    { revision, text, used }: { revision: number; text: string | NewText; used: { bytes: number } },
  ): Promise<CachedDocument | null> {
    const isWeighed = used.bytes > this.#quota.bytesMax;
    if (typeof text === 'string') {
      const cached = await this.#take(asked, revision);
      if (cached === null) return null;
      try {
        const budget = new WorkBudget(BUDGET_BYTES);
        const { addedBytes, ...changed } = await patchCanvas(cached, text, { budget, isWeighed });
        if (addedBytes > 0) this.#quota.refuseBytes(used);
        return { ...changed, readBytes: cached.readBytes + changed.readBytes };
      } catch (error) {
        if (!(error instanceof BudgetExceeded)) throw error;
      }
    }
    const { memberId, projectId } = asked;
    this.#cache.drop(projectId);
    const bytes = (await measureCanvasRows(this.#db, projectId)) ?? 0;
    const input = { projectId, revision, text, isWeighed };
    const answer = await this.#work.runInThread('patch', input, { owner: memberId, bytes });
    if (answer === null) return null;
    const { addedBytes, ...opened } = answer;
    if (addedBytes > 0) {
      if (typeof text !== 'string') this.#texts.drop([text.id]);
      this.#quota.refuseBytes(used);
    }
    return toCachedDocument(opened);
  }

  async #take({ memberId, projectId }: CanvasPatch, revision: number): Promise<CachedDocument | null> {
    const cached = this.#cache.take(projectId, revision);
    if (cached) return cached;
    const bytes = await measureCanvasRows(this.#db, projectId);
    if (bytes === undefined) throw noCanvas();
    const opened = await this.#work.run('open', { projectId, revision }, { owner: memberId, bytes });
    return opened && toCachedDocument(opened);
  }

  async #unchanged({ key }: CanvasPatch, body: PatchAnswer): Promise<StoredAnswer | null> {
    const answer = { status: 200, body };
    const isFirst = key === null || (await storeAnswer(this.#db, key, answer, this.#clock.now()));
    return isFirst ? answer : null;
  }

  async #write(
    { memberId, projectId, key, also }: CanvasPatch,
    { text, bytes }: { text: string | NewText; bytes: number },
    context: SaveContext,
  ): Promise<StoredAnswer | null> {
    const logged = typeof text === 'string' ? { patch: text, text_id: null } : { patch: '', text_id: text.id };
    const now = this.#clock.now();
    const revision = context.revision + 1;
    const uncounted = context.bytes - context.countedBytes + bytes;
    const updatedAt = now.toISOString();
    const answer = { status: 200, body: { revision, updatedAt } };
    let surplus: string[] = [];
    try {
      const written = await transact(this.#db, async (change) => {
        const { numUpdatedRows } = await change
          .updateTable('project')
          .set((row) => ({
            revision,
            updated_at: updatedAt,
            bytes: row('bytes', '+', bytes),
            ...(uncounted >= COUNT_STEP_BYTES && { counted_bytes: row('counted_bytes', '+', uncounted) }),
          }))
          .where(isLiveProject({ memberId, id: projectId }))
          .where('revision', '=', context.revision)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return null;
        if (uncounted >= COUNT_STEP_BYTES) await addUsage(change, memberId, { bytes: uncounted });
        await change
          .insertInto('patch_log')
          .values({ project_id: projectId, revision, ...logged, created_at: updatedAt })
          .execute();
        await also?.(change);
        // Moving the viewport makes no version.
        if (!movesViewOnly(logged.patch)) surplus = await this.#versions.patched(change, projectId, context);
        // Takes the patch back with it.
        if (key !== null && !(await storeAnswer(change, key, answer, now))) throw new AnsweredElsewhere();
        return answer;
      });
      this.#texts.drop(surplus);
      return written;
    } catch (error) {
      if (error instanceof AnsweredElsewhere) return null;
      throw error;
    }
  }
}

async function toCachedDocument({ packed, ...facts }: OpenedCanvas): Promise<CachedDocument> {
  return { ...facts, document: await unpackCanvas(packed), readBytes: 0 };
}
