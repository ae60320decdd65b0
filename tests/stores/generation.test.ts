import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../src/api';
import { httpFailure } from '../../src/api/ApiFailure';
import type { ImageEvent, Job } from '../../src/api/contract';
import { paintWorld, TEXT_PLACEHOLDER_URL, type FlowNode } from '../../src/engine';
import { PictureCache } from '../../src/engine/konva/PictureCache';
import { en } from '../../src/i18n/en';
import type { OpenEditor } from '../../src/stores/EditorSession';
import { requestItems } from '../../src/stores/generation/requestItems';
import { EN, LIGHT } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';
import { Desk, Stream } from './support/Desk';
import { failure } from './support/FakeProjects';
import { art, canvas, pipe, prompt } from './support/snapshots';

const FRAME = { theme: LIGHT, words: EN, size: { width: 1000, height: 700 }, pixelRatio: 1, isInteractive: true };
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
  code: null,
  retryAt: null,
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
  it('loads for two seconds even when the picture is there at once, and saves the picture [GEN-1] [GEN-2] [GEN-3] [GEN-5]', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    expect(desk.runs[0]?.request).toEqual({
      projectId: 7,
      nodeId: 'art',
      nodes: [{ type: 'text_prompt', content: '강가의 집' }],
    });
    expect(runOf()).toEqual({ state: 'running', startedAt: desk.clock.now() });

    desk.streams[0]?.say(JOB, PICTURE, END);
    await desk.clock.pass(1999);
    expect(pictureOf()).toBe('/files/new.png');
    expect(runOf()?.state).toBe('running');
    await desk.clock.pass(1);
    expect(runOf()).toBeUndefined();
    expect(desk.announced).toEqual(['live.generating', 'live.generated']);
    expect(i18next.t('live.generated')).toBe('Image Generated. The image has been successfully generated.');
    expect(desk.notices).toEqual([]);

    await desk.clock.pass(3000);
    expect(desk.projects.snapshotOf(7)?.nodes[1]?.data.value).toBe('/files/new.png');
    open.editor.undo();
    expect(pictureOf()).toBe('/files/new.png');
  });

  it('ends at the end of its stream when that is later than two seconds [GEN-2]', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, PICTURE);
    await desk.clock.pass(60_000);
    expect(runOf()?.state).toBe('running');
    desk.streams[0]?.say(END);
    await desk.clock.pass(0);
    expect(runOf()).toBeUndefined();
  });

  it('has its picture loaded once, and kept for the next look [GEN-4]', async () => {
    const loads: string[] = [];
    const pictures = new PictureCache(open.editor, {
      resolveUrl: (url) => url,
      decoder: {
        atOnce: 4,
        decode: async (url) => {
          loads.push(url);
          return { bitmap: {}, width: 256, height: 256, close: () => undefined };
        },
        dispose: () => undefined,
      },
    });
    const drawn = async (): Promise<number> => {
      const pen = new Recorder();
      paintWorld(pen, open.editor, { ...FRAME, pictures });
      await desk.clock.pass(0);
      return pen.calls.filter(({ name }) => name === 'drawImage').length;
    };
    open.editor.viewport.setSize(FRAME.size);
    expect(await drawn()).toBe(0);

    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, PICTURE, END);
    await desk.clock.pass(2000);
    await drawn();
    expect(await drawn()).toBe(1);
    const { camera } = open.editor.viewport;
    open.editor.viewport.setCamera({ ...camera, x: -5000 });
    expect(await drawn()).toBe(0);
    open.editor.viewport.setCamera(camera);
    expect(await drawn()).toBe(1);
    expect(loads).toEqual(['/files/new.png']);
  });

  it('runs from the pictures that its left nodes hold now, in a loop too [GEN-7]', async () => {
    open.editor.merge([
      { type: 'setData', id: 'alone', data: { value: '/files/first.png' } },
      { type: 'addEdge', edge: pipe('alone', 'art', 'image') },
      { type: 'addEdge', edge: pipe('art', 'alone', 'image') },
    ]);
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, PICTURE, END);
    await desk.clock.pass(2000);
    void open.generation.run('alone');
    await desk.clock.pass(0);
    expect(desk.runs.map(({ request }) => request.nodes)).toEqual([
      [
        { type: 'text_prompt', content: '강가의 집' },
        { type: 'image_prompt', content: '/files/first.png' },
      ],
      [{ type: 'image_prompt', content: '/files/new.png' }],
    ]);
  });

  it('does nothing without a pipe into it, and nothing twice [GEN-1]', async () => {
    await open.generation.run('alone');
    void open.generation.run('art');
    void open.generation.run('art');
    await desk.clock.pass(0);
    expect(desk.runs).toHaveLength(1);
  });

  it('says on the node that there is nothing to run from [REQ-5]', async () => {
    open.editor.run([{ type: 'setData', id: 'idea', data: { value: '  ' } }]);
    await open.generation.run('art');
    expect(desk.runs).toEqual([]);
    expect(runOf()).toEqual({ state: 'failed', words: { key: 'node.nothingToRun' } });
    open.generation.dismiss('art');
    expect(runOf()).toBeUndefined();
  });

  it("shows the stream's own error in its words, and on the node [ERR-6]", async () => {
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
    expect(runOf()).toEqual({ state: 'failed', words: { key: 'failure.told', message: 'refused for safety' } });
  });

  it("names a failure whose code has words in the person's language", async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, { event: 'error', data: { message: 'No.', code: 'refused' } });
    await desk.clock.pass(2000);
    expect(runOf()).toEqual({ state: 'failed', words: { key: 'failure.refused', message: 'No.' } });
  });

  it('shows the destructive toast when the call itself fails [ERR-5]', async () => {
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
    expect(runOf()).toMatchObject({ state: 'failed', words: { message: 'status 503' } });
  });

  it('stops the job on the server when the person stops it, and shows no toast [GEN-6] [ERR-5]', async () => {
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

  it('shows nothing when the job was stopped elsewhere [GEN-6]', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, { event: 'error', data: { message: 'Stopped.', code: 'aborted' } });
    await desk.clock.pass(2000);
    expect(runOf()).toBeUndefined();
    expect(desk.notices).toEqual([]);
  });

  it("says 'An unknown error occurred.' when the stream gives no reason [ERR-6]", async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, { event: 'error' });
    await desk.clock.pass(2000);
    expect(desk.notices).toMatchObject([{ variant: 'default', descriptionKey: 'toast.unknownError' }]);
    expect(en.toast.unknownError).toBe('An unknown error occurred.');
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
  it('rejoins the job and takes its picture [GEN-8]', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.jobStreams.set('j1', new Stream().say(JOB, PICTURE, END));
    desk.streams[0]?.say(JOB).fail(brokenLine);
    await desk.clock.pass(5000);
    expect(pictureOf()).toBe('/files/new.png');
    expect(desk.runs).toHaveLength(1);
    expect(desk.notices).toEqual([]);
  });

  it('goes on at another server when its own one closes [GEN-8]', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.jobStreams.set('j1', new Stream().say(JOB, PICTURE, END));
    desk.streams[0]?.say(JOB, { event: 'error', data: { message: 'this server is closing', code: 'closing' } });
    await desk.clock.pass(5000);
    expect(pictureOf()).toBe('/files/new.png');
    expect(desk.notices).toEqual([]);
  });

  it('fails clearly when the server was killed, and nothing is lost', async () => {
    open.editor.run([{ type: 'setData', id: 'art', data: { value: '/files/before.png' } }]);
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.jobStreams.set('j1', new Stream().say({ event: 'error', data: { message: 'the server was restarted' } }));
    desk.streams[0]?.say(JOB).end();
    await desk.clock.pass(5000);
    expect(runOf()).toMatchObject({ state: 'failed', words: { message: 'the server was restarted' } });
    expect(pictureOf()).toBe('/files/before.png');
  });

  it('does not begin again by itself when the server never answered [GEN-8]', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.fail(brokenLine);
    await desk.clock.pass(20_000);
    expect(desk.runs).toHaveLength(1);
    expect(runOf()).toEqual({ state: 'failed', words: { key: 'toast.imageGenerationErrorDescription' } });
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

  it('follows what still runs [GEN-9]', async () => {
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

  it('takes over what ended while nobody looked, once [GEN-9]', async () => {
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

  it("says on the node that the run has failed, and why in the person's language", async () => {
    desk.jobs = [job({ state: 'failed', message: 'the server was restarted', code: 'restarted' })];
    open = await desk.edit(7);
    expect(runOf()).toEqual({
      state: 'failed',
      words: { key: 'failure.restarted', message: 'the server was restarted' },
    });
  });
});

describe('a failure with a time in it', () => {
  const retryAt = '2026-11-21T14:05:00.000Z';
  const words = { key: 'failure.quotaAt', message: 'Asked too much.', retryAt };
  const failed = job({ state: 'failed', code: 'quota', message: 'Asked too much.', retryAt });

  beforeEach(() => {
    void open.generation.run('art');
  });

  it('says when to try again, on the node and in the toast, and the same after every reload [ENGINE-4]', async () => {
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, { event: 'error', data: { code: 'quota', message: 'Asked too much.', retryAt } });
    await desk.clock.pass(2000);
    expect(runOf()).toEqual({ state: 'failed', words });
    expect(desk.notices).toMatchObject([{ descriptionKey: 'failure.quotaAt', retryAt }]);

    desk.jobs = [failed];
    for (let reloads = 0; reloads < 2; reloads += 1) {
      await desk.stores.closeProject();
      open = await desk.edit(7);
      expect(runOf()).toEqual({ state: 'failed', words });
    }
    expect(desk.notices).toHaveLength(1);
  });

  it('is told by an answer before the stream too, which names its job', async () => {
    await desk.clock.pass(0);
    const body = { message: 'Asked too much.', error: 'Asked too much.', code: 'quota', retryAt, jobId: 'j1' };
    desk.streams[0]?.fail(httpFailure(429, 'Too Many Requests', body, null));
    await desk.clock.pass(2000);
    expect(runOf()).toEqual({ state: 'failed', words });
    await desk.stores.closeProject();
    desk.jobs = [failed];
    open = await desk.edit(7);
    expect(runOf()).toEqual({ state: 'failed', words });
  });

  it('is gone after a reload where it never became a job, and the earlier picture is left alone', async () => {
    await desk.clock.pass(0);
    const body = { message: 'Too many.', error: 'Too many.', code: 'tooManyPictures', retryAt };
    desk.streams[0]?.fail(httpFailure(429, 'Too Many Requests', body, null));
    await desk.clock.pass(2000);
    expect(runOf()).toEqual({
      state: 'failed',
      words: { key: 'failure.tooManyPicturesAt', message: 'Too many.', retryAt },
    });
    await desk.stores.closeProject();
    desk.jobs = [job({ id: 'j0', state: 'done', url: '/files/older.png' })];
    open = await desk.edit(7);
    expect(runOf()).toBeUndefined();
    expect(pictureOf()).toBeNull();
  });

  it.each([
    [
      'the next run ends well',
      async () => {
        void open.generation.run('art');
        await desk.clock.pass(0);
        desk.streams[1]?.say({ event: 'job', data: { id: 'j2' } }, PICTURE, END);
        await desk.clock.pass(2000);
      },
    ],
    ['it is taken off', async () => open.generation.dismiss('art')],
  ])('is over when %s', async (_what, end) => {
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, { event: 'error', data: { code: 'quota', message: 'Asked too much.', retryAt } });
    await desk.clock.pass(2000);
    await end();
    expect(runOf()).toBeUndefined();
    await desk.stores.closeProject();
    desk.jobs = [failed];
    open = await desk.edit(7);
    expect(runOf()).toBeUndefined();
  });
});

describe('what a run sends', () => {
  it('lists the left nodes in the order of the edges and leaves out empty ones [REQ-1] [REQ-2] [REQ-3] [REQ-4] [REQ-5] [REQ-6] [PIC-4]', () => {
    const nodes = [
      art('art'),
      art('sketch', '/files/sketch.png'),
      prompt('empty', ' '),
      prompt('idea', '강가의 집'),
      node('photo', 'imageUpload', { value: '/files/photo.png' }),
      node('offline', 'imageUpload', { value: 'data:image/png;base64,AAAA' }),
      node('blank', 'imageUpload', { value: null }),
      node('model', 'model', { value: TEXT_PLACEHOLDER_URL }),
      node('answer', 'model', { model: 'GPT-5', value: 'an answer' }),
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
    const order = [
      'photo',
      'empty',
      'list',
      'model',
      'note',
      'comet',
      'mood',
      'sketch',
      'idea',
      'answer',
      'blank',
      'offline',
    ];
    const byId = new Map(nodes.map((one) => [one.id, one]));
    const edges = order.map((source) => pipe(source, 'art'));
    expect(requestItems({ node: (id) => byId.get(id), edgesInto: () => edges }, 'art')).toEqual([
      { type: 'image_prompt', content: '/files/photo.png' },
      { type: 'group', contents: [{ type: 'category_prompt', key: 'place', value: ['river'] }] },
      { type: 'text_prompt', content: 'a title' },
      { type: 'category_prompt', key: 'mood', value: ['calm', 'warm'] },
      { type: 'image_prompt', content: '/files/sketch.png' },
      { type: 'text_prompt', content: '강가의 집' },
      { type: 'text_prompt', content: 'an answer' },
      { type: 'image_prompt', content: 'data:image/png;base64,AAAA' },
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
    await desk.clock.pass(1999);
    expect([...open.generation.runs.keys()]).toEqual(['free']);
    expect(pictureOf('free')).toBeNull();
    await desk.clock.pass(1);
    expect([pictureOf('free'), pictureOf('bound')]).toEqual([TEXT_PLACEHOLDER_URL, null]);
    expect(desk.runs).toEqual([]);
  });
});
