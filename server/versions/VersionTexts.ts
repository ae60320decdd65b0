import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock, Ids } from '../ports';
import type { Database } from '../db';
import { KeyedMutex } from '../Mutex';
import { measureCanvasRows } from '../canvas/canvasRows';
import { asBuffer } from '../canvas/buffers';
import type { CanvasWork } from '../canvas/work/CanvasWork';
import { unsettledRevisions } from './settleVersions';
import { measureVersionText } from './versionText';

interface VersionTextsDeps {
  db: Kysely<Database>;
  clock: Clock;
  ids: Ids;
  work: CanvasWork;
  log: FastifyBaseLogger;
}

/**
 * The canvases of versions. The snapshot and the patch log hold a version's canvas until it is settled, that is, written as a text;
 * compaction settles versions first.
 */
export class VersionTexts {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #work: CanvasWork;
  readonly #log: FastifyBaseLogger;
  readonly #mutex = new KeyedMutex();

  constructor(deps: VersionTextsDeps) {
    this.#db = deps.db;
    this.#clock = deps.clock;
    this.#ids = deps.ids;
    this.#work = deps.work;
    this.#log = deps.log;
  }

  /** Whether a version rests on the snapshot and the patch log. */
  async isUnsettled(db: Kysely<Database>, projectId: number): Promise<boolean> {
    return (await unsettledRevisions(db, projectId).executeTakeFirst()) !== undefined;
  }

  /** Writes the canvases that rest on the snapshot and the patch log of a project into texts of their own. */
  settle(projectId: number): Promise<void> {
    return this.#mutex.run(String(projectId), async () => {
      if (!(await this.isUnsettled(this.#db, projectId))) return;
      const bytes = (await measureCanvasRows(this.#db, projectId)) ?? 0;
      const input = { projectId, textId: this.#ids.id(), createdAt: this.#clock.now().toISOString() };
      const lost = await this.#work.run('settle', input, { owner: null, bytes });
      if (lost.length > 0) this.#log.error({ projectId, lost }, 'versions were lost: their canvas was replaced');
    });
  }

  /**
   * Reads the text of a version; UTF-8, null when no version is at this revision. `reserve` is called with its bytes before it is unpacked.
   * Throws what `reserve` and CanvasWork throw.
   */
  async read(
    { projectId, revision }: { projectId: number; revision: number },
    owner: string,
    reserve: (bytes: number) => void,
  ): Promise<Buffer | null> {
    const find = () =>
      this.#db
        .selectFrom('version_text')
        .select('text_id')
        .where('project_id', '=', projectId)
        .where('revision', '=', revision)
        .executeTakeFirst();
    let row = await find();
    if (row === undefined) {
      await this.settle(projectId);
      row = await find();
    }
    if (row === undefined) return null;
    const { text_id: textId } = row;
    const bytes = await measureVersionText(this.#db, textId);
    if (bytes === null) return null;
    reserve(bytes);
    const text = await this.#work.run('unpack', { textId }, { owner, bytes });
    return text && asBuffer(text);
  }
}
