import type { S3Place } from './s3/S3Place';

/** Where the bytes of pictures are kept. */
export type Storage = { readonly kind: 'file'; readonly folder: string } | ({ readonly kind: 's3' } & S3Place);
