/** The part of it that the tests use; the package brings no types. */
declare module 's3rver' {
  import type { RequestListener } from 'node:http';

  export default class S3rver {
    constructor(options: { directory: string; silent: boolean; vhostBuckets: boolean });
    readonly store: { putBucket(name: string): Promise<unknown> };
    callback(): RequestListener;
  }
}
