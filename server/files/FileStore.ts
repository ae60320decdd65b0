import type { Readable } from 'node:stream';
import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** A file as a stream. The caller reads it to its end or destroys it. */
export interface StoredFile {
  readonly bytes: number;
  /** Fails when fewer bytes than these arrive. */
  readonly stream: Readable;
}

/**
 * Stores bytes under their content's name, `SHA256.EXT`, so that no file is rewritten. All methods but `probe` throw StoreUnavailable
 * when the store fails, after retries where these may help.
 */
export interface FileStore {
  /** Resolves when the bytes would survive a power cut. The same name again is the same bytes: nothing to do, unless the file there has another length. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Null when there is no such file. */
  get(name: string): Promise<StoredFile | null>;
  /** Nothing happens when there is no such file. */
  remove(name: string): Promise<void>;
  /** Size of a file; bytes, null when there is no such file. */
  size(name: string): Promise<number | null>;
  /** Removes half-written files that processes left when they were killed before this time. */
  removeDrafts(before: Date): Promise<void>;
  /** Throws when the store could not take a file now, after a few seconds at most. */
  probe(): Promise<void>;
}

/** All bytes of a file, in memory; null when there is none. Rejects once the signal is aborted, and reads no further. */
export async function readWhole(
  store: Pick<FileStore, 'get'>,
  name: string,
  signal?: AbortSignal,
): Promise<Buffer | null> {
  const file = await store.get(name);
  if (file && signal) addAbortSignal(signal, file.stream);
  return file && buffer(file.stream);
}

const STORED_NAME = /^[0-9a-f]{64}\.[a-z0-9]{1,8}$/;

/** Only names of this form reach a folder or a bucket: none leads out of it. */
export function checkStoredName(name: string): void {
  if (!STORED_NAME.test(name)) throw new Error('not the name of a stored file');
}

const PICTURE_URL = /^\/files\/([0-9a-f]{64})\.([a-z0-9]{1,8})$/;

/** The parts of a `/files/SHA256.EXT` address; null for another one. */
export function pictureName(url: string): { sha256: string; extension: string } | null {
  const [, sha256, extension] = PICTURE_URL.exec(url) ?? [];
  return sha256 === undefined || extension === undefined ? null : { sha256, extension };
}
