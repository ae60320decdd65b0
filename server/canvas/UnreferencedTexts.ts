import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../db';
import type { CanvasWork } from './work/CanvasWork';

/** Deletes texts that nothing names any more, in the background: until then they take room that nobody's usage counts. */
export class UnreferencedTexts {
  readonly #db: Kysely<Database>;
  readonly #work: CanvasWork;
  readonly #log: FastifyBaseLogger;
  readonly #dropping = new Set<Promise<void>>();

  constructor(deps: { db: Kysely<Database>; work: CanvasWork; log: FastifyBaseLogger }) {
    this.#db = deps.db;
    this.#work = deps.work;
    this.#log = deps.log;
  }

  /** Call once the change is committed that took their names away. */
  drop(textIds: readonly string[]): void {
    if (textIds.length === 0) return;
    const dropping = this.#drop([...textIds])
      // Housekeeping comes upon them later.
      .catch((error: unknown) => this.#log.error({ err: error }, 'a text could not be deleted'))
      .finally(() => this.#dropping.delete(dropping));
    this.#dropping.add(dropping);
  }

  /** Resolves when none is being deleted. */
  async idle(): Promise<void> {
    await Promise.all(this.#dropping);
  }

  async #drop(textIds: string[]): Promise<void> {
    const { bytes } = await this.#db
      .selectFrom('canvas_text')
      .select((text) => text.fn.sum<number | null>('bytes').as('bytes'))
      .where('id', 'in', textIds)
      .executeTakeFirstOrThrow();
    await this.#work.run('drop', { textIds }, { owner: null, bytes: bytes ?? 0 });
  }
}
