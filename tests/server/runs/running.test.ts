import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Run } from '../../../src/api/contractRuns';
import type { TakePage } from '../../../src/api/contractTakes';
import {
  ProviderError,
  type GeneratedPicture,
  type ImageProvider,
  type ImageRequest,
} from '../../../server/generation';
import { JobStore } from '../../../server/generation/jobs/JobStore';
import { plainPicture } from '../generation/support/Easel';
import { openStudio, type Studio } from '../generation/support/openStudio';
import { signIn } from '../support/Person';
import { flow, image, prompt } from './support/flows';

/** Paints at once, each request in its own colour, and counts; or as the test says. */
class Painter implements ImageProvider {
  readonly name: ImageProvider['name'] = 'offline';
  readonly asked: string[] = [];
  readonly numbers: number[] = [];
  readonly refused = new Set<string>();
  #open: Promise<void> = Promise.resolve();
  #letGo: () => void = () => undefined;

  hold(): void {
    this.#open = new Promise((resolve) => (this.#letGo = resolve));
  }

  release(): void {
    this.#letGo();
  }

  async generate({ parts, number, signal }: ImageRequest): Promise<GeneratedPicture> {
    const words = parts.map((part) => (part.kind === 'text' ? part.text : `(${part.bytes.byteLength})`)).join(' ');
    this.asked.push(words);
    this.numbers.push(number ?? 0);
    await Promise.race([this.#open, new Promise((_resolve, reject) => signal.addEventListener('abort', reject))]);
    if (this.refused.has(words)) throw new ProviderError('refusedSafety', 'No.');
    const colour = `#${(this.asked.length * 40_503).toString(16).padStart(6, '0').slice(-6)}`;
    return { bytes: await plainPicture(colour), model: 'painter-1' };
  }
}

const CHAIN = flow(
  [prompt('one', '강'), prompt('two', '산'), image('a'), image('b'), image('c'), image('d')],
  ['one>a', 'two>b', 'a>c', 'b>d', 'c>d', 'one>c', 'two>d'],
);
const ALL = ['a', 'b', 'c', 'd'];

/** For a busy machine. */
const PATIENT = { timeout: 120_000 };
vi.setConfig({ testTimeout: 180_000 });

interface Running extends Studio {
  readonly pid: number;
  readonly painter: Painter;
}

async function open(env = {}): Promise<Running> {
  const painter = new Painter();
  const studio = await openStudio(painter, { GENERATE_PER_MINUTE: '1000', ...env });
  return { ...studio, painter, pid: await studio.person.create('Flow', CHAIN) };
}

async function start({ person, pid }: Running, more: object = {}, headers = {}): Promise<string> {
  const { revision } = (await person.get(`/projects/${pid}`)).json<{ revision: number }>();
  const answer = await person.post(`/projects/${pid}/runs`, { nodes: ALL, revision, ...more }, headers);
  expect(answer.statusCode).toBe(202);
  return answer.json<{ runId: string }>().runId;
}

const read = async ({ person }: Running, id: string): Promise<Run> => (await person.get(`/runs/${id}`)).json();
const told = ({ steps }: Run): string[] => steps.map(({ nodeId, state, reason }) => `${nodeId} ${reason ?? state}`);

async function ended(running: Running, id: string): Promise<Run> {
  await expect
    .poll(async () => (await read(running, id)).state, { timeout: 120_000, interval: 50 })
    .not.toBe('running');
  return read(running, id);
}

async function valuesOf({ person, pid }: Running): Promise<Record<string, unknown>> {
  const { nodes } = await person.canvas(pid);
  return Object.fromEntries(nodes.filter(({ id }) => ALL.includes(id)).map(({ id, data }) => [id, data['value']]));
}

afterEach(() => vi.restoreAllMocks());

describe('a run', () => {
  it('makes each picture from those before it and puts each on the canvas once [RUNNING-1]', async () => {
    const running = await open();
    const run = await ended(running, await start(running));
    expect(told(run)).toEqual(['a done', 'b done', 'c done', 'd done']);
    expect(running.painter.asked).toHaveLength(4);
    const { takes } = (await running.person.get(`/projects/${running.pid}/takes`)).json<TakePage>();
    expect(await valuesOf(running)).toEqual(Object.fromEntries(takes.map(({ nodeId, url }) => [nodeId, url])));
    expect(new Set(takes.map(({ id }) => id))).toEqual(new Set(run.steps.map(({ take }) => take)));
    const c = takes.find(({ nodeId }) => nodeId === 'c');
    expect(c?.recipe?.items[0]).toEqual({ type: 'image_prompt', content: (await valuesOf(running))['a'] });
    // The second run finds everything, and asks and writes nothing.
    const { revision } = (await running.person.get(`/projects/${running.pid}`)).json<{ revision: number }>();
    expect(told(await ended(running, await start(running)))).toEqual(['a kept', 'b kept', 'c kept', 'd kept']);
    expect(running.painter.asked).toHaveLength(4);
    expect((await running.person.get(`/projects/${running.pid}`)).json()).toMatchObject({ revision });
  });

  it('gives the pictures of a frame on as they are seen, made in the same run or not [REFER-6]', async () => {
    const running = await open();
    const spots = { a: { x: 330, y: 60 }, b: { x: 30, y: 75 }, c: { x: 2000, y: 0 } };
    const framed = flow(
      [
        prompt('one', '강'),
        prompt('two', '산'),
        { ...image('a'), position: spots.a },
        { ...image('b'), position: spots.b },
        { ...image('c'), position: spots.c },
        { id: 'sky', type: 'frame', data: { width: 900, height: 600 } },
      ],
      ['one>a', 'two>b', 'sky>c', 'one>c'],
    );
    const framing = { ...running, pid: await running.person.create('Framed', framed) };
    const run = await ended(framing, await start(framing, { nodes: ['c', 'a', 'b'] }));
    expect(told(run)).toEqual(['a done', 'b done', 'c done']);
    const { a, b } = await valuesOf(framing);
    const { takes } = (await running.person.get(`/projects/${framing.pid}/takes`)).json<TakePage>();
    expect(takes.find(({ nodeId }) => nodeId === 'c')?.recipe?.items).toEqual([
      { type: 'image_prompt', content: b },
      { type: 'image_prompt', content: a },
      { type: 'text_prompt', content: '강' },
    ]);
  });

  it('takes over finished work without a call, with a take of its own that costs nothing [RUNNING-2]', async () => {
    const running = await open();
    await ended(running, await start(running));
    const copy = { ...running, pid: await running.person.create('Copy', CHAIN) };
    const run = await ended(copy, await start(copy));
    expect(told(run)).toEqual(['a kept', 'b kept', 'c kept', 'd kept']);
    expect(running.painter.asked).toHaveLength(4);
    expect(await valuesOf(copy)).toEqual(await valuesOf(running));
    const { takes } = (await running.person.get(`/projects/${copy.pid}/takes`)).json<TakePage>();
    expect(takes.map(({ costMicros }) => costMicros)).toEqual([0, 0, 0, 0]);
    expect(told(await ended(copy, await start(copy, { isFresh: true })))).toEqual([
      'a done',
      'b done',
      'c done',
      'd done',
    ]);
    expect(running.painter.asked).toHaveLength(8);
  });

  it('of everything again makes others when it names another number, shows them, and leaves nothing to run [RUNNING-14]', async () => {
    const running = await open();
    await ended(running, await start(running));
    const before = await valuesOf(running);
    const anew = { isFresh: true, number: 1 };
    expect(told(await ended(running, await start(running, anew)))).toEqual(['a done', 'b done', 'c done', 'd done']);
    expect(running.painter.numbers).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
    const { takes } = (await running.person.get(`/projects/${running.pid}/takes`)).json<TakePage>();
    const newest = takes.filter(({ number }) => number === 1);
    expect(await valuesOf(running)).toEqual(Object.fromEntries(newest.map(({ nodeId, url }) => [nodeId, url])));
    expect(Object.values(before).some((url) => newest.some((take) => take.url === url))).toBe(false);
    expect(told(await ended(running, await start(running)))).toEqual(['a kept', 'b kept', 'c kept', 'd kept']);
    expect(running.painter.asked).toHaveLength(8);
  });

  it('with another number shows the first of several results, and distinguishes them [RUNNING-14]', async () => {
    const running = await open();
    const run = await ended(running, await start(running, { nodes: ['a'], isFresh: true, number: 3, takes: 2 }));
    expect(run.steps.map(({ cell }) => cell)).toEqual([{ take: '3' }, { take: '4' }]);
    const { takes } = (await running.person.get(`/projects/${running.pid}/takes`)).json<TakePage>();
    const first = takes.find(({ number }) => number === 3);
    expect(await valuesOf(running)).toMatchObject({ a: first?.url });
  });

  it('fails where it fails, blocks what depends on that and nothing else, and tries that again [RUNNING-3]', async () => {
    const running = await open();
    running.painter.refused.add('산');
    const id = await start(running);
    expect(told(await ended(running, id))).toEqual(['a done', 'b refusedSafety', 'c done', 'd upstream']);
    running.painter.refused.clear();
    const answer = await running.person.post(`/runs/${id}/retry`);
    expect(answer.statusCode).toBe(202);
    const again = await ended(running, answer.json<{ runId: string }>().runId);
    expect(told(again)).toEqual(['b done', 'd done']);
    expect(running.painter.asked).toHaveLength(5);
    expect(Object.values(await valuesOf(running)).every((value) => typeof value === 'string')).toBe(true);
    expect((await running.person.post(`/runs/${again.runId}/retry`)).statusCode).toBe(409);
  });

  it('is one call for two equal requests that run at once [RUNNING-4]', async () => {
    const running = await open();
    running.painter.hold();
    const twins = flow([prompt('one', '강'), image('a'), image('b')], ['one>a', 'one>b']);
    const pair = { ...running, pid: await running.person.create('Twins', twins) };
    const id = await start(pair, { nodes: ['a', 'b'] });
    await expect.poll(() => running.painter.asked.length, PATIENT).toBe(1);
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
        await expect.poll(() => running.painter.asked.length, PATIENT).toBe(1);
        running.painter.release();
        const states = async () => running.db.selectFrom('job').select('state').execute();
        await expect.poll(states, PATIENT).toEqual([{ state: 'done' }]);
      }
      return findRunning.apply(this, asked);
    });
    const id = await start(pair, { nodes: ['a', 'b'] });
    expect(told(await ended(pair, id))).toEqual(['a done', 'b kept']);
    expect(running.painter.asked).toHaveLength(1);
  });

  it('is stopped as a whole: what runs ends, what waits does not start [RUNNING-5]', async () => {
    const running = await open();
    running.painter.hold();
    const id = await start(running);
    await expect.poll(() => running.painter.asked.length, PATIENT).toBe(2);
    expect((await running.person.delete(`/runs/${id}`)).statusCode).toBe(204);
    expect((await ended(running, id)).state).toBe('aborted');
    expect(told(await read(running, id))).toEqual(['a aborted', 'b aborted', 'c aborted', 'd aborted']);
    expect(running.painter.asked).toHaveLength(2);
    const stranger = await signIn(running.app, '다른 사람');
    expect((await stranger.get(`/runs/${id}`)).statusCode).toBe(404);
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
    await expect.poll(() => running.painter.asked.length, PATIENT).toBe(2);
    const painter = new Painter();
    const again: Running = { ...running, ...(await running.reopen(painter)), painter };
    expect(told(await ended(again, id))).toEqual(['a restarted', 'b restarted', 'c upstream', 'd upstream']);
    expect(painter.asked).toEqual([]);
    const retried = (await again.person.post(`/runs/${id}/retry`)).json<{ runId: string }>();
    expect(told(await ended(again, retried.runId))).toEqual(['a done', 'b done', 'c done', 'd done']);
  });

  it('leaves a deleted node its take and writes nothing for it; fails the rest at the limit of a day [RUNNING-8]', async () => {
    const running = await open({ GENERATE_PER_DAY: '3' });
    running.painter.hold();
    const id = await start(running);
    await expect.poll(() => running.painter.asked.length, PATIENT).toBe(2);
    await running.person.patch(running.pid, [{ op: 'remove', path: '/nodes/2' }]);
    running.painter.release();
    expect(told(await ended(running, id))).toEqual(['a done', 'b done', 'c done', 'd limitDay']);
    expect(Object.keys(await valuesOf(running))).toEqual(['b', 'c', 'd']);
    const { takes } = (await running.person.get(`/projects/${running.pid}/takes?nodeId=a`)).json<TakePage>();
    expect(takes).toHaveLength(1);
    const { revision } = (await running.person.get(`/projects/${running.pid}`)).json<{ revision: number }>();
    const refused = await running.person.post(`/projects/${running.pid}/runs`, { nodes: ['d'], revision });
    expect(refused.json()).toMatchObject({ code: 'limitDay' });
  });

  it('gives each member their share at once, in any order of arrival [RUNNING-10]', async () => {
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
    await expect.poll(() => painter.asked.length, PATIENT).toBe(4);
    expect(painter.asked.filter((asked) => asked.startsWith('첫째'))).toHaveLength(2);
    painter.release();
    expect((await ended(first, runs[0])).steps.every(({ state }) => state === 'done')).toBe(true);
    expect((await ended(other, runs[1])).steps.every(({ state }) => state === 'done')).toBe(true);
    expect(painter.asked).toHaveLength(12);
    // Requests of one come between those of the other.
    expect(painter.asked.slice(4, 8).some((asked) => asked.startsWith('첫째'))).toBe(true);
    expect(painter.asked.slice(4, 8).some((asked) => asked.startsWith('둘째'))).toBe(true);
  });

  it('puts results that come together on the canvas together [RUNNING-11]', async () => {
    const running = await open({ GENERATE_CONCURRENT: '50' });
    const words = Array.from({ length: 30 }, (_, at) => `${at}`);
    const wide = flow(
      [...words.map((at) => prompt(`p${at}`, `강 ${at}`)), ...words.map((at) => image(`i${at}`))],
      words.map((at) => `p${at}>i${at}`),
    );
    const pair = { ...running, pid: await running.person.create('Wide', wide) };
    running.painter.hold();
    const id = await start(pair, { nodes: words.map((at) => `i${at}`) });
    await expect.poll(() => running.painter.asked.length, PATIENT).toBe(30);
    const begun = performance.now();
    running.painter.release();
    await ended(pair, id);
    const seconds = Math.ceil((performance.now() - begun) / 1000);
    const { revision } = (await running.person.get(`/projects/${pair.pid}`)).json<{ revision: number }>();
    expect(revision - 1).toBeLessThanOrEqual(1 + seconds);
    const { nodes } = await running.person.canvas(pair.pid);
    expect(nodes.filter(({ data }) => String(data['value']).startsWith('/files/'))).toHaveLength(30);
  });

  it('shares one call with an equal request of a page, which is paid once [RUNNING-12]', async () => {
    const running = await open();
    const { painter, person } = running;
    painter.hold();
    const press = (nodeId: string) =>
      person.post('/nodes/generate/image', {
        projectId: running.pid,
        nodes: [{ type: 'text_prompt', content: '강' }],
        nodeId,
      });
    const presses = [press('a'), press('b'), press('c')];
    const jobs = async () =>
      (await person.get(`/projects/${running.pid}/jobs`)).json<{ state: string; costMicros: number | null }[]>();
    await expect.poll(async () => (await jobs()).length, PATIENT).toBe(3);
    const id = await start(running, { nodes: ['a'] });
    painter.release();
    const bodies = (await Promise.all(presses)).map(({ body }) => /"url":"([^"]+)"/.exec(body)?.[1]);
    expect(bodies[0]).toMatch(/^\/files\//);
    expect(new Set(bodies).size).toBe(1);
    expect(told(await ended(running, id))).toEqual(['a kept']);
    expect(painter.asked).toEqual(['강']);
    expect((await jobs()).filter(({ costMicros }) => costMicros === 0)).toHaveLength(2);
    const { takes } = (await person.get(`/projects/${running.pid}/takes`)).json<TakePage>();
    expect(takes).toHaveLength(4);
  });

  it('asks alone when the person of an equal request stops theirs [RUNNING-12]', async () => {
    const running = await open();
    const { painter, person } = running;
    painter.hold();
    const press = (nodeId: string) =>
      person.post('/nodes/generate/image', {
        projectId: running.pid,
        nodes: [{ type: 'text_prompt', content: '강' }],
        nodeId,
      });
    const first = press('a');
    await expect.poll(() => painter.asked.length, PATIENT).toBe(1);
    const second = press('b');
    const jobs = async () =>
      (await person.get(`/projects/${running.pid}/jobs`)).json<{ id: string; nodeId: string }[]>();
    await expect.poll(async () => (await jobs()).length, PATIENT).toBe(2);
    await person.delete(`/jobs/${(await jobs()).find(({ nodeId }) => nodeId === 'a')?.id}`);
    expect((await first).body).toContain('aborted');
    await expect.poll(() => painter.asked.length, PATIENT).toBe(2);
    painter.release();
    expect((await second).body).toContain('generate_image_end');
  });
});
