import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileStore } from './FileStore';

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
