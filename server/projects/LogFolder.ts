import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../db';
import { readCanvasRows, replay } from './canvasRows';
import type { DocumentCache, HotDocument } from './DocumentCache';

/** A log is folded when it has this many patches since its snapshot, or this many bytes and more than the canvas. */
const FOLD_PATCHES = 200;
const FOLD_BYTES = 4 * 1024 * 1024;
/** Patches kept behind the snapshot, for clients that were away: api.md's `patches since yours`. */
const KEPT_PATCHES = 1000;

/**
 * Folds long patch logs into their snapshots, one canvas at a time and from what is in the database only, never from
 * memory: a mistake there would otherwise become the truth.
 */
export class LogFolder {
  readonly #db: Kysely<Database>;
  readonly #log: FastifyBaseLogger;
  readonly #cache: DocumentCache;
  readonly #waiting = new Set<number>();
  #work: Promise<void> = Promise.resolve();

  constructor(db: Kysely<Database>, log: FastifyBaseLogger, cache: DocumentCache) {
    this.#db = db;
    this.#log = log;
    this.#cache = cache;
  }

  /** Call after a patch. Folds in the background when it is time. */
  grown(projectId: number, hot: HotDocument): void {
    const isLong = hot.revision - hot.snapshotRevision >= FOLD_PATCHES;
    const isLarge = hot.logBytes >= FOLD_BYTES && hot.logBytes >= hot.bytes / 2;
    if ((!isLong && !isLarge) || this.#waiting.has(projectId)) return;
    this.#waiting.add(projectId);
    this.#work = this.#work.then(() => this.#fold(projectId));
  }

  /** Resolves when nothing is being folded. */
  idle(): Promise<void> {
    return this.#work;
  }

  async #fold(projectId: number): Promise<void> {
    try {
      const revision = await foldLog(this.#db, projectId);
      if (revision !== undefined) this.#cache.folded(projectId, revision);
    } catch (error) {
      this.#log.error({ err: error, projectId }, 'a patch log could not be folded');
    } finally {
      this.#waiting.delete(projectId);
    }
  }
}

/** Answers the revision that the snapshot stands at now. */
async function foldLog(db: Kysely<Database>, projectId: number): Promise<number | undefined> {
  const rows = await db.transaction().execute((read) => readCanvasRows(read, projectId));
  if (rows === undefined || rows.patches.length === 0) return undefined;
  const { revision, document } = replay(rows);
  const canvas = JSON.stringify(document);
  await db.transaction().execute(async (change) => {
    await change
      .updateTable('snapshot')
      .set({ revision, canvas })
      .where('project_id', '=', projectId)
      .where('revision', '=', rows.snapshot.revision)
      .execute();
    await change
      .deleteFrom('patch_log')
      .where('project_id', '=', projectId)
      .where('revision', '<=', revision - KEPT_PATCHES)
      .execute();
  });
  return revision;
}
