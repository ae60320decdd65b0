import type { BucketSettings } from './s3/BucketSettings';

/** Where the bytes of pictures are kept. */
export type Storage = { readonly kind: 'file'; readonly folder: string } | ({ readonly kind: 's3' } & BucketSettings);
