import { afterEach, describe, expect, it, vi } from 'vitest';
import { ended, open, start } from '../runs/support/running';

afterEach(() => vi.restoreAllMocks());

describe('a server that makes very many pictures and texts', () => {
  it('keeps nothing of each call: a signal that several of them share would', async () => {
    const combined = vi.spyOn(AbortSignal, 'any');
    const running = await open();
    await ended(running, await start(running));
    for (const content of ['a calm lake', 'a boat']) {
      expect((await running.person.post('/nodes/analyze', { content })).statusCode).toBe(200);
    }
    const sources = combined.mock.calls.flatMap(([signals]) => [...signals]);
    expect(sources.length).toBeGreaterThan(1);
    expect(new Set(sources).size).toBe(sources.length);
  });
});
