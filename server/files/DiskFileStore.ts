import { constants } from 'node:fs';
import { access, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nanoid } from 'nanoid';
import { diskFull, isDiskFull } from '../errors';
import { checkStoredName } from './names';
import type { FileStore, StoredFile } from './FileStore';
import { giveTo, type Ownership } from './ownership';

/** Files in a folder, spread over 256 sub-folders by the first two characters of their name. */
export class DiskFileStore implements FileStore {
  readonly #folder: string;
  readonly #owner: Ownership | null;

  /** `owner`: the owner of the files when the process runs as another user. */
  constructor(folder: string, owner: Ownership | null = null) {
    this.#folder = folder;
    this.#owner = owner;
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const path = this.#path(name);
    if ((await this.size(name)) !== null) {
      await this.#giveBack(dirname(path));
      await this.#giveBack(path);
      return;
    }
    const draft = `${path}.${nanoid(8)}.part`;
    try {
      await this.#makeFolder(dirname(path));
      await this.#giveBack(dirname(path));
      await writeThrough(draft, bytes);
      if (this.#owner) await giveTo(this.#owner, draft);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw isDiskFull(error) ? diskFull(error) : error;
    }
    await syncFolder(dirname(path));
  }

  async get(name: string): Promise<StoredFile | null> {
    try {
      const file = await open(this.#path(name));
      const { size } = await file.stat();
      return { bytes: size, stream: file.createReadStream() };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
  }

  async size(name: string): Promise<number | null> {
    try {
      return (await stat(this.#path(name))).size;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async probe(): Promise<void> {
    await this.#makeFolder(this.#folder);
    await this.#giveBack(this.#folder);
    await access(this.#folder, constants.R_OK | constants.W_OK);
  }

  async #makeFolder(path: string): Promise<void> {
    await mkdir(path, { recursive: true, ...(this.#owner && { mode: this.#owner.folderMode }) });
  }

  /** Changes the owner of files that an earlier command left to another user, and of no others. */
  async #giveBack(path: string): Promise<void> {
    if (this.#owner && (await stat(path)).uid !== this.#owner.uid) await giveTo(this.#owner, path);
  }

  #path(name: string): string {
    checkStoredName(name);
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
