import { statSync } from 'node:fs';
import { chmod, chown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

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
