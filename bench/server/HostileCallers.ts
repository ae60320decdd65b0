import { setMaxListeners } from 'node:events';
import { request } from 'node:http';
import type { ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { interlacedPng } from '../../tests/server/support/hostilePictures';
import type { BenchServer } from '../save/withServer';

const MEBIBYTE = 1024 * 1024;
const CALLERS = 12;
/** As the Retry-After of what is put off says. How often anybody may ask is the limiter's affair. */
const AGAIN_MS = 5_000;
const BODY_BYTES = 250 * MEBIBYTE;
/** Of each body: as fast as its silence would be noticed, and no faster. */
const DRIP_EVERY_MS = 50;
const DRIP = Buffer.alloc(64 * 1024, 'a');
/** Made once: it takes seconds. */
let heavy: Buffer | undefined;

/** Twelve members at work against the others until `end`. */
export interface Hostile {
  /** What they were answered so far, by status. */
  readonly answers: ReadonlyMap<number, number>;
  readonly end: () => Promise<void>;
}

/** Each uploads an interlaced PNG of 8000 x 8000 pixels with 16 bits, over and over: half a mebibyte that takes 515 to read. */
export async function uploadHeavy({ url, signIn }: BenchServer): Promise<Hostile> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array((heavy ??= interlacedPng(8000)))]), 'heavy.png');
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  const body = Buffer.from(await encoded.arrayBuffer());
  return many(signIn, async (cookie, signal) => {
    const answer = await fetch(`${url}/files`, { method: 'POST', headers: { ...headers, cookie }, body, signal });
    await answer.arrayBuffer();
    return answer.status;
  });
}

/** Each announces a body of 250 MiB and sends it so slowly that it never ends. */
export function sendEndless({ url, signIn }: BenchServer): Promise<Hostile> {
  return many(
    signIn,
    (cookie, signal) =>
      new Promise<number>((resolve, reject) => {
        const headers = { cookie, 'content-type': 'application/json', 'content-length': BODY_BYTES };
        const call = request(`${url}/projects`, { method: 'POST', headers, signal, agent: false }, (answer) => {
          resolve(answer.statusCode ?? 0);
          call.destroy();
        });
        call.once('error', reject);
        call.write('{"name":"');
        void drip(call, signal);
      }),
  );
}

async function drip(call: ClientRequest, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !call.destroyed) {
    call.write(DRIP);
    await sleep(DRIP_EVERY_MS);
  }
}

async function many(
  signIn: BenchServer['signIn'],
  once: (cookie: string, signal: AbortSignal) => Promise<number>,
): Promise<Hostile> {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const answers = new Map<number, number>();
  const cookies: string[] = [];
  while (cookies.length < CALLERS) {
    const cookie = await signIn(`hostile ${cookies.length}`);
    if (cookie === '') throw new Error('a hostile caller could not sign in');
    cookies.push(cookie);
  }
  const work = async (cookie: string): Promise<void> => {
    while (!stop.signal.aborted) {
      const status = await once(cookie, stop.signal).catch(() => 0);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      await sleep(AGAIN_MS);
    }
  };
  const working = cookies.map(work);
  return {
    answers,
    end: async () => {
      stop.abort();
      await Promise.all(working);
    },
  };
}
