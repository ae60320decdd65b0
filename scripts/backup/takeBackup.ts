import { existsSync, rmSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DiskFileStore, type Ownership } from '../../server/files/DiskFileStore';
import { readWhole } from '../../server/files/FileStore';
import { CommandRefused } from '../installation/CommandRefused';
import type { CommandAnswer } from '../installation/printAnswer';
import { isSound, listDamaged } from './damagedPictures';
import { forgetAccess } from './forgetAccess';
import { listPictures } from './listPictures';
import { openDatabase } from './openDatabase';
import { placesIn, type Places } from './places';
import { syncFile } from './syncFile';

/** The backup belongs to the user who takes it, and nobody else can read it. */
const OWNERS: Ownership = {
  uid: process.geteuid?.() ?? 0,
  gid: process.getegid?.() ?? 0,
  fileMode: 0o600,
  folderMode: 0o700,
};

/** A picture that goes while it is copied makes the copy begin again, with little left to do. */
const ATTEMPTS = 10;

const TAKE_BUCKET =
  'Its pictures are in the bucket: copy that now, after the database, so that the copy has all of them; docs/BACKUPS.md tells how';

/**
 * Copies the database as of one moment, and every picture it names, into a new folder laid out as a DATA_DIR. A running server continues
 * meanwhile. A damaged picture is copied as it is and named, a missing one is named: the answer is a failure then, though the backup is
 * there. Pictures in a bucket are left to the operator. Throws CommandRefused.
 */
export async function takeBackup({ databasePath, filesDir }: Places, folder: string): Promise<CommandAnswer> {
  if (!existsSync(databasePath)) {
    throw new CommandRefused(`There is no database ${databasePath}: check --data, DATABASE_URL and DATA_DIR.`);
  }
  const to = resolve(folder);
  if (existsSync(to) && (await readdir(to)).length > 0) {
    throw new CommandRefused(`${to} is not empty: name a folder that is not there yet.`);
  }
  const draft = `${to}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(dirname(draft), { recursive: true });
  await mkdir(draft, { mode: OWNERS.folderMode });
  if (filesDir === null) {
    await copyDatabase(databasePath, placesIn(draft).databasePath);
    await finish(draft, to);
    return { code: 0, lines: [`${to} has the database`, TAKE_BUCKET] };
  }
  const { pictures, damaged } = await copyWithPictures(databasePath, filesDir, draft);
  await finish(draft, to);
  return told(`${to} has the database and ${pictures.length} pictures`, damaged, filesDir);
}

/** Returns the names of the pictures, and those of the damaged and missing ones, which the draft lists, too. */
async function copyWithPictures(databasePath: string, filesDir: string, draft: string) {
  const places = placesIn(draft);
  const source = new DiskFileStore(filesDir);
  const target = new DiskFileStore(places.filesDir, OWNERS);
  await target.probe();
  const damaged = new Set<string>();
  let missing: string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    await copyDatabase(databasePath, places.databasePath);
    const pictures = listPictures(places.databasePath);
    const missingBefore = new Set(missing);
    missing = await copyPictures(pictures, { from: source, to: target, damaged });
    // A picture goes after the rows that name it: one that later rows name, too, is lost.
    if (attempt < ATTEMPTS && missing.some((name) => !missingBefore.has(name))) continue;
    for (const name of missing) damaged.add(name);
    await dropOthers(pictures, places.filesDir);
    const named = pictures.filter((name) => damaged.has(name));
    await listDamaged(draft, named, OWNERS.fileMode);
    return { pictures, damaged: named };
  }
}

/** Gives a whole backup its name. */
async function finish(draft: string, to: string): Promise<void> {
  await syncFile(placesIn(draft).databasePath);
  await rm(to, { recursive: true, force: true });
  await rename(draft, to);
}

function told(done: string, damaged: readonly string[], filesDir: string): CommandAnswer {
  if (damaged.length === 0) return { code: 0, lines: [done] };
  const pictures = damaged.length === 1 ? 'one picture is' : `${damaged.length} pictures are`;
  const warning = `But ${pictures} damaged or missing in ${filesDir}, and so in the backup. Keep older backups: docs/BACKUPS.md tells how to repair it.`;
  return { code: 1, lines: [done, warning, ...damaged] };
}

/** Copies it without what opens an account. */
async function copyDatabase(from: string, to: string): Promise<void> {
  rmSync(to, { force: true });
  const db = openDatabase(from);
  try {
    // One read transaction: writers neither wait for it nor are seen by it.
    db.prepare('vacuum into ?').run(to);
  } finally {
    db.close();
  }
  forgetAccess(to);
  await chmod(to, OWNERS.fileMode);
}

interface Copying {
  readonly from: DiskFileStore;
  readonly to: DiskFileStore;
  /** Gets the names of those whose bytes are not what their name tells. */
  readonly damaged: Set<string>;
}

/** Returns the pictures that are no longer there. */
async function copyPictures(names: readonly string[], { from, to, damaged }: Copying): Promise<string[]> {
  const missing: string[] = [];
  for (const name of names) {
    if ((await to.size(name)) !== null) continue;
    const bytes = await readWhole(from, name).catch(() => 'unreadable' as const);
    if (bytes === null) {
      missing.push(name);
      continue;
    }
    if (bytes === 'unreadable' || !isSound(name, bytes)) damaged.add(name);
    if (bytes !== 'unreadable') await to.put(name, bytes);
  }
  return missing;
}

/** Removes the files that an earlier attempt has copied and the database no longer names. */
async function dropOthers(names: readonly string[], folder: string): Promise<void> {
  const listed = new Set(names);
  const store = new DiskFileStore(folder);
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of found) if (entry.isFile() && !listed.has(entry.name)) await store.remove(entry.name);
}
