import { describe, expect, it } from 'vitest';
import { dropTakes } from '../../../server/takes/dropTakes';
import type { Job } from '../../../src/api/contract';
import type { Run, RunPlan } from '../../../src/api/contractRuns';
import type { Take, TakePage } from '../../../src/api/contractTakes';
import { flow, image, prompt } from '../runs/support/flows';
import { FakeImageEngine, plainPicture } from './support/FakeImageEngine';
import { eventsIn } from './support/events';
import { openEngineApp, type EngineApp } from './support/openEngineApp';

const nodes = [{ type: 'text_prompt', content: 'a calm lake' }];
const SHORTFALL = { missing: 1, code: 'refusedPicture', message: 'The picture engine kept back its picture.' };
interface Project {
  readonly canvas: string;
  readonly revision: number;
}
const COLOURS = ['#111111', '#222222', '#333333'];

async function openSeveral(
  env = {},
  price: { costMicros?: number } = { costMicros: 10_000 },
): Promise<EngineApp & { imageEngine: FakeImageEngine }> {
  const imageEngine = new FakeImageEngine('fal', { aspectRatios: [], countMax: 4, ...price });
  return { ...(await openEngineApp(imageEngine, env)), imageEngine };
}

const ask = ({ person, projectId }: EngineApp, more: object = {}) =>
  person.post('/nodes/generate/image', { projectId, nodes, nodeId: 'art', count: 4, ...more });

/** Delivers three of four: the engine withholds one, and adds the pictures of `also`. */
async function hand(imageEngine: FakeImageEngine, also: readonly Buffer[] = [], order = 0): Promise<void> {
  const [bytes = Buffer.alloc(0), ...further] = await Promise.all(COLOURS.map(plainPicture));
  const usage = { inputTokens: null, outputTokens: null, costMicros: 40_000 };
  const made = { bytes, further: [...further, ...also], shortfall: SHORTFALL, model: 'fake-image-1', usage };
  (await imageEngine.order(order)).hand(made);
}

const jobsOf = async ({ person, projectId }: EngineApp, query = ''): Promise<Job[]> =>
  (await person.get(`/projects/${projectId}/jobs${query}`)).json();
const takesOf = async ({ person, projectId }: EngineApp): Promise<Take[]> =>
  (await person.get(`/projects/${projectId}/takes`)).json<TakePage>().takes;
const colourOf = async ({ person }: EngineApp, url: string): Promise<string> => {
  const bytes = (await person.get(url)).rawPayload;
  for (const colour of COLOURS) if (bytes.equals(await plainPicture(colour))) return colour;
  return 'another';
};

describe('several pictures of one call', () => {
  it('are takes each, the first the newest, and share what the call cost; what did not come is said [COUNT-2] [COUNT-3]', async () => {
    const engineApp = await openSeveral();
    const asked = ask(engineApp);
    await hand(engineApp.imageEngine, [Buffer.from('<html>')]);
    const events = eventsIn((await asked).body);
    expect(engineApp.imageEngine.orders[0]?.request.count).toBe(4);

    const takes = await takesOf(engineApp);
    expect(await Promise.all(takes.map(({ url }) => colourOf(engineApp, url)))).toEqual(COLOURS);
    expect(takes.map(({ costMicros }) => costMicros)).toEqual([13_333, 13_333, 13_334]);
    expect(new Set(takes.map(({ key, number }) => `${key} ${number}`)).size).toBe(1);
    expect(takes[0]?.recipe?.settings).toEqual({ count: 4 });
    const [url, ...further] = takes.map((take) => take.url);
    // One was withheld, and one is not a picture.
    const shortfall = { ...SHORTFALL, missing: 2 };
    expect(events.slice(1)).toEqual([
      { event: 'generated_image', data: { url, further } },
      { event: 'generate_image_end', data: shortfall },
    ]);

    const again = await engineApp.reopen(engineApp.imageEngine);
    const job = { state: 'done', count: 4, url, further, costMicros: 40_000, ...shortfall };
    expect(await jobsOf(again)).toMatchObject([job]);
    expect(await jobsOf(again, `?url=${encodeURIComponent(further[1] ?? '')}`)).toMatchObject([job]);
    const [made] = await jobsOf(again);
    expect(eventsIn((await again.person.get(`/jobs/${made?.id}/events`)).body).slice(1)).toEqual(events.slice(1));
  });

  it('are all those of an equal request that runs at the same time [COUNT-3]', async () => {
    const engineApp = await openSeveral();
    const both = [ask(engineApp), ask(engineApp, { nodeId: 'other' })];
    await engineApp.imageEngine.order();
    await expect.poll(() => jobsOf(engineApp)).toHaveLength(2);
    await hand(engineApp.imageEngine);
    await Promise.all(both);
    expect(engineApp.imageEngine.orders).toHaveLength(1);
    const takes = await takesOf(engineApp);
    expect(takes.filter(({ nodeId }) => nodeId === 'art').map(({ url }) => url)).toEqual(
      takes.filter(({ nodeId }) => nodeId === 'other').map(({ url }) => url),
    );
    expect(takes).toHaveLength(6);
    expect(takes.reduce((sum, { costMicros }) => sum + (costMicros ?? 0), 0)).toBe(40_000);
  });

  it('are named by their job only as long as their takes are there [COUNT-3]', async () => {
    const engineApp = await openSeveral();
    const asked = ask(engineApp);
    await hand(engineApp.imageEngine);
    await asked;
    const [first, second, third] = await takesOf(engineApp);
    for (const take of [first, third]) await engineApp.person.delete(`/takes/${take?.id}`);
    const until = new Date(engineApp.clock.now().getTime() + 1).toISOString();
    expect(await dropTakes(engineApp.db, { until, limit: 10 })).toBe(2);
    expect(await jobsOf(engineApp)).toMatchObject([{ url: null, further: [second?.url] }]);
  });

  it('count each in the budget while their price is unknown [COUNT-4]', async () => {
    const env = { BUDGET_PER_DAY_USD: '0.20', COST_ESTIMATE_USD: '0.04' };
    const engineApp = await openSeveral(env, {});
    const four = ask(engineApp);
    await engineApp.imageEngine.order();
    // The four reserve 0.16 of it.
    expect((await ask(engineApp, { nodeId: 'b', number: 1, count: 2 })).json()).toMatchObject({ code: 'budget' });
    const one = ask(engineApp, { nodeId: 'b', number: 1, count: 1 });
    await hand(engineApp.imageEngine);
    await engineApp.imageEngine.finish(1);
    expect([(await four).statusCode, (await one).statusCode]).toEqual([200, 200]);
    // They have cost 0.04, and the single one as much: three more have room.
    expect((await ask(engineApp, { number: 2 })).json()).toMatchObject({ code: 'budget' });
    const three = ask(engineApp, { number: 2, count: 3 });
    await engineApp.imageEngine.finish(2);
    expect((await three).statusCode).toBe(200);
  });

  it('are one step of a run, which costs as many times as much and says what is missing [COUNT-5]', async () => {
    const { person, imageEngine } = await openSeveral();
    const canvas = flow([prompt('words', 'a calm lake'), image('art', { settings: { count: 4 } })], ['words>art']);
    const pid = await person.create('Flow', canvas);
    const wish = { nodes: ['art'], revision: 1 };
    const planned = async (revision: number) =>
      (await person.post(`/projects/${pid}/runs/plan`, { ...wish, revision })).json<RunPlan>();
    expect(await planned(1)).toMatchObject({ calls: 1, cost: { aboutMicros: 40_000, unknownCalls: 0 } });

    const { runId } = (await person.post(`/projects/${pid}/runs`, wish)).json<{ runId: string }>();
    await hand(imageEngine);
    const read = async () => (await person.get(`/runs/${runId}`)).json<Run>();
    await expect.poll(async () => (await read()).state, { interval: 50 }).toBe('done');
    const { takes } = (await person.get(`/projects/${pid}/takes`)).json<TakePage>();
    const { steps, cost } = await read();
    expect(steps).toMatchObject([{ state: 'done', reason: 'refusedPicture', take: takes[0]?.id }]);
    expect(cost).toEqual({ aboutMicros: 40_000, unknownCalls: 0 });
    const { canvas: written, revision } = (await person.get(`/projects/${pid}`)).json<Project>();
    expect(JSON.parse(written).nodes[1].data.value).toBe(takes[0]?.url);
    expect(await planned(revision)).toMatchObject({ calls: 0, kept: 1 });
  });
});
