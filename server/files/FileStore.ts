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
  /** Resolves when the bytes would survive a power cut. The same name again is the same bytes: nothing to do. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Null when there is no such file. */
  get(name: string): Promise<StoredFile | null>;
  /** Nothing happens when there is no such file. */
  remove(name: string): Promise<void>;
  /** Size of a file; bytes, null when there is no such file. */
  size(name: string): Promise<number | null>;
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
