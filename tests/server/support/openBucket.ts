import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { endAfter } from '../../support/leftovers';
import { serve } from '../../support/serve';

export interface OpenBucket {
  readonly url: string;
  /** Settings of a server that stores its files in the bucket. */
  readonly env: Record<'STORAGE_URL' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY', string>;
  /** All requests so far. */
  readonly requests: readonly IncomingMessage[];
  /** The objects in it. */
  names(): Promise<string[]>;
  /** Answers as a healthy bucket. */
  readonly answer: RequestListener;
  /** Sets its behaviour from now on; null: healthy. */
  behave(trouble: RequestListener | null): void;
}

interface Service {
  readonly directory: string;
  readonly url: string;
  readonly s3: S3rver;
  readonly answer: RequestListener;
  readonly buckets: Map<string, { requests: IncomingMessage[]; trouble: RequestListener | null }>;
}

let service: Promise<Service> | undefined;
let count = 0;

/** A bucket of its own at an S3-compatible server, shared by one test file. */
export async function openBucket(): Promise<OpenBucket> {
  service ??= startService();
  const { directory, url, s3, answer, buckets } = await service;
  count += 1;
  const name = `flows-${count}`;
  await s3.store.putBucket(name);
  const bucket: { requests: IncomingMessage[]; trouble: RequestListener | null } = { requests: [], trouble: null };
  buckets.set(name, bucket);
  return {
    url,
    env: {
      STORAGE_URL: `s3://${name}?endpoint=${url}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    requests: bucket.requests,
    answer,
    names: async () =>
      (await readdir(join(directory, name)))
        .flatMap((file) => /^(.+)\._S3rver_object$/.exec(file)?.[1] ?? [])
        .toSorted(),
    behave: (trouble) => {
      bucket.trouble = trouble;
    },
  };
}

async function startService(): Promise<Service> {
  const directory = await mkdtemp(join(tmpdir(), 'mulgil-buckets-'));
  const s3 = new S3rver({ directory, silent: true, vhostBuckets: false });
  const answer = s3.callback();
  const buckets: Service['buckets'] = new Map();
  const server = createServer((request, response) => {
    const bucket = buckets.get(/^\/([^/?]+)/.exec(request.url ?? '')?.[1] ?? '');
    bucket?.requests.push(request);
    (bucket?.trouble ?? answer)(request, response);
  });
  const { url, stop } = await serve(server);
  endAfter('file', async () => {
    service = undefined;
    await stop();
    await rm(directory, { recursive: true, force: true });
  });
  return { directory, url, s3, answer, buckets };
}

/** Reports a failure as S3 does. */
export const refusing =
  (status: number, code: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
  };

export const hangingUp: RequestListener = (request) => {
  request.socket.destroy();
};

/** Accepts everything and never answers. */
export const silent: RequestListener = (request) => {
  request.resume();
};

/** Promises more than it sends. */
export const cuttingOff: RequestListener = (_request, response: ServerResponse) => {
  response.writeHead(200, { 'content-length': '1000' }).write('half of it', () => response.destroy());
};
