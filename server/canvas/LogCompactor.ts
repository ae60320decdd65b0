import type { FastifyBaseLogger } from 'fastify';
import type { Clock, Ids } from '../ports';
import type { DocumentCache, CachedDocument } from './DocumentCache';
import type { CanvasWork } from './work/CanvasWork';

/** A log is folded when it has this many patches since its snapshot, */
const COMPACT_PATCHES = 200;
/** and one for each of these bytes, so that a save's share of the folding stays below 16 KiB, written twice; */
const BYTES_PER_PATCH = 8 * 1024;
/** or when it has this many bytes and more than half of the canvas. */
const COMPACT_BYTES = 4 * 1024 * 1024;

/**
 * Folds long patch logs into their snapshots, one canvas at a time, beside the thread that answers, and from what is in the
 * database only, never from memory: a mistake there would otherwise become the truth.
 */
export class LogCompactor {
  readonly #work: CanvasWork;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #log: FastifyBaseLogger;
  readonly #cache: DocumentCache;
  readonly #pending = new Set<number>();
  #running: Promise<void> = Promise.resolve();

  constructor(deps: { work: CanvasWork; clock: Clock; ids: Ids; log: FastifyBaseLogger; cache: DocumentCache }) {
    this.#work = deps.work;
    this.#clock = deps.clock;
    this.#ids = deps.ids;
    this.#log = deps.log;
    this.#cache = deps.cache;
  }

  /** How many canvases are to be folded. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Call after a patch. Folds in the background when it is time. */
  grown(projectId: number, cached: CachedDocument): void {
    const isLong =
      cached.revision - cached.snapshotRevision >= Math.max(COMPACT_PATCHES, cached.bytes / BYTES_PER_PATCH);
    const isLarge = cached.logBytes >= COMPACT_BYTES && cached.logBytes >= cached.bytes / 2;
    if ((!isLong && !isLarge) || this.#pending.has(projectId)) return;
    this.#pending.add(projectId);
    this.#running = this.#running.then(() => this.#compact(projectId));
  }

  /** Resolves when nothing is being folded. */
  idle(): Promise<void> {
    return this.#running;
  }

  async #compact(projectId: number): Promise<void> {
    try {
      const order = { projectId, textId: this.#ids.id(), createdAt: this.#clock.now().toISOString() };
      const revision = await this.#work.runInThread('fold', order);
      if (revision !== null) this.#cache.compacted(projectId, revision);
    } catch (error) {
      this.#log.error({ err: error, projectId }, 'a patch log could not be folded');
    } finally {
      this.#pending.delete(projectId);
    }
  }
}
