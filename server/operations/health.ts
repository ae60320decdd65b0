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
    const parts = { database: () => sql`select 1`.execute(deps.db), 'file store': () => deps.store.probe() };
    for (const [name, ask] of Object.entries(parts)) {
      try {
        await ask();
      } catch (error) {
        request.log.error({ err: error }, `not ready: the ${name}`);
        throw new ApiError(503, 'notReady', `The ${name} does not answer.`, { 'retry-after': '5' });
      }
    }
    return { status: 'ok' };
  });
}
