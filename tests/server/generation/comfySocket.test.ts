import { describe, expect, it } from 'vitest';
import { askComfy, comfyAt, startComfy, type Comfy } from './support/comfy';
import { plainPicture } from './support/FakeImageEngine';

/** Longer than a test: progress came by the socket, not by polling. */
const NEVER_MS = 600_000;
/** Starts a picture whose socket is open, once it is queued. */
async function begin(comfy: Comfy, more: Parameters<typeof askComfy>[1] = {}): Promise<ReturnType<typeof askComfy>[]> {
  const asked = askComfy(comfyAt(comfy.url, { quietMs: NEVER_MS }), more);
  await expect.poll(comfy.looks).toBeGreaterThan(0);
  return [asked];
}

describe('the socket of ComfyUI', () => {
  it("reports a picture's progress and end, so that the history is read only then [MODEL-15]", async () => {
    const comfy = await startComfy({ socket: true, waits: true });
    const shares: number[] = [];
    const [asked] = await begin(comfy, { onProgress: (share) => shares.push(share) });
    expect(comfy.clients).toHaveLength(1);
    expect(comfy.clientsOfPrompts).toEqual(comfy.clients);

    comfy.say('execution_cached', { nodes: ['11', '12'] });
    comfy.say('executing', { node: '3' });
    comfy.say('progress', { node: '3', value: 1, max: 4 });
    comfy.say('progress', { node: '3', value: 4, max: 4 });
    // Another step of the same node begins at zero: reported progress never falls.
    comfy.say('progress', { node: '3', value: 1, max: 4 });
    comfy.say('executing', { node: '9' });
    comfy.say('progress', { node: '9', value: 1, max: 2 });
    await expect.poll(() => shares).toEqual([1 / 6, 2 / 6, 2.25 / 6, 3 / 6, 3.5 / 6]);
    expect(comfy.looks()).toBe(1);

    // The socket reports the end a moment before the history has it.
    comfy.say('execution_success');
    await expect.poll(comfy.looks).toBeGreaterThan(2);
    comfy.finish();
    expect(await asked).toMatchObject({ bytes: await plainPicture('#0a7a4a') });
  });

  it('reports a failure too, and its message is not the answer [MODEL-15]', async () => {
    const status = {
      status_str: 'error',
      messages: [['execution_error', { exception_type: 'torch.OutOfMemoryError' }]],
    };
    const comfy = await startComfy({ socket: true, waits: true, ends: { outputs: {}, status } });
    const [asked] = await begin(comfy);
    comfy.say('');
    comfy.say('execution_start', { timestamp: 'soon' });
    comfy.say('progress', { value: 'much', max: null });
    comfy.finish();
    comfy.say('execution_error', { exception_message: 'at 10.0.0.7' });
    expect(await asked).toMatchObject({ code: 'tooLarge' });
  });

  it('is done without where it breaks, and where the server has none [MODEL-15]', async () => {
    const comfy = await startComfy({ socket: true, waits: true });
    const [asked] = await begin(comfy);
    comfy.breakOff();
    await expect.poll(comfy.looks).toBeGreaterThan(3);
    comfy.finish();
    expect(await asked).toMatchObject({ model: 'river' });

    const without = await startComfy();
    expect(await askComfy(comfyAt(without.url, { quietMs: NEVER_MS }))).toMatchObject({ model: 'river' });
    expect([without.clients, without.clientsOfPrompts]).toEqual([[], [undefined]]);
  });

  it('that is silent does not block for ever: a restarted server is noticed [MODEL-15]', async () => {
    const comfy = await startComfy({ socket: true, forgets: true });
    expect(await askComfy(comfyAt(comfy.url, { quietMs: 20 }))).toMatchObject({ code: 'unreachable' });
  });

  it('does not keep a picture from being stopped [MODEL-15] [MODEL-11]', async () => {
    const comfy = await startComfy({ socket: true, waits: true });
    const stop = new AbortController();
    const [asked] = await begin(comfy, { signal: stop.signal });
    stop.abort();
    expect(await asked).toMatchObject({ code: 'aborted' });
    expect(comfy.told).toEqual(['queue {"delete":["p1"]}', 'interrupt {"prompt_id":"p1"}']);
  });
});
