import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { MOVE_UNDER_WAY, atOneMoment, connect, connectInThread, migrationsDone, type Database } from '../../server/db';
import { createFileStore } from '../../server/files/createFileStore';
import type { FileStore } from '../../server/files/FileStore';
import { giveTo, ownershipAt, type Ownership } from '../../server/files/DiskFileStore';
import { CommandRefused } from '../installation/CommandRefused';
import { copyRows } from './copyRows';
import { digestRows } from './digestRows';
import { nameDatabase, nameInstallation, type Installation } from './Installation';
import { copyFiles, missingFiles } from './moveFiles';
import { lastRow } from './readRows';
import { refuseInUse } from './refuseInUse';
import { TABLE_NAMES, type TableName } from './tables';

/** Tells the table or 'files' that is being copied, how many of its rows or files are done, and how many there are. */
export type TellProgress = (what: TableName | 'files', done: number, total: number) => void;

/**
 * Copies a whole installation into an empty one and compares the two. The source is read as of one moment and stays as it is; a move of one
 * that has changed by the end is refused. A killed move continues when it is called again; until it has ended no server starts on the target. Files at the target get the owner of the folder
 * around them. Returns the text to print; throws CommandRefused.
 */
export async function move(from: Installation, to: Installation, tell: TellProgress): Promise<string[]> {
  if (nameInstallation(from) === nameInstallation(to)) throw new CommandRefused('--from and --to are the same.');
  if (from.database.kind === 'sqlite' && !existsSync(from.database.path)) {
    throw new CommandRefused(`There is no database ${from.database.path}: check --from.`);
  }
  await refuseInUse(from.database);
  await refuseInUse(to.database);
  const { database, storage } = to;
  const owner = database.kind === 'sqlite' ? ownerToBe(database.path) : null;
  const otherFiles = createFileStore(storage, storage.kind === 'file' ? ownerToBe(storage.folder) : null);
  await otherFiles.probe();
  // `connect` would bring the tables of an older source up to date.
  const source = connectInThread(from.database);
  try {
    const target = await connect(to.database);
    try {
      await compareTables(source, target, from);
      await begin(target, nameInstallation(from));
      const broken = await atOneMoment(source, (db) => copyAll(db, target, { from, otherFiles, tell }));
      const missing = await missingFiles(target, otherFiles, broken);
      if (missing.length > 0)
        throw new CommandRefused(`The target lacks files, such as ${missing[0]}: run the move again.`);
      // A server may have been started on the source meanwhile: none writes there from the comparison to the end.
      await source.transaction().execute(async (held) => {
        await refuseWriters(held, from);
        await compare(held, target);
        await sql`drop table ${sql.table(MOVE_UNDER_WAY)}`.execute(target);
      });
      return [
        `Moved and compared: ${await count(target, 'project')} projects of ${await count(target, 'member')} members, ${(await count(target, 'file')) - broken.size} files.`,
        ...(broken.size === 0
          ? []
          : [`Missing or damaged at the source, and so not at the target: ${[...broken].join(', ')}`]),
        `The source is as it was. Start the server with the database and the file store of ${nameInstallation(to)}.`,
      ];
    } finally {
      await target.destroy();
      if (database.kind === 'sqlite' && owner) await giveTo(owner, database.path);
    }
  } finally {
    await source.destroy();
  }
}

/** Owner that the target gets. A folder that root's move made before it was cut off goes to the owner of the folder around it. */
function ownerToBe(path: string): Ownership | null {
  if (process.geteuid?.() !== 0) return null;
  const found = ownershipAt(path);
  return found?.uid === 0 ? ownershipAt(dirname(path)) : found;
}

/** Lets a transaction of the source idle while the target is written or compared, longer than a server's may. */
async function waitForTarget(source: Kysely<Database>, { database }: Installation): Promise<void> {
  if (database.kind === 'postgres') await sql`set local idle_in_transaction_session_timeout = 0`.execute(source);
}

/** Until the transaction ends nobody else writes to the source. In SQLite every writing transaction is alone. */
async function refuseWriters(source: Transaction<Database>, from: Installation): Promise<void> {
  await waitForTarget(source, from);
  if (from.database.kind === 'sqlite') return;
  await sql`lock table ${sql.join(TABLE_NAMES.map((name) => sql.table(name)))} in share mode`.execute(source);
}

/** Copies all rows and files. Returns the names of the files that the source lacks or has damaged. */
async function copyAll(
  source: Kysely<Database>,
  target: Kysely<Database>,
  { from, otherFiles, tell }: { from: Installation; otherFiles: FileStore; tell: TellProgress },
): Promise<ReadonlySet<string>> {
  await waitForTarget(source, from);
  for (const name of TABLE_NAMES) {
    const total = await count(source, name);
    let done = await count(target, name);
    await copyRows(name, source, target, (rows) => {
      done += rows;
      tell(name, done, total);
    });
  }
  const files = createFileStore(from.storage);
  const total = await count(source, 'file');
  let done = 0;
  return copyFiles(source, files, otherFiles, (copied) => {
    done += copied;
    tell('files', done, total);
  });
}

/** Only between installations of this version are rows the same. */
async function compareTables(source: Kysely<Database>, target: Kysely<Database>, from: Installation): Promise<void> {
  const [theirs, ours] = [await migrationsDone(source), await migrationsDone(target)];
  const name = nameDatabase(from.database);
  const newer = theirs.find((one) => !ours.includes(one));
  if (newer !== undefined)
    throw new CommandRefused(`${name} was written by a newer version (it has '${newer}'): move with that one.`);
  if (theirs.length === 0) throw new CommandRefused(`${name} has no tables of a server: check --from.`);
  if (theirs.length < ours.length) {
    throw new CommandRefused(`${name} is of an older version: start and stop a server of this version on it first.`);
  }
}

/** Tables that a server fills as it starts, before anybody has come. */
const BOOKKEEPING: readonly TableName[] = ['counter', 'secret'];

/** Marks an empty target as this source's, or finds that mark. */
async function begin(target: Kysely<Database>, source: string): Promise<void> {
  const tables = await target.introspection.getTables();
  if (!tables.some(({ name }) => name === MOVE_UNDER_WAY)) {
    for (const name of TABLE_NAMES) {
      if (BOOKKEEPING.includes(name) || (await lastRow(target, name)) === null) continue;
      throw new CommandRefused('The database of --to has data already: name an empty one.');
    }
    await target.transaction().execute(async (change) => {
      for (const name of BOOKKEEPING) await sql`delete from ${sql.table(name)}`.execute(change);
      await sql`create table ${sql.table(MOVE_UNDER_WAY)} (source text not null)`.execute(change);
      await sql`insert into ${sql.table(MOVE_UNDER_WAY)} (source) values (${source})`.execute(change);
    });
    return;
  }
  const { rows } = await sql<{ source: string }>`select source from ${sql.table(MOVE_UNDER_WAY)}`.execute(target);
  if (rows[0]?.source === source) return;
  throw new CommandRefused(
    `The database of --to has a part of ${rows[0]?.source}: end that move, or name an empty one.`,
  );
}

async function compare(source: Kysely<Database>, target: Kysely<Database>): Promise<void> {
  for (const name of TABLE_NAMES) {
    const [one, other] = [await digestRows(source, name), await digestRows(target, name)];
    if (one.rows === other.rows && one.digest === other.digest) continue;
    throw new CommandRefused(
      `The two differ in '${name}' (${one.rows} and ${other.rows} rows): the source has changed since the move began. Empty the database of --to and begin again.`,
    );
  }
}

async function count(db: Kysely<Database>, name: TableName): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db);
  return Number(rows[0]?.count);
}
