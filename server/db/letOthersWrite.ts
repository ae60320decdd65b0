import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isPostgres } from './dialect';
import type { Database } from './schema';

/**
 * Call between two steps of something long that writes. SQLite has one writer: what was written is brought to the disk in
 * nobody's way, which otherwise the next save of somebody else would have to wait for. The writer's place
 * is free meanwhile, about half of the time: pausing for longer made saves wait no less, and large ones four times as
 * long. PostgreSQL needs none of that.
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
