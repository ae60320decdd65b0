import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../server/sha256';
import { syncFile } from './syncFile';

/** Beside the database of a backup: the names of the pictures that were damaged or missing when it was taken. Without any there is none. */
const LIST = 'damaged.txt';

/** Whether these are the bytes that a picture's name tells. */
export const isSound = (name: string, bytes: Buffer): boolean => name.startsWith(sha256(bytes));

export async function listDamaged(folder: string, names: readonly string[], mode: number): Promise<void> {
  if (names.length === 0) return;
  const path = join(folder, LIST);
  await writeFile(path, names.map((name) => `${name}\n`).join(''), { mode });
  await syncFile(path);
}

export async function readDamaged(folder: string): Promise<ReadonlySet<string>> {
  const path = join(folder, LIST);
  return new Set(existsSync(path) ? (await readFile(path, 'utf8')).split('\n').filter((name) => name !== '') : []);
}
