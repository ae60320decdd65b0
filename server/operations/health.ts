import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../db';
import { ApiError } from '../errors';
import type { FileStore } from '../files/FileStore';

/** Whether the process is up, and whether it can do its work. */
export function healthRoutes(app: FastifyInstance, deps: { db: Kysely<Database>; store: FileStore }): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (request) => {
    try {
      await sql`select 1`.execute(deps.db);
      await deps.store.probe();
    } catch (error) {
      request.log.error({ err: error }, 'not ready');
      throw new ApiError(503, 'notReady', 'The database or the file store does not answer.');
    }
    return { status: 'ok' };
  });
}
