import { existsSync, statSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DiskFileStore, giveTo, ownershipAt, type Ownership } from '../../server/files/DiskFileStore';
import { readWhole } from '../../server/files/FileStore';
import { CommandRefused } from '../installation/CommandRefused';
import { isSound, readDamaged } from './damagedPictures';
import { forgetAccess } from './forgetAccess';
import { holdDatabase } from './holdDatabase';
import { noteLeftovers } from './leftoverPictures';
import { listPictures } from './listPictures';
import { openDatabase } from './openDatabase';
import { placesIn, type Places } from './places';
import { syncFile } from './syncFile';

/** Endings of the files beside a database that hold changes of it. SQLite applies them to whatever database has their name. */
const LOGS = ['-wal', '-shm', '-journal'];

/**
 * Replaces a server's database by a backup, and keeps the old one beside it under another name, readable or not; adds the backup's pictures
 * to the existing ones, and replaces those that are damaged. Everything gets the owner of the data, or of the folder around them. Returns
 * the text to print; throws CommandRefused, before any of the data is replaced, for an incomplete backup and while a server runs on the data.
 * Pictures in a bucket are left to the operator.
 */
export async function restoreBackup(folder: string, { databasePath, filesDir }: Places): Promise<string[]> {
  const backup = placesIn(resolve(folder));
  if (!existsSync(backup.databasePath))
    throw new CommandRefused(`${backup.databasePath} is not there: is it a backup?`);
  checkDatabase(backup.databasePath);
  const pictures = filesDir === null ? [] : listPictures(backup.databasePath);
  const source = new DiskFileStore(backup.filesDir);
  // Those that were damaged already are no reason to do without all others.
  const listed = await readDamaged(resolve(folder));
  const damaged = new Set<string>();
  for (const name of pictures) {
    if (listed.has(name) && !(await hasSound(source, name))) damaged.add(name);
    else await readSound(source, name);
  }
  for (const path of [databasePath, filesDir]) if (path !== null) refuseOthers(path);
  if (existsSync(databasePath)) holdDatabase(databasePath).release();
  const owner = ownershipAt(databasePath);

  if (filesDir !== null) {
    // Named by their content, so none of them takes another's place; and before the database that names them.
    const target = new DiskFileStore(filesDir, ownershipAt(filesDir));
    await target.probe();
    for (const name of pictures) {
      if (damaged.has(name)) await putDamaged(target, source, name);
      else await putSound(target, name, await readSound(source, name));
    }
  }
  await mkdir(dirname(databasePath), { recursive: true });
  const draft = `${databasePath}.restored`;
  // One that was cut off has left them; its log would be played over this copy.
  for (const ending of ['', ...LOGS]) await rm(draft + ending, { force: true });
  await copyFile(backup.databasePath, draft);
  await chmod(draft, 0o600);
  // Backups of older versions still have sessions and tokens.
  forgetAccess(draft);
  if (owner) await giveTo(owner, draft);
  await syncFile(draft);
  const old = await replaceDatabase(databasePath, draft, owner);
  const anew = 'Everybody signs in anew, and scripts need new API tokens';
  const broken = [...damaged].map((name) => `The picture ${name} was damaged or missing when the backup was taken`);
  const files =
    filesDir === null
      ? '; put its pictures back into the bucket where that lacks some'
      : `, with ${pictures.length} pictures`;
  return [`${databasePath} is the backup's${files}`, anew, ...old, ...broken];
}

/** Puts the draft in the place of a database, which it keeps under another name. Returns the text to print about that one. */
async function replaceDatabase(path: string, draft: string, owner: Ownership | null): Promise<string[]> {
  const before = `${path}.before-${new Date().toISOString().replaceAll(':', '-')}`;
  try {
    // A server may have been started while the pictures were copied.
    const held = existsSync(path) ? holdDatabase(path) : null;
    try {
      const left = noteLeftovers(draft, held?.pictures ?? []);
      const kept = ['', ...LOGS].filter((ending) => existsSync(path + ending));
      // There is a database at any moment: a server that starts without one makes an empty one. Should it not get its other name, its log stays.
      if (held) await keepAs(before, path, owner);
      for (const ending of kept) if (ending !== '') await rename(path + ending, before + ending);
      await rename(draft, path);
      await syncFile(path);
      const old = kept.map((ending) => `${path}${ending} is now ${before}${ending}`);
      if (left > 0)
        old.push(`The server removes the ${left} pictures that only the previous database names in 30 days`);
      if (held?.whyUnreadable)
        old.push(`It could not be read (${held.whyUnreadable}): end a server that still runs on it`);
      return old;
    } finally {
      held?.release();
    }
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Gives a file a second name; a copy where the disk has no second names. */
async function keepAs(before: string, path: string, owner: Ownership | null): Promise<void> {
  try {
    await link(path, before);
  } catch {
    await copyFile(path, before);
    if (owner) await giveTo(owner, before);
    await syncFile(before);
  }
}

/** Only root gives files to others: what anybody else puts in their place the server could not open. */
function refuseOthers(path: string): void {
  const uid = statSync(path, { throwIfNoEntry: false })?.uid;
  const me = process.geteuid?.() ?? 0;
  if (me === 0 || uid === undefined || uid === me) return;
  throw new CommandRefused(`${path} belongs to the user ${uid}: run this as that user, or as root.`);
}

function checkDatabase(path: string): void {
  const db = openDatabase(path);
  try {
    const [found] = db.prepare('pragma integrity_check').pluck().all();
    if (found !== 'ok') throw new CommandRefused(`${path} is damaged: take another backup.`);
  } finally {
    db.close();
  }
}

async function readSound(store: DiskFileStore, name: string): Promise<Buffer> {
  const bytes = await readWhole(store, name);
  if (!bytes || !isSound(name, bytes)) {
    throw new CommandRefused(`The picture ${name} of the backup is not there or damaged: take another backup.`);
  }
  return bytes;
}

/** False for a picture that the disk does not give out, too. */
async function hasSound(store: DiskFileStore, name: string): Promise<boolean> {
  const bytes = await readWhole(store, name).catch(() => null);
  return bytes !== null && isSound(name, bytes);
}

/** Replaces a damaged file of the same name, also one of the same length. */
async function putSound(target: DiskFileStore, name: string, bytes: Buffer): Promise<void> {
  if (!(await hasSound(target, name))) await target.remove(name);
  await target.put(name, bytes);
}

/** Puts a damaged picture in place only where the target has none of its name. */
async function putDamaged(target: DiskFileStore, source: DiskFileStore, name: string): Promise<void> {
  if ((await target.size(name)) !== null) return;
  const bytes = await readWhole(source, name);
  if (bytes !== null) await target.put(name, bytes);
}
