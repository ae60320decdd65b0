import { once, setMaxListeners } from 'node:events';
import { request } from 'node:http';
import type { ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { interlacedPng } from '../../tests/server/support/hostilePictures';
import { giveWay } from '../save/giveWay';
import type { HostileOrder } from './HostileCallers';
import { MEBIBYTE } from '../../server/bytes';

const BODY_BYTES = 250 * MEBIBYTE;
/** Pause between two pieces of a body: its silence would be noticed if it were longer. */
const DRIP_EVERY_MS = 50;
const DRIP = Buffer.alloc(64 * 1024, 'a');

type Call = (cookie: string, signal: AbortSignal) => Promise<number>;

/** An interlaced PNG of 8000 x 8000 pixels with 16 bits: half a mebibyte that takes 515 to read. */
async function heavyPicture(url: string): Promise<Call> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(interlacedPng(8000))]), 'heavy.png');
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  const body = Buffer.from(await encoded.arrayBuffer());
  return async (cookie, signal) => {
    const answer = await fetch(`${url}/files`, { method: 'POST', headers: { ...headers, cookie }, body, signal });
    await answer.arrayBuffer();
    return answer.status;
  };
}

/** A body of 250 MiB that is sent so slowly that it never ends. */
function endlessBody(url: string): Call {
  return (cookie, signal) =>
    new Promise((resolve, reject) => {
      const headers = { cookie, 'content-type': 'application/json', 'content-length': BODY_BYTES };
      const call = request(`${url}/projects`, { method: 'POST', headers, signal, agent: false }, (answer) => {
        resolve(answer.statusCode ?? 0);
        call.destroy();
      });
      call.once('error', reject);
      call.write('{"name":"');
      void drip(call, signal);
    });
}

async function drip(call: ClientRequest, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !call.destroyed) {
    call.write(DRIP);
    await sleep(DRIP_EVERY_MS);
  }
}

/** The first message says what to do, the next one ends it. */
const [{ url, cookies, what, againMs }] = (await once(process, 'message')) as [HostileOrder];
const stop = new AbortController();
setMaxListeners(0, stop.signal);
process.once('message', () => stop.abort());
giveWay();
const call = what === 'heavyPicture' ? await heavyPicture(url) : endlessBody(url);
process.send?.('begun');
const answers: Record<string, number> = {};
await Promise.all(
  cookies.map(async (cookie) => {
    while (!stop.signal.aborted) {
      const status = await call(cookie, stop.signal).catch(() => 0);
      answers[status] = (answers[status] ?? 0) + 1;
      await sleep(againMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  }),
);
process.send?.(answers);
process.disconnect();
