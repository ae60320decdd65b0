import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '../../../src/api/contract';
import type { Run } from '../../../src/api/contractRuns';
import type { TakePage } from '../../../src/api/contractTakes';
import { JobStore } from '../../../server/generation/jobs/JobStore';
import { RunStore, type RunName, type StepChange } from '../../../server/runs/RunStore';
import { signIn } from '../support/Person';
import { sqliteIsEnough } from '../support/sqliteIsEnough';
import { flow, image, prompt } from './support/flows';
import { InstantImageEngine } from './support/InstantImageEngine';
import { ALL, ended, open, read, start, told, type Running } from './support/running';

afterEach(() => vi.restoreAllMocks());

type Change = (run: RunName, changes: readonly StepChange[]) => Promise<unknown>;

/** Does something as the first step has its call, which is not in the step's row yet. */
function beforeBeginning(task: (run: RunName, changes: readonly StepChange[], change: Change) => Promise<unknown>) {
  const { change } = RunStore.prototype;
  const once = vi.fn(task);
  vi.spyOn(RunStore.prototype, 'change').mockImplementation(async function (this: RunStore, run, changes, also) {
    const begins = changes.some(({ to }) => to.state === 'running');
    if (begins && once.mock.calls.length === 0) await once(run, changes, change.bind(this));
    return change.call(this, run, changes, also);
  });
  return once;
}

const jobsOf = async ({ person, pid }: Running): Promise<Job[]> =>
  (await person.get(`/projects/${pid}/jobs`)).json<Job[]>();
const jobStates = async (running: Running): Promise<string[]> => (await jobsOf(running)).map(({ state }) => state);

/** Asks for one picture, as a page does. */
const press = ({ person, pid }: Running, nodeId: string) =>
  person.post('/nodes/generate/image', { projectId: pid, nodes: [{ type: 'text_prompt', content: '강' }], nodeId });

/** All of these presses bring the same picture. */
async function expectOnePicture(presses: readonly ReturnType<typeof press>[]): Promise<void> {
  const urls = (await Promise.all(presses)).map(({ body }) => /"url":"([^"]+)"/.exec(body)?.[1]);
  expect(urls[0]).toMatch(/^\/files\//);
  expect(new Set(urls).size).toBe(1);
}

/** Two equal requests: the first asks, the second shares its call. `jobOf` is the job of a node. */
async function pressTwice(running: Running) {
  running.painter.hold();
  const first = press(running, 'a');
  await expect.poll(() => running.painter.asked.length).toBe(1);
  const second = press(running, 'b');
  await expect.poll(async () => (await jobsOf(running)).length).toBe(2);
  const jobOf = async (wanted: string) => (await jobsOf(running)).find(({ nodeId }) => nodeId === wanted);
  return { first, second, jobOf };
}

describe('a run', () => {
  it('is one call for two equal requests that run at once [RUNNING-4]', async () => {
    const running = await open();
    running.painter.hold();
    const twins = flow([prompt('one', '강'), image('a'), image('b')], ['one>a', 'one>b']);
    const pair = { ...running, pid: await running.person.create('Twins', twins) };
    const id = await start(pair, { nodes: ['a', 'b'] });
    await expect.poll(() => running.painter.asked.length).toBe(1);
    running.painter.release();
    expect(told(await ended(pair, id))).toEqual(['a done', 'b kept']);
    expect(running.painter.asked).toHaveLength(1);
  });

  it('is one call for two equal requests, though the first ends just as the second looks for it [RUNNING-4]', async () => {
    const running = await open();
    running.painter.hold();
    const twins = flow([prompt('one', '강'), image('a'), image('b')], ['one>a', 'one>b']);
    const pair = { ...running, pid: await running.person.create('Twins', twins) };
    const { findRunning } = JobStore.prototype;
    const steps = new Set<string>();
    vi.spyOn(JobStore.prototype, 'findRunning').mockImplementation(async function (this: JobStore, ...asked) {
      const [{ own }] = asked;
      const isSecond = own !== undefined && !steps.has(own) && steps.size === 1;
      if (own !== undefined) steps.add(own);
      if (isSecond) {
        await expect.poll(() => running.painter.asked.length).toBe(1);
        running.painter.release();
        const states = async () => running.db.selectFrom('job').select('state').execute();
        await expect.poll(states).toEqual([{ state: 'done' }]);
      }
      return findRunning.apply(this, asked);
    });
    const id = await start(pair, { nodes: ['a', 'b'] });
    expect(told(await ended(pair, id))).toEqual(['a done', 'b kept']);
    expect(running.painter.asked).toHaveLength(1);
  });

  it.skipIf(sqliteIsEnough)(
    'is stopped as a whole: what runs ends, what waits does not start [RUNNING-5]',
    async () => {
      const running = await open();
      running.painter.hold();
      const id = await start(running);
      await expect.poll(() => running.painter.asked.length).toBe(2);
      expect((await running.person.delete(`/runs/${id}`)).statusCode).toBe(204);
      expect((await ended(running, id)).state).toBe('aborted');
      expect(told(await read(running, id))).toEqual(['a aborted', 'b aborted', 'c aborted', 'd aborted']);
      expect(running.painter.asked).toHaveLength(2);
      const stranger = await signIn(running.app, '다른 사람');
      expect((await stranger.get(`/runs/${id}`)).statusCode).toBe(404);
    },
  );

  it('is stopped just as a step begins, and the call that has gone out for it ends too [RUNNING-5]', async () => {
    const running = await open();
    running.painter.hold();
    const stopped = beforeBeginning(async ({ id }) => {
      await expect.poll(() => running.painter.asked.length).toBe(1);
      return (await running.person.delete(`/runs/${id}`)).statusCode;
    });
    const id = await start(running, { nodes: ['a'] });
    await expect.poll(() => stopped.mock.settledResults[0]?.value).toBe(204);
    expect(told(await ended(running, id))).toEqual(['a aborted']);
    await expect.poll(() => jobStates(running)).toEqual(['aborted']);
    expect(running.painter.stopped).toBe(1);
  });

  it('goes on where another server has begun the same step by the same call', async () => {
    const running = await open();
    running.painter.hold();
    const begun = beforeBeginning((run, changes, change) => change(run, changes));
    const id = await start(running, { nodes: ['a'] });
    await expect.poll(() => begun.mock.settledResults.length).toBe(1);
    await expect.poll(() => running.painter.asked.length).toBe(1);
    running.painter.release();
    expect(told(await ended(running, id))).toEqual(['a done']);
    expect(await jobStates(running)).toEqual(['done']);
  });

  it('is the same run for the same key, also once the canvas has changed [RUNNING-6]', async () => {
    const running = await open();
    const id = await start(running, {}, { 'idempotency-key': 'once' });
    await ended(running, id);
    const again = { nodes: ALL, revision: 1 };
    const answer = await running.person.post(`/projects/${running.pid}/runs`, again, { 'idempotency-key': 'once' });
    expect(answer.json()).toEqual({ runId: id });
    const other = { ...again, takes: 2 };
    const refused = await running.person.post(`/projects/${running.pid}/runs`, other, { 'idempotency-key': 'once' });
    expect(refused.statusCode).toBe(422);
    expect((await running.person.get(`/projects/${running.pid}/runs`)).json<Run[]>()).toHaveLength(1);
  });

  it('continues after its server has gone; a call without an answer is reported, never repeated [RUNNING-7]', async () => {
    const running = await open();
    running.painter.hold();
    const id = await start(running);
    await expect.poll(() => running.painter.asked.length).toBe(2);
    const painter = new InstantImageEngine();
    const again: Running = { ...running, ...(await running.reopen(painter)), painter };
    expect(told(await ended(again, id))).toEqual(['a restarted', 'b restarted', 'c upstream', 'd upstream']);
    expect(painter.asked).toEqual([]);
    const retried = (await again.person.post(`/runs/${id}/retry`)).json<{ runId: string }>();
    expect(told(await ended(again, retried.runId))).toEqual(['a done', 'b done', 'c done', 'd done']);
  });

  it.skipIf(sqliteIsEnough)('gives each member their share at once, in any order of arrival [RUNNING-10]', async () => {
    const running = await open({ GENERATE_CONCURRENT: '2' });
    const { painter } = running;
    painter.hold();
    const words = Array.from({ length: 6 }, (_, at) => `${at}`);
    const many = (of: string): object =>
      flow(
        [...words.map((at) => prompt(`p${at}`, `${of} ${at}`)), ...words.map((at) => image(`i${at}`))],
        words.map((at) => `p${at}>i${at}`),
      );
    const nodes = words.map((at) => `i${at}`);
    const minsu = await signIn(running.app, '민수');
    const first = { ...running, pid: await running.person.create('First', many('첫째')) };
    const other = { ...running, person: minsu, pid: await minsu.create('Other', many('둘째')) };
    const runs = [await start(first, { nodes }), await start(other, { nodes })] as const;
    await expect.poll(() => painter.asked.length).toBe(4);
    expect(painter.asked.filter((asked) => asked.startsWith('첫째'))).toHaveLength(2);
    painter.release();
    expect((await ended(first, runs[0])).steps.every(({ state }) => state === 'done')).toBe(true);
    expect((await ended(other, runs[1])).steps.every(({ state }) => state === 'done')).toBe(true);
    expect(painter.asked).toHaveLength(12);
    // Requests of one come between those of the other.
    expect(painter.asked.slice(4, 8).some((asked) => asked.startsWith('첫째'))).toBe(true);
    expect(painter.asked.slice(4, 8).some((asked) => asked.startsWith('둘째'))).toBe(true);
  });

  it('shares one call with an equal request of a page, which is paid once [RUNNING-12]', async () => {
    const running = await open();
    const { painter, person } = running;
    painter.hold();
    const presses = ['a', 'b', 'c'].map((nodeId) => press(running, nodeId));
    await expect.poll(async () => (await jobsOf(running)).length).toBe(3);
    const id = await start(running, { nodes: ['a'] });
    painter.release();
    await expectOnePicture(presses);
    expect(told(await ended(running, id))).toEqual(['a kept']);
    expect(painter.asked).toEqual(['강']);
    expect((await jobsOf(running)).filter(({ costMicros }) => costMicros === 0)).toHaveLength(2);
    const { takes } = (await person.get(`/projects/${running.pid}/takes`)).json<TakePage>();
    expect(takes).toHaveLength(4);
  });

  it('asks alone when the person of an equal request stops theirs [RUNNING-12]', async () => {
    const running = await open();
    const { painter, person } = running;
    const { first, second, jobOf } = await pressTwice(running);
    await person.delete(`/jobs/${(await jobOf('a'))?.id}`);
    expect((await first).body).toContain('aborted');
    await expect.poll(() => painter.asked.length).toBe(2);
    painter.release();
    expect((await second).body).toContain('generate_image_end');
  });

  it('costs nothing where a shared call is stopped [METER-3]', async () => {
    const running = await open();
    const { painter, person } = running;
    const { first, second, jobOf } = await pressTwice(running);
    await person.delete(`/jobs/${(await jobOf('b'))?.id}`);
    expect((await second).body).toContain('aborted');
    await expect.poll(async () => (await jobOf('b'))?.costMicros).toBe(0);
    painter.release();
    expect((await first).body).toContain('generate_image_end');
  });

  it('asks once for all others when the person of an equal request stops theirs [RUNNING-12]', async () => {
    const running = await open();
    const { painter, person } = running;
    painter.hold();
    const presses = [press(running, 'a')];
    await expect.poll(() => painter.asked.length).toBe(1);
    for (const nodeId of ['b', 'c', 'd']) {
      presses.push(press(running, nodeId));
      await expect.poll(async () => (await jobsOf(running)).length).toBe(presses.length);
    }
    for (const [at, nodeId] of ['a', 'b'].entries()) {
      await person.delete(`/jobs/${(await jobsOf(running)).find((job) => job.nodeId === nodeId)?.id}`);
      expect((await presses[at])?.body).toContain('aborted');
      await expect.poll(() => painter.asked.length).toBe(at + 2);
    }
    painter.release();
    await expectOnePicture(presses.slice(2));
    expect(painter.asked).toHaveLength(3);
    expect((await jobsOf(running)).filter(({ costMicros }) => costMicros === 0)).toHaveLength(1);
  });
});
