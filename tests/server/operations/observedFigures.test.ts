import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { Observer } from '../../../bench/save/Observer';
import { serve, type Served } from '../../support/serve';
import { openApp } from '../support/openApp';

let served: Served | undefined;
afterEach(() => served?.stop());

async function observe(metrics: () => Promise<string>): Promise<Observer> {
  served = await serve(createServer((_request, reply) => void metrics().then((text) => reply.end(text))));
  return new Observer({ url: served.url, dataDir: tmpdir() });
}

describe('the figures that the benches read', () => {
  it('are those of the server', async () => {
    const { app } = await openApp();
    const observer = await observe(async () => (await app.inject('/metrics')).body);
    expect(await observer.compactions()).toEqual({ begun: 0, waiting: 0 });
    expect(await observer.canvasTasks()).toBe(0);
    expect(await observer.memoryMiB()).toBeGreaterThan(10);
  });

  it('fail a bench that waits for one of another name', async () => {
    const { app } = await openApp();
    const body = async (): Promise<string> => (await app.inject('/metrics')).body;
    const renamed = await observe(async () => (await body()).replaceAll('canvas_tasks_total', 'canvas_work_total'));
    await expect(renamed.compactions()).rejects.toThrow('/metrics has no figure canvas_tasks_total');
    await expect(renamed.canvasTasks()).rejects.toThrow('/metrics has no figure canvas_tasks_total');
  });
});
