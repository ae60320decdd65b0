import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../src/api';
import type { ImageEvent, Job } from '../../src/api/contract';
import type { FlowNode } from '../../src/engine';
import type { OpenEditor } from '../../src/stores/EditorSession';
import { requestItems, TEXT_PLACEHOLDER_URL } from '../../src/stores/generation/requestItems';
import { Desk, Stream } from './support/Desk';
import { failure } from './support/FakeProjects';
import { art, canvas, pipe, prompt } from './support/snapshots';

const JOB: ImageEvent = { event: 'job', data: { id: 'j1' } };
const PICTURE: ImageEvent = { event: 'generated_image', data: { url: '/files/new.png' } };
const END: ImageEvent = { event: 'generate_image_end' };
const brokenLine = new ApiFailure({ kind: 'network', status: null, code: 'network', message: 'fetch failed' });

const job = (over: Partial<Job>): Job => ({
  id: 'j1',
  nodeId: 'art',
  state: 'running',
  startedAt: '2026-11-21T09:00:00.600Z',
  endedAt: null,
  url: null,
  message: null,
  ...over,
});
const node = (id: string, type: string, data: Record<string, unknown>): FlowNode => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data,
});
const model = (id: string): FlowNode => ({ ...prompt(id), type: 'model', data: { model: 'GPT-5', value: null } });

let desk: Desk;
let open: OpenEditor;

const pictureOf = (id = 'art'): unknown => open.editor.document.node(id)?.data.value;
const runOf = (id = 'art') => open.generation.runs.get(id);

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(7, canvas([prompt('idea', '강가의 집'), art('art'), art('alone')], [pipe('idea', 'art')]));
  open = await desk.edit(7);
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('running an image node', () => {
  it('loads for two seconds even when the picture is there at once, and saves the picture', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    expect(desk.runs[0]?.request).toEqual({
      projectId: 7,
      nodeId: 'art',
      nodes: [{ type: 'text_prompt', content: '강가의 집' }],
    });
    expect(runOf()).toEqual({ state: 'running', startedAt: desk.clock.now() });

    desk.streams[0]?.say(JOB, PICTURE, END);
    await desk.clock.pass(1900);
    expect(pictureOf()).toBe('/files/new.png');
    expect(runOf()?.state).toBe('running');
    await desk.clock.pass(200);
    expect(runOf()).toBeUndefined();
    expect(desk.announced).toEqual(['live.generating', 'imageGenerationSuccessTitle']);
    expect(desk.notices).toEqual([]);

    await desk.clock.pass(3000);
    expect(desk.projects.snapshotOf(7)?.nodes[1]?.data.value).toBe('/files/new.png');
    open.editor.undo();
    expect(pictureOf()).toBe('/files/new.png');
  });

  it('does nothing without a pipe into it, and nothing twice', async () => {
    await open.generation.run('alone');
    void open.generation.run('art');
    void open.generation.run('art');
    await desk.clock.pass(0);
    expect(desk.runs).toHaveLength(1);
  });

  it('says on the node that there is nothing to run from', async () => {
    open.editor.run([{ type: 'setData', id: 'idea', data: { value: '  ' } }]);
    await open.generation.run('art');
    expect(desk.runs).toEqual([]);
    expect(runOf()).toEqual({ state: 'failed', messageKey: 'node.nothingToRun' });
    open.generation.dismiss('art');
    expect(runOf()).toBeUndefined();
  });

  it("shows the stream's own error in its words, and on the node", async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, { event: 'error', data: { message: 'refused for safety' } });
    await desk.clock.pass(2000);
    expect(desk.notices).toEqual([
      {
        variant: 'default',
        titleKey: 'toast.imageGenerationErrorTitle',
        descriptionKey: 'failure.told',
        message: 'refused for safety',
        durationMs: 3000,
      },
    ]);
    expect(runOf()).toEqual({ state: 'failed', message: 'refused for safety', messageKey: 'failure.told' });
  });

  it("names a failure whose code has words in the person's language", async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, { event: 'error', data: { message: 'No.', code: 'refused' } });
    await desk.clock.pass(2000);
    expect(runOf()).toEqual({ state: 'failed', message: 'No.', messageKey: 'failure.refused' });
  });

  it('shows the destructive toast when the call itself fails', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.fail(failure(503));
    await desk.clock.pass(2000);
    expect(desk.notices).toEqual([
      {
        variant: 'destructive',
        titleKey: 'toast.imageGenerationErrorTitle',
        descriptionKey: 'toast.imageGenerationErrorDescription',
        durationMs: 3000,
      },
    ]);
    expect(runOf()).toMatchObject({ state: 'failed', message: 'status 503' });
  });

  it('stops the job on the server when the person stops it, and shows no toast', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    open.generation.abort('art');
    expect(runOf()).toBeUndefined();
    expect(desk.abortedJobs).toEqual([]);
    desk.streams[0]?.say(JOB);
    await desk.clock.pass(0);
    expect(desk.abortedJobs).toEqual(['j1']);
    desk.streams[0]?.say(PICTURE, END);
    await desk.clock.pass(3000);
    expect(pictureOf()).toBeNull();
    expect(desk.notices).toEqual([]);

    void open.generation.run('art');
    await desk.clock.pass(0);
    expect(desk.runs).toHaveLength(2);
  });

  it('drops the picture of a node that was deleted meanwhile', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    open.editor.run([{ type: 'removeNode', id: 'art' }]);
    desk.streams[0]?.say(JOB, PICTURE, END);
    await desk.clock.pass(3000);
    expect(open.editor.document.node('art')).toBeUndefined();
    expect(runOf()).toBeUndefined();
  });
});

describe('a line that breaks', () => {
  it('rejoins the job and takes its picture', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.jobStreams.set('j1', new Stream().say(JOB, PICTURE, END));
    desk.streams[0]?.say(JOB).fail(brokenLine);
    await desk.clock.pass(5000);
    expect(pictureOf()).toBe('/files/new.png');
    expect(desk.runs).toHaveLength(1);
    expect(desk.notices).toEqual([]);
  });

  it('fails clearly when the server was killed, and nothing is lost', async () => {
    open.editor.run([{ type: 'setData', id: 'art', data: { value: '/files/before.png' } }]);
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.jobStreams.set('j1', new Stream().say({ event: 'error', data: { message: 'the server was restarted' } }));
    desk.streams[0]?.say(JOB).end();
    await desk.clock.pass(5000);
    expect(runOf()).toMatchObject({ state: 'failed', message: 'the server was restarted' });
    expect(pictureOf()).toBe('/files/before.png');
  });

  it('does not begin again by itself when the server never answered', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.fail(brokenLine);
    await desk.clock.pass(20_000);
    expect(desk.runs).toHaveLength(1);
    expect(runOf()).toEqual({ state: 'failed', messageKey: 'toast.imageGenerationErrorDescription' });
  });
});

describe('after a reload', () => {
  beforeEach(async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB);
    await desk.clock.pass(1000);
    await desk.stores.closeProject();
  });

  it('follows what still runs', async () => {
    const stream = new Stream().say(JOB);
    desk.jobs = [job({})];
    desk.jobStreams.set('j1', stream);
    open = await desk.edit(7);
    expect(runOf()).toEqual({ state: 'running', startedAt: Date.parse('2026-11-21T09:00:00.600Z') });
    stream.say(PICTURE, END);
    await desk.clock.pass(3000);
    expect(pictureOf()).toBe('/files/new.png');
    expect(runOf()).toBeUndefined();
  });

  it('takes over what ended while nobody looked, once', async () => {
    desk.jobs = [
      job({ state: 'done', url: '/files/new.png' }),
      job({ id: 'j0', startedAt: '2026-11-20T00:00:00.000Z' }),
    ];
    open = await desk.edit(7);
    expect(pictureOf()).toBe('/files/new.png');
    open.editor.run([{ type: 'setData', id: 'art', data: { value: null } }]);
    await desk.stores.closeProject();

    open = await desk.edit(7);
    expect(pictureOf()).toBeNull();
  });

  it('says on the node that the run has failed', async () => {
    desk.jobs = [job({ state: 'failed', message: 'the server was restarted' })];
    open = await desk.edit(7);
    expect(runOf()).toMatchObject({ state: 'failed', message: 'the server was restarted' });
  });
});

describe('what a run sends', () => {
  it('lists the left nodes in the order of the edges and leaves out empty ones', () => {
    const nodes = [
      art('art'),
      prompt('empty', ' '),
      node('photo', 'imageUpload', { value: '/files/photo.png' }),
      node('model', 'model', { value: TEXT_PLACEHOLDER_URL }),
      node('mood', 'categoryItem', { name: 'mood', value: ' calm, , warm ' }),
      node('list', 'category', {
        categories: [
          { id: '1', name: 'place', value: ['river', ' '], parentId: 'list' },
          { id: '2', name: 'none', value: '', parentId: 'list' },
        ],
      }),
      node('note', 'text', { name: 'title', value: 'a title' }),
      node('comet', 'comet', { value: 'from a newer version' }),
    ];
    const order = ['photo', 'empty', 'list', 'model', 'note', 'comet', 'mood'];
    const byId = new Map(nodes.map((one) => [one.id, one]));
    const edges = order.map((source) => pipe(source, 'art'));
    expect(requestItems({ node: (id) => byId.get(id), edgesInto: () => edges }, 'art')).toEqual([
      { type: 'image_prompt', content: '/files/photo.png' },
      { type: 'group', contents: [{ type: 'category_prompt', key: 'place', value: ['river'] }] },
      { type: 'text_prompt', content: 'a title' },
      { type: 'category_prompt', key: 'mood', value: ['calm', 'warm'] },
    ]);
  });
});

describe('a text model', () => {
  it('only waits two seconds and sets the placeholder, unless its output is connected [NODE-13]', async () => {
    open.editor.merge([
      { type: 'addNode', node: model('free') },
      { type: 'addNode', node: model('bound') },
      { type: 'addEdge', edge: pipe('bound', 'art') },
    ]);
    void open.generation.run('bound');
    void open.generation.run('free');
    await desk.clock.pass(1900);
    expect([...open.generation.runs.keys()]).toEqual(['free']);
    await desk.clock.pass(200);
    expect([pictureOf('free'), pictureOf('bound')]).toEqual([TEXT_PLACEHOLDER_URL, null]);
    expect(desk.runs).toEqual([]);
  });
});
