import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Easel } from './support/Easel';
import { eventsIn } from './support/events';
import { openStudio } from './support/openStudio';

const KEEP_ALIVE_MS = 15_000;
const TURNS = 3_000;

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
    const comments = body.split('\n\n').filter((block) => block.startsWith(':'));
    expect(comments.length).toBeGreaterThan(0);
    expect(comments.length).toBeLessThan(TURNS / 2);
  });
});
