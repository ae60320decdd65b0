import type { Socket } from 'node:net';
import { getDefaultHighWaterMark } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeImageEngine } from './support/FakeImageEngine';
import { eventsIn } from './support/events';
import { openEngineApp } from './support/openEngineApp';
import { StreamReader } from './support/StreamReader';

const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = ': still at it\n\n';
/** More than four times what any version of Node buffers in one stream. */
const TURNS = Math.ceil((4 * getDefaultHighWaterMark(false)) / KEEP_ALIVE.length);

afterEach(() => {
  vi.useRealTimers();
});

describe('a client that does not read its stream', () => {
  it('is kept no more than fits a socket, and hears the end when they read again', async () => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    const { person, projectId, app } = engineApp;
    const lines: Socket[] = [];
    app.server.on('connection', (line: Socket) => lines.push(line));
    const url = await engineApp.listen();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const answer = await fetch(`${url}/nodes/generate/image`, {
      method: 'POST',
      headers: { cookie: person.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ projectId, nodes: [{ type: 'text_prompt', content: '강' }] }),
    });
    // Nothing is delivered any more.
    for (const line of lines) line.cork();
    for (let turn = 0; turn < TURNS; turn += 1) {
      vi.advanceTimersByTime(KEEP_ALIVE_MS);
      await nextTurn();
    }
    await imageEngine.finish();
    for (const line of lines) line.uncork();

    const body = await answer.text();
    expect(eventsIn(body).map(({ event }) => event)).toEqual(['job', 'generated_image', 'generate_image_end']);
    const comments = body.split(KEEP_ALIVE).length - 1;
    expect(comments).toBeGreaterThan(0);
    expect(comments).toBeLessThan(TURNS / 2);
  });
});

describe('somebody who reads the stream of a picture', () => {
  it('reports its progress now and then, if the engine does [MODEL-15]', async () => {
    const imageEngine = new FakeImageEngine();
    const { person, projectId } = await openEngineApp(imageEngine);
    const nodes = [{ type: 'text_prompt', content: '강' }];
    const asked = person.post('/nodes/generate/image', { projectId, nodes });
    const { request } = await imageEngine.order();
    const { onProgress } = request;
    // Its reader exists once its row does.
    await expect.poll(async () => (await person.get(`/projects/${projectId}/jobs`)).json()).toHaveLength(1);
    for (const share of [0.5, 0.51, 0.4, 1]) onProgress?.(share);
    await imageEngine.finish();
    const events: object[] = eventsIn((await asked).body);
    expect(events.slice(1, 3)).toEqual([
      { event: 'progress', data: { share: 0.5 } },
      { event: 'progress', data: { share: 1 } },
    ]);
    expect(() => onProgress?.(1)).not.toThrow();
  });
});

describe('a member who is signed out while they read a stream', () => {
  const MINUTE_MS = 60_000;

  it.each(['session', 'token'] as const)('reads it a minute longer at most: %s [GUARD-4]', async (means) => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    const { person, projectId, db } = engineApp;
    const made = await person.post('/member/tokens', { name: 'Nightly', scopes: ['generate', 'read'] });
    const { id, token } = made.json<{ id: string; token: string }>();
    const url = await engineApp.listen();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let number = 0;
    const open = (headers: Record<string, string>) =>
      StreamReader.open(`${url}/nodes/generate/image`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ projectId, nodes: [{ type: 'text_prompt', content: '강' }], number: (number += 1) }),
      });
    const [leaving, staying] =
      means === 'session'
        ? [await open({ cookie: person.cookie }), await open({ authorization: `Bearer ${token}` })]
        : [await open({ authorization: `Bearer ${token}` }), await open({ cookie: person.cookie })];
    for (const reader of [leaving, staying]) expect(await reader.next()).toMatchObject({ event: 'job' });
    vi.advanceTimersByTime(MINUTE_MS);
    if (means === 'session') await db.deleteFrom('session').execute();
    else await person.delete(`/member/tokens/${id}`);
    vi.advanceTimersByTime(MINUTE_MS);
    expect(await leaving.next()).toMatchObject({ event: 'error', data: { code: 'signInRequired' } });
    expect(await leaving.next()).toBeNull();
    for (const order of [0, 1]) await imageEngine.finish(order);
    expect(await staying.next()).toMatchObject({ event: 'generated_image' });
  });
});
