import type { FastifyBaseLogger } from 'fastify';
import type { Clock, Ids } from '../ports';
import type { DocumentCache, CachedDocument } from './DocumentCache';
import { Mutex } from '../Mutex';
import type { CanvasWork } from './work/CanvasWork';
import { MEBIBYTE } from '../bytes';

/** A log is long when it has this many patches since its snapshot, and one for each BYTES_PER_PATCH of the canvas. */
const COMPACT_PATCHES = 200;
/** A save's share of the new snapshot is at most this; it is written twice, to the write-ahead log and to the database. */
const BYTES_PER_PATCH = 8 * 1024;
/** A log is large when it has this many bytes and at least half as many as the canvas. */
const COMPACT_BYTES = 4 * MEBIBYTE;

/**
 * Compacts long patch logs into snapshots, one canvas at a time, in a worker thread. It reads the database only, never the cache:
 * a mistake in the cache must not become the stored canvas.
 */
export class LogCompactor {
  readonly #work: CanvasWork;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #log: FastifyBaseLogger;
  readonly #cache: DocumentCache;
  readonly #pending = new Set<number>();
  readonly #mutex = new Mutex();

  constructor(deps: { work: CanvasWork; clock: Clock; ids: Ids; log: FastifyBaseLogger; cache: DocumentCache }) {
    this.#work = deps.work;
    this.#clock = deps.clock;
    this.#ids = deps.ids;
    this.#log = deps.log;
    this.#cache = deps.cache;
  }

  /** How many canvases wait for their compaction. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Call after a patch. Starts a compaction in the background when the log is long or large. */
  grown(projectId: number, cached: CachedDocument): void {
    const isLong = cached.logPatches >= Math.max(COMPACT_PATCHES, cached.bytes / BYTES_PER_PATCH);
    const isLarge = cached.logBytes >= COMPACT_BYTES && cached.logBytes >= cached.bytes / 2;
    if ((!isLong && !isLarge) || this.#pending.has(projectId)) return;
    this.#pending.add(projectId);
    void this.#mutex.run(() => this.#compact(projectId));
  }

  /** Resolves when no compaction runs. */
  idle(): Promise<void> {
    return this.#mutex.run(async () => undefined);
  }

  async #compact(projectId: number): Promise<void> {
    try {
      const input = { projectId, textId: this.#ids.id(), createdAt: this.#clock.now().toISOString() };
      const revision = await this.#work.runInThread('compact', input);
      if (revision !== null) this.#cache.compacted(projectId, revision);
    } catch (error) {
      this.#log.error({ err: error, projectId }, 'a patch log could not be compacted');
    } finally {
      this.#pending.delete(projectId);
    }
  }
}
