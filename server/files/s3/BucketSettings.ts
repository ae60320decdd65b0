/** A bucket and the keys to it. */
export interface BucketSettings {
  readonly bucket: string;
  /** Origin of an S3-compatible server, which is asked in path style; null for Amazon's own. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of keys that were lent for a while. */
  readonly sessionToken: string | null;
}
