import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../Clock';
import type { Ids } from '../Ids';
import type { DocumentCache, HotDocument } from './DocumentCache';
import type { CanvasWork } from './work/CanvasWork';

/** A log is folded when it has this many patches since its snapshot, */
const FOLD_PATCHES = 200;
/** and one for each of these bytes, so that a save's share of the folding stays below 16 KiB, written twice; */
const BYTES_PER_PATCH = 8 * 1024;
/** or when it has this many bytes and more than half of the canvas. */
const FOLD_BYTES = 4 * 1024 * 1024;

/**
 * Folds long patch logs into their snapshots, one canvas at a time, beside the thread that answers, and from what is in the
 * database only, never from memory: a mistake there would otherwise become the truth.
 */
export class LogFolder {
  readonly #work: CanvasWork;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #log: FastifyBaseLogger;
  readonly #cache: DocumentCache;
  readonly #waiting = new Set<number>();
  #folding: Promise<void> = Promise.resolve();

  constructor(deps: { work: CanvasWork; clock: Clock; ids: Ids; log: FastifyBaseLogger; cache: DocumentCache }) {
    this.#work = deps.work;
    this.#clock = deps.clock;
    this.#ids = deps.ids;
    this.#log = deps.log;
    this.#cache = deps.cache;
  }

  /** How many canvases are to be folded. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Call after a patch. Folds in the background when it is time. */
  grown(projectId: number, hot: HotDocument): void {
    const isLong = hot.revision - hot.snapshotRevision >= Math.max(FOLD_PATCHES, hot.bytes / BYTES_PER_PATCH);
    const isLarge = hot.logBytes >= FOLD_BYTES && hot.logBytes >= hot.bytes / 2;
    if ((!isLong && !isLarge) || this.#waiting.has(projectId)) return;
    this.#waiting.add(projectId);
    this.#folding = this.#folding.then(() => this.#fold(projectId));
  }

  /** Resolves when nothing is being folded. */
  idle(): Promise<void> {
    return this.#folding;
  }

  async #fold(projectId: number): Promise<void> {
    try {
      const order = { projectId, textId: this.#ids.id(), createdAt: this.#clock.now().toISOString() };
      const revision = await this.#work.runBeside('fold', order);
      if (revision !== null) this.#cache.folded(projectId, revision);
    } catch (error) {
      this.#log.error({ err: error, projectId }, 'a patch log could not be folded');
    } finally {
      this.#waiting.delete(projectId);
    }
  }
}
