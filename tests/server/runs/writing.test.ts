import { beforeAll, describe, expect, it } from 'vitest';
import type { Run, RunPlan } from '../../../src/api/contractRuns';
import type { TakePage } from '../../../src/api/contractTakes';
import {
  chooseEngines,
  EngineError,
  type ImageEngine,
  type ImageRequest,
  type TextWriter,
} from '../../../server/generation';
import { MEBIBYTE } from '../../../server/bytes';
import type { PromptPart } from '../../../server/generation/ports';
import { plainPicture } from '../generation/support/FakeImageEngine';
import { openApp, type EnginesFor } from '../support/openApp';
import { Person, signIn } from '../support/Person';
import { flow, image, prompt } from './support/flows';

const saidIn = (parts: readonly PromptPart[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : '(picture)')).join(' + ');

/** Writes and paints at once, and records its requests. */
class InstantEngines implements TextWriter, Pick<ImageEngine, 'generate'> {
  readonly name = 'openai';
  readonly written: string[] = [];
  readonly painted: string[] = [];
  readonly refused = new Set<string>();
  /** Its texts for some words; the reference to a step in a plan is one. */
  readonly said = new Map([['번호', 'step:0']]);
  costMicros: number | null = null;
  /** Whether it paints until it is stopped. */
  isHeld = false;

  async write({ parts, onText }: Parameters<TextWriter['write']>[0]): ReturnType<TextWriter['write']> {
    const asked = saidIn(parts);
    this.written.push(asked);
    onText?.('half');
    if (this.refused.has(asked)) throw new EngineError('refusedSafety', 'No.');
    const text = this.said.get(asked) ?? `${asked}에 대한 글`;
    return { text, model: 'fake-text-1', usage: { inputTokens: 1, outputTokens: 1, costMicros: this.costMicros } };
  }

  async generate({ parts, signal }: ImageRequest) {
    this.painted.push(saidIn(parts));
    if (this.isHeld) await new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
    return {
      bytes: await plainPicture(`#${(this.painted.length * 40_503).toString(16).padStart(6, '0')}`),
      model: 'p-1',
    };
  }
}

const writer = (id: string, data: object = {}) => ({ id, type: 'writer', data });
const CHAIN = flow(
  [prompt('one', '강'), writer('a'), writer('b'), image('c'), image('d')],
  ['one>a', 'a>b', 'b>c', 'one>c', 'c>d', 'a>d'],
);
const ALL = ['a', 'b', 'c', 'd'];

/** Opens a server. Returns how a test begins there: with a member and engines of its own. */
async function serve(lifetime: 'test' | 'file', hasWriter = true, env = {}) {
  let engines = new InstantEngines();
  const images = [{ name: 'offline', generate: (request: ImageRequest) => engines.generate(request) }] as const;
  const words: TextWriter = { name: engines.name, write: (request) => engines.write(request) };
  const enginesWith =
    (writer: TextWriter | null): EnginesFor =>
    (config) =>
    async (log) => ({ ...(await chooseEngines(config, log)), images, writer });
  const enginesFor = enginesWith(hasWriter ? words : null);
  const opened = await openApp({ GENERATE_PER_MINUTE: '1000', ...env }, { enginesFor, lifetime });
  let members = 0;
  return async () => {
    engines = new InstantEngines();
    members += 1;
    const person = await signIn(opened.app, `Member ${members}`);
    const project = async (canvas: object, nodes = ALL) => {
      const pid = await person.create('Flow', canvas);
      const revision = async () => (await person.get(`/projects/${pid}`)).json<{ revision: number }>().revision;
      const plan = async (more: object = {}) => {
        const body = { nodes, revision: await revision(), ...more };
        return (await person.post(`/projects/${pid}/runs/plan`, body)).json<RunPlan>();
      };
      const run = async (more: object = {}): Promise<Run> => {
        const body = { nodes, revision: await revision(), ...more };
        const { runId } = (await person.post(`/projects/${pid}/runs`, body)).json<{ runId: string }>();
        const read = async () => (await person.get(`/runs/${runId}`)).json<Run>();
        await expect.poll(async () => (await read()).state, { interval: 200 }).not.toBe('running');
        return read();
      };
      const values = async () => {
        const canvas = await person.canvas(pid);
        return Object.fromEntries(canvas.nodes.map(({ id, data }) => [id, data['value']]));
      };
      const takes = async () => (await person.get(`/projects/${pid}/takes`)).json<TakePage>().takes;
      return { pid, plan, run, values, takes, revision };
    };
    /** The same server again, without its text model. */
    const withoutWriter = async () => new Person((await opened.reopen(enginesWith(null))).app, person.cookie);
    return { engines, person, project, withoutWriter, db: opened.db };
  };
}

async function open(hasWriter: boolean, env = {}) {
  const begins = await serve('test', hasWriter, env);
  return begins();
}

let begin: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  begin = await serve('file');
});

const told = ({ steps }: Pick<Run, 'steps'> | RunPlan): string[] =>
  steps.map(({ nodeId, state, reason }) => `${nodeId} ${reason ?? state}`);

describe('a run with writers in it', () => {
  it('gives the words of each on to the next ones, and puts them on the canvas [WRITER-8]', async () => {
    const { engines, project } = await begin();
    const { run, values, takes, revision } = await project(CHAIN);
    expect(told(await run())).toEqual(['a done', 'b done', 'c done', 'd done']);
    expect(engines.written).toEqual(['강', '강에 대한 글']);
    expect(engines.painted).toEqual(['강에 대한 글에 대한 글 + 강', '(picture) + 강에 대한 글']);
    expect(await values()).toMatchObject({
      a: '강에 대한 글',
      b: '강에 대한 글에 대한 글',
      c: expect.stringMatching(/^\/files\//),
    });
    const made = await takes();
    expect(made.find(({ nodeId }) => nodeId === 'c')?.recipe?.items[0]).toEqual({
      type: 'text_prompt',
      content: '강에 대한 글에 대한 글',
    });
    // The second run finds everything.
    const before = await revision();
    expect(told(await run())).toEqual(['a kept', 'b kept', 'c kept', 'd kept']);
    expect([engines.written.length, engines.painted.length, await revision()]).toEqual([2, 2, before]);
  });

  it('takes over what is finished in a copy, words and pictures, without a call [WRITER-9]', async () => {
    const { engines, project } = await begin();
    const first = await project(CHAIN);
    await first.run();
    const copy = await project(CHAIN);
    expect(await copy.plan()).toMatchObject({ calls: 0, kept: 4 });
    expect(told(await copy.run())).toEqual(['a kept', 'b kept', 'c kept', 'd kept']);
    expect([engines.written.length, engines.painted.length]).toEqual([2, 2]);
    expect(await copy.values()).toEqual(await first.values());
    const takes = await copy.takes();
    expect(takes.map(({ costMicros }) => costMicros)).toEqual([0, 0, 0, 0]);
    expect(takes.find(({ nodeId }) => nodeId === 'a')).toMatchObject({ text: '강에 대한 글', model: 'fake-text-1' });
    expect(told(await copy.run({ isFresh: true }))).toEqual(['a done', 'b done', 'c done', 'd done']);
  });

  it('is refused where the texts that it would take over are too long together: 413 [PLAN-7]', async () => {
    const { db, person, project } = await begin();
    const { pid, run } = await project(flow([prompt('one', '강'), writer('a')], ['one>a']), ['a']);
    await run();
    const text = '글'.repeat(MEBIBYTE);
    await db.updateTable('take').set({ text }).where('project_id', '=', pid).execute();
    const nodes = Array.from({ length: 12 }, (_node, at) => `w${at}`);
    const pipes = nodes.map((id) => `one>${id}`);
    const many = await person.create('Many', flow([prompt('one', '강'), ...nodes.map((id) => writer(id))], pipes));
    const refused = await person.post(`/projects/${many}/runs/plan`, { nodes, revision: 1 });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([413, 'tooManySteps']);
  });

  it('brings long texts to the canvas a few at a time, and ends [RUNNING-18]', async () => {
    const { project } = await begin();
    const long = prompt('one', '강'.repeat(6_600));
    await (await project(flow([long, writer('a')], ['one>a']), ['a'])).run();
    const nodes = Array.from({ length: 60 }, (_node, at) => `w${at}`);
    const pipes = nodes.map((id) => `one>${id}`);
    const many = await project(flow([long, ...nodes.map((id) => writer(id))], pipes), nodes);
    expect(new Set(told(await many.run()))).toEqual(new Set(nodes.map((id) => `${id} kept`)));
    const texts = Object.values(await many.values()).filter((value) => String(value).endsWith('에 대한 글'));
    expect(texts).toHaveLength(60);
    // They have 1.2 MB, and one change half a MiB.
    expect(await many.revision()).toBe(4);
  });

  it('takes words for words, whatever they look like [WRITER-8]', async () => {
    const { engines, project } = await begin();
    const nodes = [prompt('one', '번호'), prompt('two', 'step:0'), writer('a'), image('c')];
    const { run } = await project(flow(nodes, ['one>a', 'a>c', 'two>c']), ['a', 'c']);
    expect(told(await run())).toEqual(['a done', 'c done']);
    expect(engines.painted).toEqual(['step:0 + step:0']);
  });

  it('shows the known cost, and an unknown one as unknown [WRITER-3]', async () => {
    const { engines, project } = await begin();
    const { plan, run } = await project(CHAIN);
    expect(await plan()).toMatchObject({ calls: 4, cost: { aboutMicros: 0, unknownCalls: 2 } });
    engines.costMicros = 70;
    await run();
    expect(await plan({ isFresh: true })).toMatchObject({ calls: 4, cost: { aboutMicros: 140, unknownCalls: 0 } });
  });

  it('fails where its text model refuses, and blocks what depends on that [WRITER-8]', async () => {
    const { engines, project } = await begin();
    engines.refused.add('강에 대한 글');
    const { run, values, takes } = await project(CHAIN);
    expect(told(await run())).toEqual(['a done', 'b refusedSafety', 'c upstream', 'd upstream']);
    expect(await values()).toMatchObject({ a: '강에 대한 글' });
    expect(await takes()).toHaveLength(1);
  });

  it('fails where its text model says nothing that can be kept, and ends [WRITER-8]', async () => {
    const { engines, project } = await begin();
    engines.said.set('강', '\0');
    const { run } = await project(CHAIN);
    expect(told(await run())).toEqual(['a empty', 'b upstream', 'c upstream', 'd upstream']);
  });

  it('is blocked with its reason where the server has no text model [WRITER-4]', async () => {
    const { engines, project } = await open(false);
    const { plan } = await project(CHAIN);
    expect(told(await plan())).toEqual(['a noTextModel', 'b upstream', 'c upstream', 'd upstream']);
    expect(engines.written).toEqual([]);
  });

  it('fails its steps where the text model has gone since, and later runs begin [WRITER-4]', async () => {
    const { engines, person, project, withoutWriter } = await open(true, { GENERATE_CONCURRENT: '1' });
    const first = await project(flow([prompt('one', '강'), writer('a'), image('c')], ['one>a', 'a>c']), ['a', 'c']);
    const later = await project(flow([prompt('one', '산'), image('c')], ['one>c']), ['c']);
    // The only place is taken, so that neither run begins.
    engines.isHeld = true;
    const held = { projectId: first.pid, nodes: [{ type: 'text_prompt', content: '눈' }], nodeId: 'c' };
    const pressed = person.post('/nodes/generate/image', held);
    await expect.poll(() => engines.painted.length).toBe(1);
    const begin = async (pid: number, nodes: string[]): Promise<string> =>
      (await person.post(`/projects/${pid}/runs`, { nodes, revision: 1 })).json<{ runId: string }>().runId;
    const runs = [await begin(first.pid, ['a', 'c']), await begin(later.pid, ['c'])];
    const again = await withoutWriter();
    engines.isHeld = false;
    expect((await pressed).body).toContain('restarted');
    const read = async (id: string) => (await again.get(`/runs/${id}`)).json<Run>();
    const states = async () => Promise.all(runs.map(async (id) => (await read(id)).state));
    await expect.poll(states, { interval: 200 }).toEqual(['done', 'done']);
    expect(told(await read(runs[0] ?? ''))).toEqual(['a noTextModel', 'c upstream']);
    expect(told(await read(runs[1] ?? ''))).toEqual(['c done']);
  });

  it('writes once for each word of a list whose words go one by one [WRITER-10]', async () => {
    const { engines, project } = await begin();
    const list = { id: 'list', type: 'categoryItem', data: { name: '때', value: '아침, 저녁', each: true } };
    const canvas = flow([list, writer('a'), image('c')], ['list>a', 'a>c']);
    const { run, values, takes, plan } = await project(canvas, ['a', 'c']);
    expect((await run()).steps.map(({ nodeId, cell }) => [nodeId, cell])).toEqual([
      ['a', { list: '아침' }],
      ['a', { list: '저녁' }],
      ['c', { list: '아침' }],
      ['c', { list: '저녁' }],
    ]);
    expect(engines.written.toSorted()).toEqual(['때: 아침', '때: 저녁']);
    expect(engines.painted.toSorted()).toEqual(['때: 아침에 대한 글', '때: 저녁에 대한 글']);
    // Both are written at once: the one that ends first is shown (EACH-10).
    expect(engines.painted).toContain((await values())['a']);
    expect(await takes()).toHaveLength(4);
    expect(await plan()).toMatchObject({ calls: 0, kept: 4 });
  });
});
