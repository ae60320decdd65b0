import type { Socket } from 'node:net';
import { getDefaultHighWaterMark } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Easel } from './support/Easel';
import { eventsIn } from './support/events';
import { openStudio } from './support/openStudio';

const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = ': still at it\n\n';
/** More than four times what Node, in whatever version, lets wait in one stream. */
const TURNS = Math.ceil((4 * getDefaultHighWaterMark(false)) / KEEP_ALIVE.length);

afterEach(() => {
  vi.useRealTimers();
});

describe('somebody who does not read their stream', () => {
  it('is kept no more than fits a socket, and hears the end when they read again', async () => {
    const easel = new Easel();
    const studio = await openStudio(easel);
    const { person, projectId, app } = studio;
    const lines: Socket[] = [];
    app.server.on('connection', (line: Socket) => lines.push(line));
    const url = await studio.listen();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const answer = await fetch(`${url}/nodes/generate/image`, {
      method: 'POST',
      headers: { cookie: person.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ projectId, nodes: [{ type: 'text_prompt', content: '강' }] }),
    });
    // Nothing gets through any more.
    for (const line of lines) line.cork();
    for (let turn = 0; turn < TURNS; turn += 1) {
      vi.advanceTimersByTime(KEEP_ALIVE_MS);
      await nextTurn();
    }
    await easel.finish();
    for (const line of lines) line.uncork();

    const body = await answer.text();
    expect(eventsIn(body).map(({ event }) => event)).toEqual(['job', 'generated_image', 'generate_image_end']);
    const comments = body.split(KEEP_ALIVE).length - 1;
    expect(comments).toBeGreaterThan(0);
    expect(comments).toBeLessThan(TURNS / 2);
  });
});
