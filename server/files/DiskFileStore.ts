import { constants, statSync } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat, chmod, chown } from 'node:fs/promises';
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

/** Files in a folder, spread over 256 sub-folders by the first two characters of their name; half-written ones are in one of their own. */
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
    const draft = join(this.#drafts, `${name}.${nanoid(8)}.part`);
    try {
      for (const folder of [this.#drafts, dirname(path)]) {
        await this.#makeFolder(folder);
        await this.#giveBack(folder);
      }
      // One of another length is damaged, as after a power cut or by a disk: it is replaced.
      if ((await this.size(name)) === bytes.length) {
        await this.#giveBack(path);
        return;
      }
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
    const file = await orWhenMissing(open(this.#path(name)), null);
    return file && { bytes: (await file.stat()).size, stream: file.createReadStream() };
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
  }

  async size(name: string): Promise<number | null> {
    const found = await orWhenMissing(stat(this.#path(name)), null);
    return found && found.size;
  }

  async removeDrafts(before: Date): Promise<void> {
    for (const name of await orWhenMissing(readdir(this.#drafts), [])) {
      const draft = join(this.#drafts, name);
      // One that is gone by now was stored.
      const found = await orWhenMissing(stat(draft), null);
      if (found && found.mtime < before) await rm(draft, { force: true });
    }
  }

  async probe(): Promise<void> {
    await this.#makeFolder(this.#folder);
    await this.#giveBack(this.#folder);
    await access(this.#folder, constants.R_OK | constants.W_OK);
  }

  get #drafts(): string {
    return join(this.#folder, 'drafts');
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

/** The answer about a file or folder, or `other` when there is none. */
async function orWhenMissing<Answer, Other>(asking: Promise<Answer>, other: Other): Promise<Answer | Other> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return other;
    throw error;
  }
}
