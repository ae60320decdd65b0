import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../db';
import { ApiError } from '../errors';
import type { FileStore } from '../files/FileStore';
import { health } from '../http/openapi/namedSchemas';
import type { Operation } from '../http/openapi/Operation';
import type { Clock } from '../ports';

/** How long the outcome of a probe is told. Anybody may ask, and each probe is a call of the bucket that its owner pays for. */
const OUTCOME_MS = 1_000;

interface HealthDeps {
  db: Kysely<Database>;
  store: FileStore;
  clock: Clock;
}

/** Whether the process is up, and whether it can do its work. */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps): void {
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
  let probing: Promise<void> | undefined;
  /** When the last probe ended; null while one goes on. */
  let endedAt: number | null = null;
  app.get('/readyz', { config: { operation } }, async ({ log }) => {
    const now = deps.clock.now().getTime();
    // Either way: a clock that was put back must not keep an outcome.
    const isOver = endedAt !== null && Math.abs(now - endedAt) >= OUTCOME_MS;
    if (probing === undefined || isOver) {
      endedAt = null;
      probing = probe(deps, log).finally(() => {
        endedAt = deps.clock.now().getTime();
      });
    }
    await probing;
    return { status: 'ok' };
  });
}

/** Throws ApiError 503 when the database or the file store does not answer. */
async function probe({ db, store }: Omit<HealthDeps, 'clock'>, log: FastifyBaseLogger): Promise<void> {
  const parts = { database: () => sql`select 1`.execute(db), 'file store': () => store.probe() };
  for (const [name, ask] of Object.entries(parts)) {
    try {
      await ask();
    } catch (error) {
      log.error({ err: error }, `not ready: the ${name}`);
      throw new ApiError(503, 'notReady', `The ${name} does not answer.`, { 'retry-after': '5' });
    }
  }
}
