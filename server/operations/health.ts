import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../db';
import { ApiError } from '../errors';
import type { FileStore } from '../files/FileStore';
import { health } from '../http/openapi/namedSchemas';
import type { Operation } from '../http/openapi/Operation';

/** Whether the process is up, and whether it can do its work. */
export function healthRoutes(app: FastifyInstance, deps: { db: Kysely<Database>; store: FileStore }): void {
  app.get(
    '/healthz',
    {
      config: {
        operation: {
          id: 'isUp',
          tag: 'server',
          summary: 'Whether the process is up',
          access: 'everyone',
          answers: { 200: { when: 'It is.', content: { 'application/json': health } } },
        },
      },
    },
    () => ({ status: 'ok' }),
  );
  const operation: Operation = {
    id: 'isReady',
    tag: 'server',
    summary: 'Whether the database and the file store answer',
    access: 'everyone',
    answers: { 200: { when: 'They do.', content: { 'application/json': health } } },
    failures: { 503: '`notReady`: one of them does not.' },
  };
  app.get('/readyz', { config: { operation } }, async (request) => {
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
