import { buffer } from 'node:stream/consumers';
import type { FileStore } from './FileStore';

/** All bytes of a file, in memory; null when there is none. */
export async function readWhole(store: Pick<FileStore, 'get'>, name: string): Promise<Buffer | null> {
  const file = await store.get(name);
  return file && buffer(file.stream);
}
