import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { makeBucket } from '../../../scripts/bucket/makeBucket';
import { openBucket, refusing } from '../support/openBucket';

/** A store that has no bucket yet; notes the bodies of the orders to make one. */
function withoutBucket() {
  const orders: string[] = [];
  const answer: RequestListener = (request, response) => {
    if (request.method !== 'PUT') refusing(404, 'NoSuchBucket')(request, response);
    else void text(request).then((order) => response.end(void orders.push(order)));
  };
  return { orders, answer };
}

it('an operator makes a bucket in the region of their settings, as Amazon wants it to be said', async () => {
  const bucket = await openBucket();
  const store = withoutBucket();
  bucket.behave(store.answer);
  for (const AWS_REGION of ['us-east-1', 'eu-central-1']) {
    expect(await makeBucket({ ...bucket.env, AWS_REGION })).toMatchObject({ code: 0 });
  }
  expect(store.orders).toEqual([
    '',
    expect.stringMatching(
      /^<CreateBucketConfiguration xmlns="[^"]+"><LocationConstraint>eu-central-1<\/LocationConstraint><\/CreateBucketConfiguration>$/,
    ),
  ]);
});

it('a store of another kind takes the region, too', async () => {
  const { env, url } = await openBucket();
  const settings = { ...env, STORAGE_URL: `s3://seoul?endpoint=${url}&region=ap-northeast-2` };
  expect(await makeBucket(settings)).toEqual({ code: 0, line: 'The bucket seoul is there now.' });
  expect(await makeBucket(settings)).toEqual({ code: 0, line: 'The bucket seoul was there.' });
});
