import { readDataSettings, type Environment } from '../../server/config';
import { StartRefused } from '../../server/errors';
import { S3Bucket, S3Failure } from '../../server/files/s3/S3Bucket';
import type { S3Order } from '../../server/files/s3/S3Bucket';
import { sha256 } from '../../server/sha256';

/** Creates the bucket of these settings. Our existing bucket stays as it is. Returns an exit code and the text to print. */
export async function makeBucket(env: Environment): Promise<{ code: 0 | 1; line: string }> {
  try {
    const { storage } = readDataSettings(env);
    if (storage.kind !== 's3') return { code: 1, line: 'STORAGE_URL names no bucket: set it to s3://BUCKET.' };
    const bucket = new S3Bucket(storage);
    if (await isThere(bucket)) return { code: 0, line: `The bucket ${storage.bucket} was there.` };
    await bucket.send({ method: 'PUT', key: '', ...placeIn(storage.region) });
    return { code: 0, line: `The bucket ${storage.bucket} is there now.` };
  } catch (error) {
    if (error instanceof S3Failure) return { code: 1, line: `The bucket cannot be made: ${error.message}.` };
    if (error instanceof StartRefused) return { code: 1, line: error.message };
    throw error;
  }
}

/** Amazon makes a bucket elsewhere than in its first region only where it is told the region, and not where it is told the first one. */
function placeIn(region: string): Pick<S3Order, 'body'> {
  if (region === 'us-east-1') return {};
  const bytes = Buffer.from(
    `<CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`,
  );
  return { body: { bytes, sha256: sha256(bytes) } };
}

/** Ours, and open to our keys. */
async function isThere(bucket: S3Bucket): Promise<boolean> {
  try {
    await bucket.look();
    return true;
  } catch (error) {
    if (error instanceof S3Failure && error.status === 404) return false;
    throw error;
  }
}
