import { constants, statSync } from 'node:fs';
import { access, mkdir, open, rename, rm, stat, chmod, chown } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nanoid } from 'nanoid';
import { diskFull, isDiskFull } from '../errors';
import { type FileStore, type StoredFile, checkStoredName } from './FileStore';

/** The owner of an installation's files. Root's commands write as that user. */
export interface Ownership {
  readonly uid: number;
  readonly gid: number;
  readonly fileMode: number;
  readonly folderMode: number;
}

/** The owner and mode of the path or, when it does not exist, of its folder; null without either. */
export function ownershipAt(path: string): Ownership | null {
  const own = statSync(path, { throwIfNoEntry: false });
  const found = own ?? statSync(dirname(path), { throwIfNoEntry: false });
  if (!found) return null;
  const { uid, gid, mode } = found;
  // A folder that all users may write to must not make its files writable for all.
  const folderMode = mode & (mode & 0o002 ? 0o755 : 0o775);
  return { uid, gid, fileMode: own?.isFile() ? mode & 0o777 : folderMode & 0o666, folderMode };
}

/** Gives a file or folder to its owner. Only root can; from anybody else the owner's group gets it, where they are in it. */
export async function giveTo({ uid, gid, fileMode, folderMode }: Ownership, path: string): Promise<void> {
  const found = await stat(path);
  if (process.geteuid?.() === 0) await chown(path, uid, gid);
  else if (found.uid === process.geteuid?.() && process.getgroups?.().includes(gid)) await chown(path, found.uid, gid);
  await chmod(path, found.isFile() ? fileMode : folderMode);
}

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
