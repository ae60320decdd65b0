import { beforeAll, describe, expect, it } from 'vitest';
import { REJECTED } from '../../../src/api/contract';
import type { RunPlan } from '../../../src/api/contractRuns';
import type { TakePage } from '../../../src/api/contractTakes';
import { plainPicture, FakeImageEngine } from '../generation/support/FakeImageEngine';
import { tasksOf } from '../canvas/longWork/support/tasksOf';
import { openEngineApp, type EngineApp } from '../generation/support/openEngineApp';
import { writeManyRows } from '../support/manyRows';
import { signIn } from '../support/Person';
import { flow, image, prompt } from './support/flows';

/** Words into two pictures, one of which leads into a third. */
const THREE = flow(
  [prompt('words', '고요한 호수'), image('a'), image('b'), image('c'), image('alone')],
  ['words>a', 'words>b', 'a>c', 'words>c'],
);
const ALL = ['c', 'b', 'a', 'alone'];

async function open(env = {}, imageEngine = new FakeImageEngine(), lifetime?: 'file') {
  const engineApp = await openEngineApp(imageEngine, env, lifetime);
  const pid = await engineApp.person.create('Flow', THREE);
  return { ...engineApp, imageEngine, pid };
}

/** A server, and its thread, for the tests that do not count its work; only one of them lets it paint. */
let shared: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  shared = await open({}, new FakeImageEngine(), 'file');
});

async function begin(name: string): Promise<typeof shared> {
  const person = await signIn(shared.app, name);
  return { ...shared, person, pid: await person.create('Flow', THREE) };
}

const planOf = ({ person, pid }: EngineApp & { pid: number }, revision: number, more: object = {}) =>
  person.post(`/projects/${pid}/runs/plan`, { nodes: ALL, revision, ...more });
const told = ({ steps }: RunPlan): string[] => steps.map(({ nodeId, state, reason }) => `${nodeId} ${reason ?? state}`);

describe('a plan', () => {
  it('says which steps run, which have their picture and which cannot, before any call [PLAN-1]', async () => {
    const engineApp = await open({ GENERATE_PER_DAY: '10' });
    const { person, pid, imageEngine } = engineApp;
    const plan = (await planOf(engineApp, 1)).json<RunPlan>();
    expect(told(plan)).toEqual(['b run', 'a run', 'alone notConnected', 'c run']);
    // Equal requests are one call.
    expect(plan).toMatchObject({ calls: 2, kept: 0, blocked: 1, cost: { aboutMicros: 0, unknownCalls: 0 } });
    expect(plan.allowed).toEqual({ calls: 10, micros: null });
    // Two equal requests have one key; a request that waits for another has none yet.
    const [b, a, , c] = plan.steps;
    expect([a?.key, c?.key]).toEqual([b?.key, undefined]);
    expect(imageEngine.orders).toEqual([]);

    const nodes = [{ type: 'text_prompt', content: '고요한 호수' }];
    const asked = person.post('/nodes/generate/image', { projectId: pid, nodeId: 'a', nodes, number: 3 });
    await imageEngine.finish();
    await asked;
    const [take] = (await person.get(`/projects/${pid}/takes`)).json<TakePage>().takes;
    // The take chosen on its node is kept whatever its number; the other node asks for number 0, which does not exist.
    await person.patch(pid, [{ op: 'add', path: '/nodes/1/data/value', value: take?.url }]);
    const again = (await planOf(engineApp, 2)).json<RunPlan>();
    expect(told(again)).toEqual(['b run', 'a kept', 'alone notConnected', 'c run']);
    expect(again.steps[1]).toMatchObject({ take: take?.id, key: a?.key, isChosen: true });
    // Another picture is on the node: the finished take would replace it.
    await person.patch(pid, [{ op: 'replace', path: '/nodes/1/data/value', value: '/files/other.png' }]);
    const [, cleared] = (await planOf(engineApp, 3, { number: 3 })).json<RunPlan>().steps;
    expect([cleared?.state, cleared?.take, cleared?.isChosen]).toEqual(['kept', take?.id, undefined]);
    expect(again.steps[3]?.key).toEqual(expect.any(String));
    expect(again.allowed.calls).toBe(9);
    expect(told((await planOf(engineApp, 3, { isFresh: true })).json())).toEqual([
      'b run',
      'a run',
      'alone notConnected',
      'c run',
    ]);
    expect(imageEngine.orders).toHaveLength(1);
  });

  it('finds finished requests of the member anywhere: in a copy of the project, too, and only theirs [PLAN-2]', async () => {
    const engineApp = await begin('서연');
    const { person, pid, imageEngine } = engineApp;
    const nodes = [{ type: 'text_prompt', content: '고요한 호수' }];
    const asked = person.post('/nodes/generate/image', { projectId: pid, nodeId: 'a', nodes });
    await imageEngine.finish();
    await asked;
    const copy = await person.create('Copy', THREE);
    const plan = (await planOf({ ...engineApp, pid: copy }, 1)).json<RunPlan>();
    expect(told(plan)).toEqual(['b kept', 'a kept', 'alone notConnected', 'c run']);
    // All its inputs are known, so its key is.
    expect(plan.steps[3]?.key).toEqual(expect.any(String));
    const other = await signIn(engineApp.app, '다른 사람');
    const theirs = await planOf({ ...engineApp, person: other, pid: await other.create('Flow', THREE) }, 1);
    expect(told(theirs.json())).toEqual(['b run', 'a run', 'alone notConnected', 'c run']);
  });

  it('finds a rejected one only where there is no other, at the node itself or anywhere [PLAN-2]', async () => {
    const engineApp = await begin('예은');
    const { person, pid, imageEngine } = engineApp;
    const makeOne = async (projectId: number) => {
      const nodes = [{ type: 'text_prompt', content: '고요한 호수' }];
      const asked = person.post('/nodes/generate/image', { projectId, nodeId: 'a', nodes });
      await imageEngine.finish(imageEngine.orders.length);
      await asked;
      return (await person.get(`/projects/${projectId}/takes`)).json<TakePage>().takes[0]?.id;
    };
    const reject = (id?: number) =>
      person.send({ method: 'PATCH', url: `/takes/${id}`, payload: { rating: REJECTED } });
    const copy = await person.create('Copy', THREE);
    const [first, second, third] = [await makeOne(pid), await makeOne(copy), await makeOne(copy)];
    const found = async () => {
      const { steps } = (await planOf({ ...engineApp, pid: copy }, 1)).json<RunPlan>();
      return Object.fromEntries(steps.map(({ nodeId, take }) => [nodeId, take]));
    };
    expect(await found()).toMatchObject({ a: third, b: third });
    await reject(third);
    expect(await found()).toMatchObject({ a: second, b: second });
    await reject(second);
    expect(await found()).toMatchObject({ a: third, b: first });
    await reject(first);
    expect(await found()).toMatchObject({ a: third, b: third });
  });

  it('numbers several results of a node, each with its own of the nodes before [PLAN-3]', async () => {
    const engineApp = await begin('하준');
    const { steps } = (await planOf(engineApp, 1, { nodes: ['a', 'c'], takes: 2 })).json<RunPlan>();
    expect(steps.map(({ nodeId, cell }) => [nodeId, cell])).toEqual([
      ['a', { take: '0' }],
      ['c', { take: '0' }],
      ['a', { take: '1' }],
      ['c', { take: '1' }],
    ]);
    expect(new Set(steps.map(({ key }) => key)).size).toBe(3);
  });

  it('does not count an unknown price as nothing, and shows the last known one [PLAN-4]', async () => {
    const imageEngine = new FakeImageEngine('gemini');
    const engineApp = await open({ BUDGET_PER_DAY_USD: '1' }, imageEngine);
    const unknown = (await planOf(engineApp, 1)).json<RunPlan>();
    expect(unknown.cost).toEqual({ aboutMicros: 0, unknownCalls: 2 });
    expect(unknown.allowed.micros).toBe(1_000_000);
    const nodes = [{ type: 'text_prompt', content: 'another' }];
    const asked = engineApp.person.post('/nodes/generate/image', { projectId: engineApp.pid, nodeId: 'a', nodes });
    const usage = { inputTokens: 1, outputTokens: 2, costMicros: 39_000 };
    (await imageEngine.order()).hand({ bytes: await plainPicture('#fff'), model: 'fake-image-1', usage });
    await asked;
    const known = (await planOf(engineApp, 1)).json<RunPlan>();
    expect(known.cost).toEqual({ aboutMicros: 78_000, unknownCalls: 0 });
    expect(known.steps[0]?.costMicros).toBe(39_000);
    expect(known.allowed.micros).toBe(961_000);
  });

  it('shows no price of very many calls ago [PLAN-4]', async () => {
    const imageEngine = new FakeImageEngine('gemini');
    const engineApp = await open({}, imageEngine);
    const { db, person, pid } = engineApp;
    const nodes = [{ type: 'text_prompt', content: 'another' }];
    const asked = person.post('/nodes/generate/image', { projectId: pid, nodeId: 'a', nodes });
    const usage = { inputTokens: 1, outputTokens: 2, costMicros: 39_000 };
    (await imageEngine.order()).hand({ bytes: await plainPicture('#fff'), model: 'fake-image-1', usage });
    await asked;
    const { memberId } = (await person.get('/member')).json<{ memberId: string }>();
    await writeManyRows(db, memberId, { steps: 1_000 });
    expect((await planOf(engineApp, 1)).json<RunPlan>().cost.unknownCalls).toBe(0);
    await db.updateTable('job').set({ started_at: '2027-01-01' }).where('cost_micros', 'is', null).execute();
    expect((await planOf(engineApp, 1)).json<RunPlan>().cost.unknownCalls).toBe(2);
  });

  it('is made in a thread, however small the canvas: nobody waits while one over many words is made [PLAN-8]', async () => {
    const engineApp = await open();
    const { app, person } = engineApp;
    expect((await planOf(engineApp, 1)).statusCode).toBe(200);
    const words = Array.from({ length: 1_000 }, (_word, at) => `w${at}`).join(', ');
    const each = { id: 'each', type: 'categoryItem', data: { name: 'each', value: words, each: true } };
    const pid = await person.create('Sheet', flow([each, image('p')], ['each>p']));
    const wish = { nodes: ['p'], revision: 1 };
    expect((await person.post(`/projects/${pid}/runs/plan`, wish)).json<RunPlan>().steps).toHaveLength(1_000);
    expect((await person.post(`/projects/${pid}/runs`, wish)).statusCode).toBe(202);
    const { 'plan worker': worker, 'plan main': main } = await tasksOf(app);
    expect([worker, main]).toEqual([3, undefined]);
  });

  it('is refused at once where the pairs of its words are too many [PLAN-5]', async () => {
    const engineApp = await open();
    const words = Array.from({ length: 200 }, (_word, at) => `w${at}`).join(', ');
    const lists = ['subject', 'style', 'season'].map((id) => ({
      id,
      type: 'categoryItem',
      data: { name: id, value: words, each: true },
    }));
    const sheet = flow([...lists, image('p')], ['subject>p', 'style>p', 'season>p']);
    const pid = await engineApp.person.create('Sheet', sheet);
    const begun = performance.now();
    const answer = await planOf({ ...engineApp, pid }, 1, { nodes: ['p'], sample: { mode: 'pairs' } });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'tooManySteps' });
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('is refused for a changed canvas, for too much and for unknown things [PLAN-5]', async () => {
    const engineApp = await begin('도윤');
    const behind = await planOf(engineApp, 2);
    expect(behind.statusCode).toBe(412);
    expect(behind.json()).toMatchObject({ code: 'revisionBehind', revision: 1 });
    const many = Array.from({ length: 200 }, (_node, index) => `n${index}`);
    expect((await planOf(engineApp, 1, { nodes: many, takes: 51 })).statusCode).toBe(413);
    for (const odd of [{ nodes: [] }, { takes: 0 }, { samples: 1 }]) {
      expect((await planOf(engineApp, 1, odd)).statusCode).toBe(400);
    }
    const empty = await engineApp.person.create('Empty', '');
    const plan = (await planOf({ ...engineApp, pid: empty }, 0)).json<RunPlan>();
    expect(plan.blocked).toBe(4);
  });
});
