import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import Sqlite from 'libsql';
import { connectInThread, type DatabaseAddress } from '../../server/db';
import { CommandRefused } from '../installation/CommandRefused';
import { nameDatabase } from './Installation';

/** Throws CommandRefused while a server, or a script of ours, has this database open. */
export async function refuseInUse(place: DatabaseAddress): Promise<void> {
  const inUse = place.kind === 'sqlite' ? isFileOpen(place.path) : await hasOthers(place);
  if (inUse) throw new CommandRefused(`${nameDatabase(place)} is in use: stop the server first.`);
}

/** Whether a file is open elsewhere: a process that has its write-ahead log open lets no other process lock it exclusively. */
function isFileOpen(path: string): boolean {
  if (!existsSync(path)) return false;
  const db = new Sqlite(path);
  try {
    db.exec('pragma busy_timeout = 500');
    db.exec('pragma locking_mode = exclusive');
    db.exec('begin exclusive');
    db.exec('rollback');
    return false;
  } catch {
    return true;
  } finally {
    db.close();
  }
}

async function hasOthers(place: DatabaseAddress): Promise<boolean> {
  const db = connectInThread(place);
  try {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'mulgil' and pid <> pg_backend_pid()`.execute(db);
    return rows.length > 0;
  } catch {
    throw new CommandRefused(`${nameDatabase(place)} cannot be reached: check its address, and that it is running.`);
  } finally {
    await db.destroy();
  }
}
