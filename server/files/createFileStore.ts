import { DiskFileStore, type Ownership } from './DiskFileStore';
import type { FileStore } from './FileStore';
import { S3FileStore } from './s3/S3FileStore';
import type { BucketSettings } from './s3/S3Bucket';

/** The store that STORAGE_URL names; what is put into a folder belongs to its owner. */
export function createFileStore(storage: Storage, owner: Ownership | null = null): FileStore {
  return storage.kind === 's3' ? new S3FileStore(storage) : new DiskFileStore(storage.folder, owner);
}

/** The place where the bytes of pictures are stored. */
export type Storage = { readonly kind: 'file'; readonly folder: string } | ({ readonly kind: 's3' } & BucketSettings);
