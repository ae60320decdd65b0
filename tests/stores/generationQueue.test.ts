import i18next from 'i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { httpFailure } from '../../src/api/ApiFailure';
import type { ImageEvent } from '../../src/api/contractStream';
import type { OpenEditor } from '../../src/stores/EditorSession';
import { failureSentence } from '../../src/ui/failureSentence';
import { Desk, Stream } from './support/Desk';
import { END, job } from './support/setUpRuns';
import { art, canvas, pipe, prompt } from './support/snapshots';

const NODES = Array.from({ length: 10 }, (_, index) => `art${index}`);
const RETRY_AT = '2026-11-21T14:05:00.000Z';

let desk: Desk;
let open: OpenEditor;

const named = (index: number): ImageEvent => ({ event: 'job', data: { id: `job${index}` } });
const picture = (index: number): ImageEvent => ({ event: 'generated_image', data: { url: `/files/${index}.png` } });
const stateOf = (id: string): string => open.generation.states.get(id)?.state ?? 'none';
const statesOfAll = (): string[] => NODES.map(stateOf);
const asked = (): (string | undefined)[] => desk.runs.map(({ request }) => request.nodeId);
const finish = async (index: number): Promise<void> => {
  desk.streams[index]?.say(named(index), picture(index), END);
  await desk.clock.pass(2000);
};
const refusal = (status: number, code: string, retryAfter?: string) => {
  const body = { message: 'Not now.', error: 'Not now.', code, retryAt: RETRY_AT };
  return httpFailure(status, '', body, { ...(retryAfter !== undefined && { retryAfter }) });
};
const runAll = async (nodes: readonly string[] = NODES): Promise<void> => {
  for (const id of nodes) void open.generation.run(id);
  await desk.clock.pass(0);
};
const reload = async (): Promise<void> => {
  await desk.stores.closeProject();
  open = await desk.edit(7);
};

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  const edges = NODES.map((id) => pipe('idea', id));
  desk.projects.put(7, canvas([prompt('idea', '강가의 집'), ...NODES.map((id) => art(id))], edges));
  open = await desk.edit(7);
});

describe('ten nodes run one after the other', () => {
  it('wait their turns in their order, with two streams at most, and all end [GEN-11]', async () => {
    await runAll();
    expect(asked()).toEqual(['art0', 'art1']);
    expect(statesOfAll()).toEqual(['running', 'running', ...Array.from({ length: 8 }, () => 'waiting')]);

    for (let index = 0; index < NODES.length; index += 1) {
      expect(desk.runs.length - index).toBeLessThanOrEqual(2);
      await finish(index);
    }
    expect(asked()).toEqual(NODES);
    expect(new Set(desk.runs.map(({ key }) => key)).size).toBe(NODES.length);
    expect(statesOfAll()).toEqual(NODES.map(() => 'none'));
    expect(NODES.map((id) => open.editor.document.node(id)?.data.value)).toEqual(
      NODES.map((_, index) => `/files/${index}.png`),
    );
    expect(desk.notices).toEqual([]);
  });

  it.each([
    [429, 'limitConcurrent', '5'],
    [429, 'limitMinute', '31'],
    [503, 'databaseAway', '2'],
  ])('come back as %i %s says, under the same key [GEN-12]', async (status, code, retryAfter) => {
    await runAll(['art0']);
    desk.streams[0]?.fail(refusal(status, code, retryAfter));
    await desk.clock.pass(Number(retryAfter) * 1000 - 1);
    expect(stateOf('art0')).toBe('waiting');
    expect(desk.runs).toHaveLength(1);
    await desk.clock.pass(1);
    expect(stateOf('art0')).toBe('running');
    expect(desk.runs[1]).toEqual(desk.runs[0]);
    await finish(1);
    expect(stateOf('art0')).toBe('none');
    expect(desk.notices).toEqual([]);
  });

  it('run from what their left nodes held when they were asked to', async () => {
    await runAll(['art0', 'art1', 'art2']);
    open.editor.apply([{ type: 'setData', id: 'idea', data: { value: 'something else' } }]);
    await finish(0);
    expect(desk.runs[2]?.request.nodes).toEqual([{ type: 'text_prompt', content: '강가의 집' }]);
  });
});

describe('a node that waits', () => {
  beforeEach(() => runAll(['art0', 'art1', 'art2', 'art3']));

  it('is taken back, and nothing of it is ever asked [GEN-13]', async () => {
    open.generation.abort('art2');
    expect(stateOf('art2')).toBe('none');
    await finish(0);
    await finish(1);
    expect(asked()).toEqual(['art0', 'art1', 'art3']);
    expect(desk.abortedJobs).toEqual([]);
    expect(desk.announced).toContain('live.takenBack');

    await runAll(['art2']);
    expect(asked()).toEqual(['art0', 'art1', 'art3', 'art2']);
  });

  it('is taken back while a limit keeps it waiting, too [GEN-13]', async () => {
    desk.streams[0]?.fail(refusal(429, 'limitMinute', '40'));
    await desk.clock.pass(0);
    open.generation.abort('art0');
    await desk.clock.pass(60_000);
    expect(asked()).toEqual(['art0', 'art1', 'art2']);
    await reload();
    expect(stateOf('art0')).toBe('none');
  });

  it('is not run once it was deleted', async () => {
    open.editor.apply([{ type: 'removeNode', id: 'art2' }]);
    await finish(0);
    expect(asked()).toEqual(['art0', 'art1', 'art3']);
    expect(stateOf('art2')).toBe('none');
  });

  it('is not run by a page that opens later, which says so on it; what was begun is followed [GEN-14]', async () => {
    desk.streams[0]?.say(named(0));
    desk.streams[1]?.say(named(1));
    await desk.clock.pass(0);
    desk.jobs = [0, 1].map((index) => job({ id: `job${index}`, nodeId: `art${index}` }));
    desk.jobStreams.set('job0', new Stream());
    desk.jobStreams.set('job1', new Stream());
    await reload();
    desk.jobStreams.set('job0', new Stream().say(named(0), picture(0), END));
    await reload();
    await desk.clock.pass(2000);
    expect(statesOfAll().slice(0, 4)).toEqual(['none', 'running', 'failed', 'failed']);
    expect(open.editor.document.node('art0')?.data.value).toBe('/files/0.png');
    expect(open.generation.states.get('art2')).toEqual({ state: 'failed', words: { key: 'node.notRun' } });
    expect(asked()).toEqual(['art0', 'art1']);

    await runAll(['art2']);
    expect(asked()).toEqual(['art0', 'art1', 'art2']);
  });

  it('goes on waiting in its own tab while another tab opens the project', async () => {
    const other = new Desk({ beside: desk });
    const beside = await other.edit(7);
    expect([...beside.generation.states.keys()]).toEqual([]);
    void beside.generation.run('art9');
    await desk.clock.pass(0);
    other.kill();

    await finish(0);
    expect(asked()).toEqual(['art0', 'art1', 'art2']);
    await reload();
    // The closed tab has left it.
    expect(open.generation.states.get('art9')).toEqual({ state: 'failed', words: { key: 'node.notBegun' } });
  });
});

describe('a limit that opens again later than a page waits', () => {
  it.each([
    ['limitDay', '24시간 동안 AI에 요청할 수 있는 횟수를 다 썼어요.'],
    ['limitDayAll', '이 서버 전체가 24시간 동안 쓸 수 있는 AI 요청을 다 썼어요.'],
    ['budget', '이 서버가 24시간 동안 쓸 수 있는 AI 예산을 다 썼어요.'],
  ])('has its own sentence, which a reload keeps: %s [GEN-15]', async (code, sentence) => {
    await runAll(['art0']);
    desk.streams[0]?.fail(refusal(429, code, '3600'));
    await desk.clock.pass(2000);
    for (let reloads = 0; reloads < 2; reloads += 1) {
      const run = open.generation.states.get('art0');
      if (run?.state !== 'failed') throw new Error(`it is ${run?.state}`);
      expect(run.words).toEqual({ key: `failure.${code}At`, message: 'Not now.', retryAt: RETRY_AT });
      expect(failureSentence(run.words, i18next.getFixedT('ko'))).toContain(sentence);
      await reload();
    }
    expect(desk.runs).toHaveLength(1);

    open.generation.dismiss('art0');
    await reload();
    expect(stateOf('art0')).toBe('none');
  });

  it('is forgotten when the node was run well elsewhere meanwhile', async () => {
    await runAll(['art0']);
    desk.streams[0]?.fail(refusal(429, 'limitDay', '3600'));
    await desk.clock.pass(2000);
    desk.jobs = [job({ nodeId: 'art0', state: 'done', url: '/files/new.png' })];
    await reload();
    expect(stateOf('art0')).toBe('none');
  });
});

describe('a node that is run again', () => {
  it('asks with the next number that no job of it has had, also after a reload [GEN-16]', async () => {
    const numbers = (): (number | undefined)[] => desk.runs.map(({ request }) => request.number);
    for (let runs = 0; runs < 2; runs += 1) {
      await runAll(['art0']);
      await finish(runs);
    }
    expect(numbers()).toEqual([undefined, 1]);

    desk.jobs = [job({ nodeId: 'art0', number: 7, state: 'done' }), job({ nodeId: 'art1', number: 30, state: 'done' })];
    await reload();
    await runAll(['art0']);
    await finish(2);
    await runAll(['art2']);
    expect(numbers()).toEqual([undefined, 1, 8, undefined]);
  });

  it('goes on after a reload, though its number is that of a stopped run, since no list of jobs could be read', async () => {
    await runAll(['art0']);
    open.generation.abort('art0');
    desk.network.set(false);
    await reload();
    await runAll(['art0']);
    expect(desk.runs.map(({ request }) => request.number)).toEqual([undefined, undefined]);
    desk.network.set(true);
    desk.jobs = [job({ id: 'job1', nodeId: 'art0' })];
    desk.jobStreams.set('job1', new Stream().say(named(1)));
    await reload();
    expect([desk.abortedJobs, stateOf('art0')]).toEqual([[], 'running']);
  });
});
