import { DiskFileStore } from './DiskFileStore';
import type { FileStore } from './FileStore';
import { S3FileStore } from './s3/S3FileStore';
import type { Storage } from './Storage';

/** The store that STORAGE_URL names. */
export function createFileStore(storage: Storage): FileStore {
  return storage.kind === 's3' ? new S3FileStore(storage) : new DiskFileStore(storage.folder);
}
