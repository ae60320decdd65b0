import { beforeAll, describe, expect, it } from 'vitest';
import type { TakePage } from '../../../src/api/contractTakes';
import { EngineError } from '../../../server/generation';
import { flow, image, prompt } from './support/flows';
import { CHAIN, ended, open, openForFile, read, start, told, valuesOf, type Running } from './support/running';

let begin: () => Promise<Running>;
beforeAll(async () => {
  begin = await openForFile();
});

describe('what a run makes', () => {
  it('makes each picture from those before it and puts each on the canvas once [RUNNING-1]', async () => {
    const running = await begin();
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
    const running = await begin();
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
    const running = await begin();
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
    const running = await begin();
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
    const running = await begin();
    const run = await ended(running, await start(running, { nodes: ['a'], isFresh: true, number: 3, takes: 2 }));
    expect(run.steps.map(({ cell }) => cell)).toEqual([{ take: '3' }, { take: '4' }]);
    const { takes } = (await running.person.get(`/projects/${running.pid}/takes`)).json<TakePage>();
    const first = takes.find(({ number }) => number === 3);
    expect(await valuesOf(running)).toMatchObject({ a: first?.url });
  });

  it('fails where it fails, blocks what depends on that and nothing else, and tries that again [RUNNING-3]', async () => {
    const running = await begin();
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

  it('tries again what has failed of a run of everything again, and nothing that this has made [RUNNING-3]', async () => {
    const running = await begin();
    await ended(running, await start(running));
    const before = await valuesOf(running);
    running.painter.refused.add('산');
    const id = await start(running, { isFresh: true });
    expect(told(await ended(running, id))).toEqual(['a done', 'b refusedSafety', 'c done', 'd upstream']);
    running.painter.refused.clear();
    running.painter.asked.length = 0;
    const { runId } = (await running.person.post(`/runs/${id}/retry`)).json<{ runId: string }>();
    expect(told(await ended(running, runId))).toEqual(['b done', 'd done']);
    expect(running.painter.asked).toHaveLength(2);
    const after = await valuesOf(running);
    expect(['b', 'd'].filter((nodeId) => after[nodeId] === before[nodeId])).toEqual([]);
  });

  it('tries again the one of several results of a fresh run that has failed [RUNNING-3]', async () => {
    const running = await begin();
    running.painter.refuses = ({ number }) => number === 1;
    const id = await start(running, { nodes: ['a'], isFresh: true, takes: 2 });
    expect(told(await ended(running, id))).toEqual(['a done', 'a refusedSafety']);
    running.painter.refuses = () => false;
    const { runId } = (await running.person.post(`/runs/${id}/retry`)).json<{ runId: string }>();
    expect(told(await ended(running, runId))).toEqual(['a kept', 'a done']);
    expect(running.painter.numbers.filter((number) => number === 0)).toHaveLength(1);
  });

  it('tries a fresh run again once, however often that is asked, and then tries the second run again [RUNNING-3]', async () => {
    const running = await begin();
    const { painter, person } = running;
    const retry = async (id: string) => (await person.post(`/runs/${id}/retry`)).json<{ runId: string }>().runId;
    painter.refused.add('강');
    const id = await start(running, { nodes: ['a'], isFresh: true });
    await ended(running, id);
    const second = await retry(id);
    expect(told(await ended(running, second))).toEqual(['a refusedSafety']);
    expect(await retry(id)).toBe(second);
    expect(painter.asked).toHaveLength(2);
    painter.refused.clear();
    painter.hold();
    const together = await Promise.all([retry(second), retry(second)]);
    painter.release();
    expect(new Set(together).size).toBe(1);
    expect(told(await ended(running, together[0]))).toEqual(['a done']);
    expect(painter.asked).toHaveLength(3);
  });

  it('tries a fresh run again only once it has ended, and makes nothing of it twice [RUNNING-3]', async () => {
    const running = await begin();
    const { painter, person } = running;
    painter.hold();
    const heldBack = painter.generate.bind(painter);
    painter.generate = (request) =>
      request.number === 1 ? Promise.reject(new EngineError('refusedSafety', 'No.')) : heldBack(request);
    const id = await start(running, { nodes: ['a'], isFresh: true, takes: 2 });
    await expect.poll(async () => told(await read(running, id))).toEqual(['a running', 'a refusedSafety']);
    const early = await person.post(`/runs/${id}/retry`);
    expect([early.statusCode, early.json()]).toMatchObject([409, { code: 'stillRunning' }]);
    painter.release();
    painter.generate = heldBack;
    await ended(running, id);
    const { runId } = (await person.post(`/runs/${id}/retry`)).json<{ runId: string }>();
    expect(told(await ended(running, runId))).toEqual(['a kept', 'a done']);
    expect(painter.numbers).toEqual([0, 1]);
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
    await expect.poll(() => running.painter.asked.length).toBe(30);
    const begun = performance.now();
    running.painter.release();
    await ended(pair, id);
    const seconds = Math.ceil((performance.now() - begun) / 1000);
    const { revision } = (await running.person.get(`/projects/${pair.pid}`)).json<{ revision: number }>();
    expect(revision - 1).toBeLessThanOrEqual(1 + seconds);
    const { nodes } = await running.person.canvas(pair.pid);
    expect(nodes.filter(({ data }) => String(data['value']).startsWith('/files/'))).toHaveLength(30);
  });

  it('puts the result of a short run on the canvas while a long one of the same project goes on', async () => {
    const running = await begin();
    const links = Array.from({ length: 40 }, (_, at) => `i${at}`);
    const long = flow(
      [prompt('one', '강'), prompt('two', '산'), image('a'), ...links.map((id) => image(id))],
      ['two>a', 'one>i0', ...links.slice(1).map((id, at) => `i${at}>${id}`)],
    );
    const pair = { ...running, pid: await running.person.create('Long', long) };
    const longId = await start(pair, { nodes: links });
    await expect.poll(() => running.painter.asked.length).toBeGreaterThan(1);
    running.clock.pass(1);
    await start(pair, { nodes: ['a'] });
    await expect.poll(async () => (await valuesOf(pair))['a'], { interval: 100 }).toMatch(/^\/files\//);
    expect((await read(pair, longId)).state).toBe('running');
    await running.person.delete(`/runs/${longId}`);
  });
});
