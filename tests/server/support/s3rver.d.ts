/** What the tests use of it; the package brings no types. */
declare module 's3rver' {
  import type { RequestListener } from 'node:http';

  export default class S3rver {
    constructor(options: { directory: string; silent: boolean; vhostBuckets: boolean });
    readonly store: { putBucket(name: string): Promise<unknown> };
    callback(): RequestListener;
  }
}
