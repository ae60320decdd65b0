import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../db';
import { OneAtATime } from '../OneAtATime';
import { measureCanvasRows } from '../projects/canvasRows';
import type { CanvasWork } from '../projects/work/CanvasWork';
import { unsettledRevisions } from './settleVersions';

const unpack = promisify(gunzip);

/**
 * The canvases of versions. A version's canvas is in the snapshot and the patch log until these go on without it;
 * whoever takes them away settles it first.
 */
export class VersionTexts {
  readonly #db: Kysely<Database>;
  readonly #work: CanvasWork;
  readonly #log: FastifyBaseLogger;
  readonly #oneAtATime = new OneAtATime();

  constructor(deps: { db: Kysely<Database>; work: CanvasWork; log: FastifyBaseLogger }) {
    this.#db = deps.db;
    this.#work = deps.work;
    this.#log = deps.log;
  }

  /** Whether a version rests on the snapshot and the patch log. */
  async isUnsettled(db: Kysely<Database>, projectId: number): Promise<boolean> {
    return (await unsettledRevisions(db, projectId).executeTakeFirst()) !== undefined;
  }

  /** Writes the canvases that rest on the snapshot and the patch log of a project into rows of their own. */
  settle(projectId: number): Promise<void> {
    return this.#oneAtATime.run(String(projectId), async () => {
      if (!(await this.isUnsettled(this.#db, projectId))) return;
      const bytes = (await measureCanvasRows(this.#db, projectId)) ?? 0;
      const lost = await this.#work.run('settle', { projectId }, bytes);
      if (lost.length > 0) this.#log.error({ projectId, lost }, 'versions were lost: their canvas was replaced');
    });
  }

  /** As UTF-8; null when no version is at this revision. */
  async read(projectId: number, revision: number): Promise<Buffer | null> {
    const find = () =>
      this.#db
        .selectFrom('version_text')
        .select('packed')
        .where('project_id', '=', projectId)
        .where('revision', '=', revision)
        .executeTakeFirst();
    let row = await find();
    if (row === undefined) {
      await this.settle(projectId);
      row = await find();
    }
    return row === undefined ? null : unpack(Buffer.from(row.packed, 'base64'));
  }
}
