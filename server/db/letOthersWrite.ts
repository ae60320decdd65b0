import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isPostgres } from './isPostgres';
import type { Database } from './schema';

/** There is one writer at a time, and who waits for it looks at growing intervals: it has to be free most of the time. */
const PAUSES_PER_STEP = 4;

/**
 * Call after a step of something long, which began at this time of `performance`. SQLite has one writer: what was written is
 * brought to the disk in nobody's way, which otherwise the next save of somebody else would have to do within its own
 * commit, and the writer's place is left free for a while. PostgreSQL needs none of that.
 */
export async function letOthersWrite(db: Kysely<Database>, begun: number): Promise<void> {
  if (isPostgres(db)) return;
  const tookMs = performance.now() - begun;
  await flushLog(db);
  await sleep(tookMs * PAUSES_PER_STEP);
}

async function flushLog(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string; file: string }>`pragma database_list`.execute(db);
  const file = rows.find(({ name }) => name === 'main')?.file;
  if (file === undefined) return;
  const log = await open(`${file}-wal`, 'r+');
  try {
    await log.datasync();
  } finally {
    await log.close();
  }
}
