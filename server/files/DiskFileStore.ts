import { constants } from 'node:fs';
import { access, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nanoid } from 'nanoid';
import type { FileStore } from './FileStore';

/** A name that stays inside the store's folder. */
const NAME = /^[0-9a-f]{64}\.[a-z0-9]{1,8}$/;

/** Files in a folder, spread over 256 sub-folders by the first two characters of their name. */
export class DiskFileStore implements FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    if (await this.has(name)) return;
    const path = this.#path(name);
    await mkdir(dirname(path), { recursive: true });
    const draft = `${path}.${nanoid(8)}.part`;
    try {
      await writeThrough(draft, bytes);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await syncFolder(dirname(path));
  }

  async get(name: string): Promise<Buffer | null> {
    try {
      return await readFile(this.#path(name));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
  }

  async has(name: string): Promise<boolean> {
    try {
      await stat(this.#path(name));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async probe(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await access(this.#folder, constants.R_OK | constants.W_OK);
  }

  #path(name: string): string {
    if (!NAME.test(name)) throw new Error('not the name of a stored file');
    return join(this.#folder, name.slice(0, 2), name);
  }
}

async function writeThrough(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The rename itself is durable only when the folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
