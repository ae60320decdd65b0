import i18next from 'i18next';
import { beforeEach, describe, expect, it } from 'vitest';
import { paintWorld, TEXT_PLACEHOLDER_URL, type FlowNode } from '../../src/engine';
import { PictureCache } from '../../src/engine/konva/pictures/PictureCache';
import { EN, LIGHT } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';
import { desk, END, JOB, open, PICTURE, pictureOf, runOf, setUpRuns } from './support/setUpRuns';
import { pipe, prompt } from './support/snapshots';

const FRAME = { theme: LIGHT, words: EN, size: { width: 1000, height: 700 }, pixelRatio: 1, isInteractive: true };

const model = (id: string): FlowNode => ({ ...prompt(id), type: 'model', data: { model: 'GPT-5', value: null } });

setUpRuns();

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
        decode: async (urls) => {
          loads.push(...urls);
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
    open.editor.view.setSize(FRAME.size);
    expect(await drawn()).toBe(0);

    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, PICTURE, END);
    await desk.clock.pass(2000);
    await drawn();
    expect(await drawn()).toBe(1);
    const { viewport } = open.editor.view;
    open.editor.view.setViewport({ ...viewport, x: -5000 });
    expect(await drawn()).toBe(0);
    open.editor.view.setViewport(viewport);
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

  it('says how many of several pictures did not come, and why [COUNT-2]', async () => {
    const shortfall = { missing: 2, code: 'refusedPicture', message: 'It kept back its picture.' };
    const said = { titleKey: 'toast.picturesMissing', count: 2, descriptionKey: 'failure.refusedPicture' };
    void open.generation.run('art');
    await desk.clock.pass(0);
    const data = { url: '/files/new.png', further: ['/files/second.png'] };
    desk.streams[0]?.say(JOB, { event: 'generated_image', data }, { event: 'generate_image_end', data: shortfall });
    await desk.clock.pass(2000);
    expect(pictureOf()).toBe('/files/new.png');
    expect(runOf()).toBeUndefined();
    expect(desk.notices).toMatchObject([said]);

    for (const count of [1, 2]) {
      expect(i18next.t('toast.picturesMissing', { count, lng: 'en' })).toContain(`${count} picture`);
      expect(i18next.t('toast.picturesMissing', { count, lng: 'ko' })).toContain(`${count}장`);
    }
  });

  it('does nothing without a pipe into it, and nothing twice [GEN-1]', async () => {
    await open.generation.run('alone');
    void open.generation.run('art');
    void open.generation.run('art');
    await desk.clock.pass(0);
    expect(desk.runs).toHaveLength(1);
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

  describe('while its input picture goes up', () => {
    let finishUpload: ((url: string) => void) | null = null;

    beforeEach(async () => {
      const upload = new Promise<string>((resolve) => {
        finishUpload = resolve;
      });
      desk.upload = () => upload;
      open.editor.merge([
        { type: 'setData', id: 'alone', data: { value: `data:image/png;base64,iVBORw0KGgo${'A'.repeat(400_000)}` } },
        { type: 'addEdge', edge: pipe('alone', 'art', 'image') },
      ]);
      void open.generation.run('art');
      await desk.clock.pass(500);
    });

    it('asks nothing once the person has stopped it, and the node runs again at once [GEN-6]', async () => {
      expect(runOf()?.state).toBe('running');
      open.generation.abort('art');
      expect(runOf()).toBeUndefined();
      void open.generation.run('art');
      await desk.clock.pass(0);
      expect(runOf()?.state).toBe('running');
      open.generation.abort('art');
      finishUpload?.('/files/large.png');
      await desk.clock.pass(3000);
      expect([desk.runs, desk.abortedJobs, runOf()]).toEqual([[], [], undefined]);

      void open.generation.run('art');
      await desk.clock.pass(0);
      expect(desk.runs).toMatchObject([{ request: { nodes: [{}, { content: '/files/large.png' }] } }]);
    });

    it('leaves its place in the queue as soon as the person stops it [GEN-6]', async () => {
      for (let stops = 0; stops < 3; stops += 1) {
        open.generation.abort('art');
        void open.generation.run('art');
        await desk.clock.pass(0);
        expect(runOf()?.state).toBe('running');
      }
    });

    it('asks nothing for a node that was deleted meanwhile, and says nothing', async () => {
      open.editor.apply([{ type: 'removeNode', id: 'art' }]);
      finishUpload?.('/files/large.png');
      await desk.clock.pass(3000);
      expect([desk.runs, desk.notices, runOf()]).toEqual([[], [], undefined]);
    });

    it('asks once it is up', async () => {
      finishUpload?.('/files/large.png');
      await desk.clock.pass(0);
      expect(desk.runs).toHaveLength(1);
      desk.streams[0]?.say(JOB, PICTURE, END);
      await desk.clock.pass(3000);
      expect([pictureOf(), runOf()]).toEqual(['/files/new.png', undefined]);
    });
  });

  it('shows nothing when the job was stopped elsewhere [GEN-6]', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, { event: 'error', data: { message: 'Stopped.', code: 'aborted' } });
    await desk.clock.pass(2000);
    expect(runOf()).toBeUndefined();
    expect(desk.notices).toEqual([]);
  });

  it('drops the picture of a node that was deleted meanwhile', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    open.editor.apply([{ type: 'removeNode', id: 'art' }]);
    desk.streams[0]?.say(JOB, PICTURE, END);
    await desk.clock.pass(3000);
    expect(open.editor.document.node('art')).toBeUndefined();
    expect(runOf()).toBeUndefined();
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
    expect([...open.generation.states.keys()]).toEqual(['free']);
    expect(pictureOf('free')).toBeNull();
    await desk.clock.pass(1);
    expect([pictureOf('free'), pictureOf('bound')]).toEqual([TEXT_PLACEHOLDER_URL, null]);
    expect(desk.runs).toEqual([]);
  });

  it('that is stopped and run again can be stopped again', async () => {
    open.editor.merge([{ type: 'addNode', node: model('free') }]);
    void open.generation.run('free');
    await desk.clock.pass(1000);
    open.generation.abort('free');
    void open.generation.run('free');
    await desk.clock.pass(1500);
    open.generation.abort('free');
    await desk.clock.pass(5000);
    expect(pictureOf('free')).toBeNull();
  });
});
