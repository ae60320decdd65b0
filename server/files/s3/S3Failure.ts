/** One call of a bucket that did not do what was asked. The message names no key and no address. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure';
  /** Null when no whole answer came. */
  readonly status: number | null;
  /** S3's own word, such as `SlowDown`; empty when it said none. */
  readonly code: string;

  constructor(message: string, status: number | null, code = '') {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** Whether the same call may succeed when it is made again. */
  get passes(): boolean {
    return this.status === null || this.status >= 500 || this.status === 429 || this.status === 408;
  }
}
