import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import type { LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { plainPicture } from '../generation/support/FakeImageEngine';
import { threadFile } from '../support/builtThreads';
import { claimingAvif, interlacedPng } from '../support/hostilePictures';
import { openApp } from '../support/openApp';
import { signIn, textNode } from '../support/Person';
import type { Person } from '../support/Person';

const statusOf = ({ statusCode }: LightMyRequestResponse): number => statusCode;
const upload = (who: Person, bytes: Buffer) => who.upload('POST', '/files', 'file', bytes);

/** Child processes that decode pictures; `nice` of all their threads. */
function decoders(): { pid: string; nice: number[]; environment: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, parent] = statOf(`/proc/${pid}`);
        const isOurs =
          Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('decodeProcess');
        if (!isOurs) return [];
        const threads = readdirSync(`/proc/${pid}/task`);
        const nice = threads.map((thread) => Number(statOf(`/proc/${pid}/task/${thread}`)[16]));
        return [{ pid, nice, environment: readFileSync(`/proc/${pid}/environ`, 'utf8') }];
      } catch {
        return [];
      }
    });
}

const statOf = (path: string): string[] => readFileSync(`${path}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];

describe('pictures that are heavy to read', () => {
  const heavy = interlacedPng(4000);

  it('are read two at a time, a few wait, and the others are put off [DECODE-1]', async () => {
    const { app } = await openApp();
    const hostile = await signIn(app);
    const other = await signIn(app, '다른 사람');
    const projectId = await other.create();
    const lighter = interlacedPng(2000);
    const sent = Array.from({ length: 12 }, () => upload(hostile, lighter));
    const small = upload(other, await plainPicture('#118833'));
    expect(statusOf(await other.patch(projectId, [{ op: 'add', path: '/nodes/-', value: textNode('a') }]))).toBe(200);
    expect(decoders().length).toBeLessThanOrEqual(2);
    const answers = await Promise.all(sent);
    const refused = answers.filter((answer) => statusOf(answer) !== 201);
    expect(refused.length).toBeGreaterThanOrEqual(4);
    for (const answer of refused) {
      expect(answer.json()).toMatchObject({ code: 'picturesBusy' });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(refused.map(statusOf)).toEqual(refused.map(() => 503));
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(6);
    expect(statusOf(await small)).toBe(201);
    expect(decoders().length).toBeLessThanOrEqual(2);
  });

  it('are read by processes that come last and know no secret [DECODE-2]', async () => {
    const { app } = await openApp({ GEMINI_API_KEY: 'a-key-that-is-secret' });
    process.env['SECRET_OF_TEST'] = 'secret';
    const person = await signIn(app);
    expect(statusOf(await upload(person, await plainPicture('#aa3311')))).toBe(201);
    const [first] = decoders();
    // Threads that the system has started count, too: they do the decoding.
    expect(first?.nice.length).toBeGreaterThan(4);
    expect(new Set(first?.nice)).toEqual(new Set([19]));
    expect(first?.environment).not.toContain('secret');
  });

  it('go on being read by another process when one was killed [DECODE-2]', async () => {
    const { app } = await openApp();
    const person = await signIn(app);
    expect(statusOf(await upload(person, await plainPicture('#aa3312')))).toBe(201);
    const cut = upload(person, heavy);
    await expect.poll(() => decoders().length).toBeGreaterThan(0);
    for (const { pid } of decoders()) process.kill(Number(pid), 'SIGKILL');
    expect([201, 503]).toContain(statusOf(await cut));
    expect(statusOf(await upload(person, await plainPicture('#aa3313')))).toBe(201);
  });

  it('are stopped at once when their server has gone, even during one [DECODE-3]', async () => {
    const child = fork(threadFile('server/files/decoding/decodeProcess.mjs'), {
      stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
    });
    const ended = once(child, 'exit');
    child.send({ task: 'inspect', byteLength: heavy.byteLength });
    child.stdin?.write(heavy);
    await once(child, 'message');
    child.send('go', () => child.disconnect());
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  it('are refused by their header when no memory is enough for them [DECODE-1]', async () => {
    const { app } = await openApp();
    const person = await signIn(app);
    const refused = await upload(person, await claimingAvif(7000));
    expect(refused.statusCode).toBe(413);
    expect(refused.json()).toMatchObject({ code: 'pictureTooLarge', message: expect.stringContaining('memory') });
    const avif = await sharp(await plainPicture('#113388'))
      .avif()
      .toBuffer();
    expect(statusOf(await upload(person, avif))).toBe(201);
  });
});
