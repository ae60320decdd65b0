import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Capabilities } from '../../../src/api/contract';
import type { Run, RunPlan } from '../../../src/api/contractRuns';
import type { TakePage } from '../../../src/api/contractTakes';
import { readConfig } from '../../../server/config';
import { chooseEngines, ImageModels, type ImageAbilities, type ImageEngine } from '../../../server/generation';
import { flow, image, prompt } from '../runs/support/flows';
import { FakeImageEngine } from './support/FakeImageEngine';
import { openEngineApp, type EngineApp } from './support/openEngineApp';

/** A model that paints when the test says so. */
class FakeModel extends FakeImageEngine {
  readonly model: string;

  constructor(engine: ImageEngine['name'], model: string, abilities?: ImageAbilities) {
    super(engine, abilities);
    this.model = model;
  }
}

const WIDE = { aspectRatios: ['1:1', '16:9'], countMax: 1, picturesMax: 0, costMicros: 40_000 };

async function open() {
  const first = new FakeImageEngine('gemini', { aspectRatios: ['1:1'], countMax: 1 });
  const wide = new FakeModel('openai', 'wide-1', WIDE);
  const fine = new FakeModel('comfyui', 'fine');
  return { ...(await openEngineApp([first, wide, fine])), first, wide, fine };
}

const ask = ({ person, projectId }: EngineApp, more: object = {}) =>
  person.post('/nodes/generate/image', {
    projectId,
    nodeId: 'art',
    nodes: [{ type: 'text_prompt', content: 'a boat' }],
    ...more,
  });
const takesOf = async ({ person, projectId }: EngineApp) =>
  (await person.get(`/projects/${projectId}/takes`)).json<TakePage>().takes;

describe('the models of a server', () => {
  it('are listed with their engine, output and input, the default first [MODEL-1]', async () => {
    const { models, image: engine } = (await (await open()).person.get('/capabilities')).json<Capabilities>();
    expect(engine).toBe('gemini');
    expect(models).toEqual([
      {
        name: 'Gemini-2.5-flash',
        engine: 'gemini',
        aspectRatios: ['1:1'],
        countMax: 1,
        picturesMax: 14,
        canEdit: true,
        costMicros: null,
      },
      { name: 'wide-1', engine: 'openai', ...WIDE, canEdit: false },
      {
        name: 'fine',
        engine: 'comfyui',
        aspectRatios: [],
        countMax: 1,
        picturesMax: 14,
        canEdit: true,
        costMicros: null,
      },
    ]);
  });

  it('are those of all keys and addresses that are set, side by side [MODEL-2]', async () => {
    const { person } = await openEngineApp(undefined, {
      GEMINI_API_KEY: 'key',
      GEMINI_IMAGE_MODELS: 'one,two',
      OPENAI_API_KEY: 'key',
      OPENAI_IMAGE_MODELS: 'gpt-image-1',
      IMAGE_BASE_URL: 'http://127.0.0.1:9',
      IMAGE_MODEL: 'flux',
    });
    const { models } = (await person.get('/capabilities')).json<Capabilities>();
    expect(models.map(({ name, engine }) => `${engine} ${name}`)).toEqual([
      'gemini Gemini-2.5-flash',
      'gemini one',
      'gemini two',
      'openai gpt-image-1',
      'openai flux',
    ]);
    const same = {
      OPENAI_API_KEY: 'key',
      OPENAI_IMAGE_MODELS: 'flux',
      IMAGE_BASE_URL: 'http://127.0.0.1:9',
      IMAGE_MODEL: 'flux',
    };
    const { images } = await chooseEngines(readConfig(same), pino({ level: 'silent' }));
    expect(() => new ImageModels(images)).toThrow('Two picture models are called flux');
  });

  it('answer under the name of the first where only another engine than Gemini is set [MODEL-2]', async () => {
    const { person } = await openEngineApp(undefined, { IMAGE_BASE_URL: 'http://127.0.0.1:9', IMAGE_MODEL: 'flux' });
    const { models } = (await person.get('/capabilities')).json<Capabilities>();
    expect(models.map(({ name }) => name)).toEqual(['Gemini-2.5-flash', 'flux']);
  });
});

describe('the model that a request names', () => {
  it('makes the picture, and the take says so; without one it is the first [MODEL-3]', async () => {
    const engineApp = await open();
    const { first, wide, fine } = engineApp;
    const asked = [
      ask(engineApp, { model: 'wide-1', aspectRatio: '16:9' }),
      ask(engineApp, { model: 'fine' }),
      ask(engineApp),
    ];
    await Promise.all([wide.finish(0, '#111111'), fine.finish(0, '#222222'), first.finish(0, '#333333')]);
    await Promise.all(asked);
    expect([first, wide, fine].map(({ orders }) => orders.length)).toEqual([1, 1, 1]);
    const takes = await takesOf(engineApp);
    const recipes = takes.map(({ recipe }) => ({ model: recipe?.model, ...recipe?.settings }));
    expect(recipes).toEqual(
      expect.arrayContaining([
        { model: 'wide-1', aspectRatio: '16:9' },
        { model: 'fine' },
        { model: 'Gemini-2.5-flash' },
      ]),
    );
    // The same words sent to another model are another request.
    expect(new Set(takes.map(({ key }) => key)).size).toBe(3);
  });

  it('is refused before any call when the server does not have it [MODEL-4]', async () => {
    const engineApp = await open();
    const answer = await ask(engineApp, { model: 'sora' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'modelGone' });
    expect([engineApp.first, engineApp.wide, engineApp.fine].flatMap(({ orders }) => orders)).toEqual([]);
  });

  it('decides which shapes and how many pictures are taken [MODEL-4]', async () => {
    const engineApp = await open();
    const picture = { type: 'image_prompt', content: '/files/a.png' };
    expect((await ask(engineApp, { aspectRatio: '16:9' })).json()).toMatchObject({ code: 'notOffered' });
    expect((await ask(engineApp, { model: 'wide-1', nodes: [picture] })).json()).toMatchObject({
      code: 'takesNoPictures',
    });
    expect(engineApp.wide.orders).toEqual([]);
  });
});

describe('a run over nodes of several models', () => {
  const CANVAS = flow(
    [
      prompt('words', 'a boat'),
      image('plain'),
      image('wide', { model: 'wide-1', settings: { aspectRatio: '16:9' } }),
      image('lost', { model: 'sora' }),
    ],
    ['words>plain', 'words>wide', 'words>lost'],
  );

  it("calls each node's own model, shows the cost of each, and leaves out missing ones [MODEL-5]", async () => {
    const engineApp = await open();
    const { person, first, wide } = engineApp;
    const pid = await person.create('Flow', CANVAS);
    const wish = { nodes: ['plain', 'wide', 'lost'], revision: 1 };
    const plan = (await person.post(`/projects/${pid}/runs/plan`, wish)).json<RunPlan>();
    expect(plan.steps.map(({ nodeId, state, reason }) => [nodeId, reason ?? state])).toEqual(
      expect.arrayContaining([
        ['plain', 'run'],
        ['wide', 'run'],
        ['lost', 'modelGone'],
      ]),
    );
    expect(plan.cost).toEqual({ aboutMicros: 40_000, unknownCalls: 1 });

    const { runId } = (await person.post(`/projects/${pid}/runs`, wish)).json<{ runId: string }>();
    await Promise.all([first.finish(0, '#444444'), wide.finish(0, '#555555')]);
    const read = async () => (await person.get(`/runs/${runId}`)).json<Run>();
    await expect.poll(async () => (await read()).state, { interval: 50 }).toBe('done');
    expect((await wide.order()).request.aspectRatio).toBe('16:9');
    const { takes } = (await person.get(`/projects/${pid}/takes`)).json<TakePage>();
    expect(new Map(takes.map(({ nodeId, recipe }) => [nodeId, recipe?.model]))).toEqual(
      new Map([
        ['plain', 'Gemini-2.5-flash'],
        ['wide', 'wide-1'],
      ]),
    );
    // Existing results are kept for each model.
    const { revision } = (await person.get(`/projects/${pid}`)).json<{ revision: number }>();
    const again = (await person.post(`/projects/${pid}/runs/plan`, { ...wish, revision })).json<RunPlan>();
    expect(again).toMatchObject({ calls: 0, kept: 2, blocked: 1 });
  });

  it('has a cell for each of several models of a node [MODEL-9]', async () => {
    const { person } = await open();
    const both = image('both', { models: ['wide-1', 'fine', 'sora'] });
    const pid = await person.create('Flow', flow([prompt('words', 'a boat'), both], ['words>both']));
    const plan = (await person.post(`/projects/${pid}/runs/plan`, { nodes: ['both'], revision: 1 })).json<RunPlan>();
    expect(plan.steps.map(({ cell, state, reason, costMicros }) => [cell, reason ?? state, costMicros])).toEqual([
      [{ model: 'wide-1' }, 'run', 40_000],
      [{ model: 'fine' }, 'run', undefined],
      [{ model: 'sora' }, 'modelGone', undefined],
    ]);
  });
});
