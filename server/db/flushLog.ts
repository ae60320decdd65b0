import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from './schema';

/**
 * Brings what was written so far to the disk, in nobody's way. Otherwise the next save of somebody else would have to do it
 * within its own commit, in the thread that answers everybody.
 */
export async function flushLog(db: Kysely<Database>): Promise<void> {
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
