import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isPostgres } from './dialect';
import type { Database } from './schema';

/**
 * Call between two steps of a long write. It syncs the step to the disk while the write lock is free, so that the next save need not
 * wait for it: a longer pause did not shorten that wait. PostgreSQL needs no pause.
 */
export async function letOthersWrite(db: Kysely<Database>): Promise<void> {
  if (!isPostgres(db)) await flushLog(db);
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
