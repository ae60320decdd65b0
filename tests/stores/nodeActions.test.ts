import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../src/api';
import type { Analysis } from '../../src/api/contractWords';
import type { FlowNode } from '../../src/engine';
import type { OpenEditor } from '../../src/stores/EditorSession';
import type { ReadPicture } from '../../src/stores/ports';
import { Desk } from './support/Desk';
import { failure } from './support/FakeProjects';
import { aPng } from './support/files';
import { art, canvas, pipe, prompt } from './support/snapshots';

let desk: Desk;
let open: OpenEditor;

const upload: FlowNode = { id: 'photo', type: 'imageUpload', position: { x: 0, y: 300 }, data: { model: null } };
const valueOf = (id: string): unknown => open.editor.document.node(id)?.data.value;
const inputs = (): readonly FlowNode[] => open.editor.document.allNodes().filter(({ type }) => type === 'imageUpload');
const DATA_URL = 'data:image/png;base64,iVBORw0KGgo=';

/** Each file is read only when its function is called, by its name. */
function heldReads(): ReadonlyMap<string, () => void> {
  const reads = new Map<string, () => void>();
  desk.readPicture = (file) =>
    new Promise((resolve) => {
      reads.set((file as File).name, () => resolve(file));
    });
  return reads;
}

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(7, canvas([prompt('idea', 'a calm river at dawn'), art('art'), upload], [pipe('idea', 'art')]));
  open = await desk.edit(7);
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('choosing a picture', () => {
  it("shows it at once and exchanges it for the server's url; the data URL never travels in a save [PIC-1] [PIC-2]", async () => {
    let answer: (url: string) => void = vi.fn();
    desk.upload = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const chosen = open.uploads.chooseFiles('photo', [aPng()]);
    await desk.clock.pass(2500);
    expect(valueOf('photo')).toBe(DATA_URL);
    expect(open.uploads.progress.get('photo')).toBe(0);
    expect(desk.projects.patches).toEqual([]);

    answer('/files/cat.png');
    await chosen;
    expect(valueOf('photo')).toBe('/files/cat.png');
    expect(open.uploads.isBusy).toBe(false);
    await desk.clock.pass(3000);
    expect(desk.projects.patches).toHaveLength(1);
    expect(desk.projects.patches[0]?.text).toContain('/files/cat.png');
    expect(desk.announced).toEqual(['live.uploaded']);
  });

  it('says so when the stored file says where it was taken, and only then [PRIVACY-2]', async () => {
    await open.uploads.chooseFiles('photo', [aPng()]);
    expect(desk.notices).toEqual([]);
    desk.upload = async (_picture, { onLocation } = {}) => {
      onLocation?.();
      return '/files/home.jpg';
    };
    await open.uploads.chooseFiles('photo', [aPng()]);
    expect(desk.notices).toEqual([
      {
        variant: 'info',
        titleKey: 'node.locationKept',
        descriptionKey: 'node.locationKeptHere',
        durationMs: 6000,
      },
    ]);
  });

  it('alerts for a file that is no picture [ERR-8]', async () => {
    await open.uploads.chooseFiles('photo', [new File(['x'], 'notes.pdf', { type: 'application/pdf' })]);
    expect(desk.alerts).toEqual(['node.invalidFile']);
    expect(valueOf('photo')).toBeUndefined();
  });

  it('says before anything changes that a picture is too large', async () => {
    desk.readPicture = async () => 'tooLarge';
    await open.uploads.chooseFiles('photo', [aPng()]);
    expect(desk.notices.map(({ titleKey }) => titleKey)).toEqual(['node.fileTooLarge']);
    expect(valueOf('photo')).toBeUndefined();
  });

  it('says which file is gone since it was chosen', async () => {
    const gone = aPng();
    vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementationOnce(function (this: FileReader) {
      queueMicrotask(() => this.dispatchEvent(new ProgressEvent('error')));
    });
    await open.uploads.chooseFiles('photo', [gone]);
    expect(open.uploads.reading).toBe(0);
    expect(desk.notices.map(({ variant }) => variant)).toEqual(['destructive']);
    expect(valueOf('photo')).toBeUndefined();
  });

  it.each([400, 413, 415, 422])(
    'keeps a picture that the server refuses with %i, says so on the node and saves it as it is [PIC-10]',
    async (status) => {
      desk.upload = async () => {
        throw failure(status);
      };
      await open.uploads.chooseFiles('photo', [aPng()]);
      expect(valueOf('photo')).toBe(DATA_URL);
      expect([...open.uploads.refused]).toEqual([['photo', DATA_URL]]);
      expect(desk.notices).toEqual([]);
      await desk.clock.pass(3000);
      expect(desk.serverNode('photo')?.data.value).toBe(DATA_URL);
      open.editor.undo();
      expect(valueOf('photo')).toBeUndefined();
      expect(open.uploads.refused.size).toBe(0);
    },
  );

  it('leaves a loaded picture that the server refuses, tries it once a visit and sends what comes after it [PIC-10]', async () => {
    const loaded = 'data:image/png;base64,iVBORw0KGgoB';
    const next = { ...upload, id: 'next', data: { value: 'data:image/png;base64,iVBORw0KGgoC' } };
    desk.projects.put(8, canvas([{ ...upload, data: { value: loaded } }, next], []));
    desk.upload = async (picture) => {
      if (desk.uploads.indexOf(picture) === 0) throw failure(413);
      return '/files/next.png';
    };
    open = await desk.edit(8);
    expect(valueOf('photo')).toBe(loaded);
    expect(valueOf('next')).toBe('/files/next.png');
    desk.network.set(false);
    desk.network.set(true);
    await desk.clock.pass(3000);
    expect(desk.uploads).toHaveLength(2);
    expect(desk.projects.patches.map(({ text }) => text).join()).not.toContain('KGgoB');
    expect(desk.projects.snapshotOf(8)?.nodes[0]?.data.value).toBe(loaded);
    expect(desk.notices).toEqual([]);
    expect(open.uploads.refused.get('photo')).toBe(loaded);
    open.editor.apply([{ type: 'removeNode', id: 'photo' }]);
    expect(open.uploads.refused.size).toBe(0);
  });

  it('keeps a picture that the server has no room for, says so on the node and sends it once there is [USAGE-8]', async () => {
    const another = { ...upload, id: 'another', data: { value: 'data:image/png;base64,iVBORw0KGgoC' } };
    desk.upload = async () => {
      throw failure(413, undefined, 'quota');
    };
    await open.uploads.chooseFiles('photo', [aPng()]);
    open.editor.apply([{ type: 'addNode', node: another }]);
    expect([...open.uploads.full]).toEqual([['photo', DATA_URL]]);
    expect(open.uploads.refused.size).toBe(0);
    await desk.clock.pass(60_000);
    expect([...open.uploads.full.keys()].toSorted()).toEqual(['another', 'photo']);
    // Only one of them is retried.
    expect(desk.uploads).toHaveLength(2);
    expect(desk.serverNode('photo')?.data.value).toBe(DATA_URL);
    desk.upload = async () => '/files/taken.png';
    await desk.clock.pass(60_000);
    expect([valueOf('photo'), valueOf('another')]).toEqual(['/files/taken.png', '/files/taken.png']);
    expect(open.uploads.full.size).toBe(0);
    expect(desk.notices).toEqual([]);
  });

  it.each([
    ['restarts', failure(503)],
    ['is asked too often', failure(429)],
    ['does not answer in time', new ApiFailure({ kind: 'network', status: null, code: 'timeout', message: 'late' })],
  ])('sends a picture again that could not go up while the server %s [PIC-3]', async (_how, trouble) => {
    const another = { ...upload, id: 'another', data: { value: 'data:image/png;base64,iVBORw0KGgoC' } };
    desk.upload = async () => {
      throw trouble;
    };
    await open.uploads.chooseFiles('photo', [aPng()]);
    open.editor.apply([{ type: 'addNode', node: another }]);
    await desk.clock.pass(30_000);
    expect(valueOf('photo')).toBe(DATA_URL);
    expect(desk.uploads).toHaveLength(3);
    let answer: (url: string) => void = vi.fn();
    desk.upload = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    // A slow one is waited for: the next round does not send the other one beside it.
    await desk.clock.pass(65_000);
    expect(desk.uploads).toHaveLength(4);
    answer('/files/later.png');
    await desk.clock.pass(0);
    answer('/files/latest.png');
    await desk.clock.pass(60_000);
    expect([valueOf('photo'), valueOf('another')]).toEqual(['/files/later.png', '/files/latest.png']);
    expect(desk.uploads).toHaveLength(5);
  });

  it('says so when the code that reads pictures did not come, and waits for no more [PIC-1]', async () => {
    desk.readPicture = () => Promise.reject(new TypeError('the chunk is gone'));
    await open.uploads.chooseFiles('photo', [aPng()]);
    expect(open.uploads.reading).toBe(0);
    expect(desk.notices.map(({ titleKey }) => titleKey)).toEqual(['node.unreadableTitle']);
  });

  it('keeps the data URL offline and sends it when the line is back [PIC-3]', async () => {
    desk.network.set(false);
    await open.uploads.chooseFiles('photo', [aPng()]);
    expect(valueOf('photo')).toBe(DATA_URL);
    expect(desk.uploads).toEqual([]);

    desk.network.set(true);
    await desk.clock.pass(0);
    expect(valueOf('photo')).toBe('/files/uploaded.png');
    expect(desk.uploads[0]).toMatchObject({ type: 'image/png', size: 8 });
  });

  it('sends at the next opening what an earlier visit could not [PIC-3]', async () => {
    desk.upload = async () => {
      throw new ApiFailure({ kind: 'network', status: null, code: 'network', message: 'no line' });
    };
    await open.uploads.chooseFiles('photo', [aPng()]);
    await desk.clock.pass(3000);
    await desk.stores.closeProject();
    desk.upload = async () => '/files/later.png';
    open = await desk.edit(7);
    expect(valueOf('photo')).toBe('/files/later.png');
  });

  it.each([
    ['undone and done again', () => open.editor.undo(), () => open.editor.redo()],
    [
      'removed and brought back',
      () => open.editor.apply([{ type: 'removeNode', id: 'photo' }]),
      () => open.editor.undo(),
    ],
  ])('goes up again where it was %s while it went up [PIC-2]', async (_how, away, back) => {
    const answers: ((url: string) => void)[] = [];
    desk.upload = () => new Promise((resolve) => answers.push(resolve));
    const chosen = open.uploads.chooseFiles('photo', [aPng()]);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    away();
    answers[0]?.('/files/first.png');
    await chosen;
    back();
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    expect([valueOf('photo'), open.uploads.isBusy]).toEqual([DATA_URL, true]);
    answers[1]?.('/files/again.png');
    await vi.waitFor(() => expect(valueOf('photo')).toBe('/files/again.png'));
  });

  it('goes up again where an undo brings it back while the one after it goes up [PIC-2]', async () => {
    const answers: ((url: string) => void)[] = [];
    desk.upload = () => new Promise((resolve) => answers.push(resolve));
    const first = open.uploads.chooseFiles('photo', [aPng()]);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    const second = open.uploads.chooseFiles('photo', [new File([aPng(), 'more'], 'second.png', { type: 'image/png' })]);
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[0]?.('/files/first.png');
    await first;
    open.editor.undo();
    expect(valueOf('photo')).toBe(DATA_URL);
    answers[1]?.('/files/second.png');
    await second;
    await vi.waitFor(() => expect(answers).toHaveLength(3));
    answers[2]?.('/files/again.png');
    await vi.waitFor(() => expect(valueOf('photo')).toBe('/files/again.png'));
  });

  it('goes up for a copy, too, that was made while it went up [PIC-2]', async () => {
    const answers: ((url: string) => void)[] = [];
    desk.upload = () => new Promise((resolve) => answers.push(resolve));
    const chosen = open.uploads.chooseFiles('photo', [aPng()]);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    open.editor.select({ nodes: new Set(['photo']) });
    open.clipboard.duplicate();
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers.forEach((answer) => answer('/files/cat.png'));
    await chosen;
    await vi.waitFor(() => expect(open.uploads.isBusy).toBe(false));
    const values = [...open.editor.document.allNodes()].filter(({ type }) => type === 'imageUpload');
    expect(values.map(({ data }) => data.value)).toEqual(['/files/cat.png', '/files/cat.png']);
  });

  it('does not put an older picture over a newer choice', async () => {
    const answers: ((url: string) => void)[] = [];
    desk.upload = () =>
      new Promise((resolve) => {
        answers.push(resolve);
      });
    const first = open.uploads.chooseFiles('photo', [aPng()]);
    await desk.clock.pass(0);
    const second = open.uploads.chooseFiles('photo', [aPng('newer.png')]);
    await desk.clock.pass(0);
    answers[1]?.('/files/second.png');
    await second;
    answers[0]?.('/files/first.png');
    await first;
    expect(valueOf('photo')).toBe('/files/second.png');
  });

  it('keeps the newer choice though the earlier file takes longer to read', async () => {
    const reads = heldReads();
    const large = open.uploads.chooseFiles('photo', [aPng('large.png')]);
    const small = open.uploads.chooseFiles('photo', [aPng('small.png')]);
    reads.get('small.png')?.();
    await small;
    expect([valueOf('photo'), open.uploads.isBusy]).toEqual(['/files/uploaded.png', false]);
    reads.get('large.png')?.();
    await large;
    expect([valueOf('photo'), desk.uploads.length]).toEqual(['/files/uploaded.png', 1]);
  });

  it('is on its way until the newer choice is up, whenever the reading and the upload of earlier ones end', async () => {
    const answers: ((url: string) => void)[] = [];
    desk.upload = () => new Promise((resolve) => answers.push(resolve));
    const reads = heldReads();
    const choose = (name: string): Promise<void> =>
      open.uploads.chooseFiles('photo', [new File([aPng(), name], name, { type: 'image/png' })]);
    const first = choose('first.png');
    reads.get('first.png')?.();
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    const [second, third] = [choose('second.png'), choose('third.png')];
    reads.get('second.png')?.();
    await second;
    expect([open.uploads.isBusy, answers.length]).toEqual([true, 1]);
    reads.get('third.png')?.();
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[0]?.('/files/first.png');
    await first;
    expect([open.uploads.isBusy, valueOf('photo')]).toEqual([true, expect.stringMatching(/^data:/)]);
    answers[1]?.('/files/third.png');
    await third;
    expect([open.uploads.isBusy, valueOf('photo')]).toEqual([false, '/files/third.png']);
  });

  it('is on its way while a choice is read, though the upload of an earlier one ends', async () => {
    let answer: (url: string) => void = vi.fn();
    desk.upload = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const first = open.uploads.chooseFiles('photo', [aPng()]);
    await vi.waitFor(() => expect(desk.uploads).toHaveLength(1));
    const reads = heldReads();
    desk.upload = async () => '/files/second.png';
    const second = open.uploads.chooseFiles('photo', [aPng('second.png')]);
    answer('/files/first.png');
    await first;
    expect([open.uploads.isBusy, valueOf('photo')]).toEqual([true, '/files/first.png']);
    reads.get('second.png')?.();
    await second;
    expect([open.uploads.isBusy, valueOf('photo')]).toEqual([false, '/files/second.png']);
  });
});

const boxes = () => inputs().map(({ position, id }) => [id === 'photo', position.x, position.y]);

describe('choosing, dropping and pasting several pictures', () => {
  const files = [aPng('one.png'), aPng('two.png'), aPng('three.png')];

  it('makes a row of nodes in one step, and announces their number [PIC-12]', async () => {
    await open.uploads.addFiles(files, { x: 7, y: 600 });
    expect(inputs().map(({ position }) => position)).toEqual([
      { x: 0, y: 300 },
      { x: 0, y: 600 },
      { x: 285, y: 600 },
      { x: 570, y: 600 },
    ]);
    expect(
      inputs()
        .slice(1)
        .map(({ data }) => data.value),
    ).toEqual(Array(3).fill('/files/uploaded.png'));
    expect(desk.announced).toEqual(['live.uploadedSeveral']);
    open.editor.undo();
    expect(inputs()).toHaveLength(1);
    open.editor.redo();
    expect(inputs().map(({ data }) => data.value)).toEqual([undefined, ...Array(3).fill('/files/uploaded.png')]);
  });

  it('puts the first on the node they were chosen for and the others next to it, in one step [PIC-12]', async () => {
    await open.uploads.chooseFiles('photo', files);
    expect(inputs().map(({ position, data }) => [position.x, position.y, data.value])).toEqual([
      [0, 300, '/files/uploaded.png'],
      [285, 300, '/files/uploaded.png'],
      [570, 300, '/files/uploaded.png'],
    ]);
    open.editor.undo();
    expect(inputs()).toHaveLength(1);
    expect(valueOf('photo')).toBeUndefined();
  });

  it('puts the others where there is room: not on a card at its right, nor under the minimap [DROP-8] [DROP-10]', async () => {
    open.editor.addNode('categoryItem', null, { x: 500, y: 300 });
    await open.uploads.chooseFiles('photo', files);
    expect(boxes(), 'one card stands in the way').toEqual([
      [true, 0, 300],
      [false, 855, 300],
      [false, 1140, 300],
    ]);
    open.editor.undo();
    open.editor.view.setSize({ width: 1400, height: 800 });
    open.editor.view.setViewport({ x: 0, y: 250, zoom: 1 });
    open.editor.view.coverBy(() => ({ x: 1180, y: 590, width: 200, height: 200 }));
    await open.uploads.chooseFiles('photo', files);
    expect(boxes(), 'the last would reach under it').toEqual([
      [true, 0, 300],
      [false, 855, 120],
      [false, 1140, 120],
    ]);
  });

  it('leaves out what cannot be read, says what to do, and takes the rest [PIC-11]', async () => {
    desk.readPicture = async (file) => ((file as File).name === 'two.heic' ? 'unreadable' : file);
    const given = [aPng(), new File(['x'], 'two.heic'), new File(['x'], 'notes.txt', { type: 'text/plain' })];
    await open.uploads.addFiles(given, { x: 0, y: 600 });
    expect(inputs()).toHaveLength(2);
    expect(desk.alerts).toEqual(['node.invalidFile']);
    expect(desk.notices).toMatchObject([{ descriptionKey: 'node.unreadable', message: 'two.heic' }]);
    expect(desk.announced).toEqual(['live.uploaded']);
  });

  it('changes nothing and says nothing was added when none can be read [PIC-11]', async () => {
    desk.readPicture = async () => 'unreadable';
    await open.uploads.addFiles(files, { x: 0, y: 600 });
    await open.uploads.chooseFiles('photo', files);
    expect(inputs()).toHaveLength(1);
    expect(valueOf('photo')).toBeUndefined();
    expect([desk.announced, open.editor.canUndo, open.uploads.isBusy]).toEqual([[], false, false]);
  });
});

describe('a picture of a kind that the server does not take', () => {
  const bmp = 'data:image/bmp;base64,Qk0AAAAA';
  const png = aPng('made.png');

  it('stays byte for byte when it was loaded, and its requests carry a PNG that went up once [PIC-13]', async () => {
    const photo = { ...upload, data: { value: bmp } };
    const edge = { ...pipe('photo', 'art'), type: 'image', sourceHandle: 'image-right', targetHandle: 'image-left' };
    desk.projects.put(
      8,
      canvas([photo, art('art'), art('other')], [edge, { ...edge, id: 'photo-other', target: 'other' }]),
    );
    const asked = vi.fn<ReadPicture>(async () => png);
    desk.readPicture = asked;
    open = await desk.edit(8);
    await desk.clock.pass(3000);
    expect([desk.uploads, desk.projects.patches, valueOf('photo')]).toEqual([[], [], bmp]);

    void open.generation.run('art');
    void open.generation.run('other');
    await desk.clock.pass(0);
    expect(asked).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), { asPng: true });
    expect(desk.uploads).toEqual([png]);
    const sent = [{ type: 'image_prompt', content: '/files/uploaded.png' }];
    expect(desk.runs.map(({ request }) => request.nodes)).toEqual([sent, sent]);
    expect(valueOf('photo')).toBe(bmp);
  });

  it('is also a picture with too many bytes: nothing is sent when it is loaded, and runs use a smaller one [PIC-13]', async () => {
    const large = `${DATA_URL.slice(0, -1)}${'A'.repeat(28_000_001)}`;
    desk.projects.put(8, canvas([{ ...upload, data: { value: large } }], []));
    desk.readPicture = async () => png;
    open = await desk.edit(8);
    await desk.clock.pass(3000);
    expect([desk.uploads, desk.projects.patches]).toEqual([[], []]);
    expect(await open.uploads.contentFor(large)).toBe('/files/uploaded.png');
    expect(desk.uploads).toEqual([png]);
  });

  it('is reported by the server when no PNG can be made of it', async () => {
    desk.readPicture = async () => 'unreadable';
    expect(await open.uploads.contentFor(bmp)).toBe(bmp);
  });

  it('travels in the request itself while it is small and the server takes it', async () => {
    expect(await open.uploads.contentFor(DATA_URL)).toBe(DATA_URL);
    expect(await open.uploads.contentFor(`${DATA_URL.slice(0, -4)}${'A'.repeat(400_000)}`)).toBe('/files/uploaded.png');
    expect(desk.uploads).toHaveLength(1);
  });
});

describe('convert to category', () => {
  const analysis: Analysis = [
    { key: 'place', value: ['river'] },
    { key: 'mood', value: ['calm', 'quiet'] },
  ];

  it('keeps the node and its pipes, and can be undone [CAT-1] [ANALYZE-1] [ANALYZE-2]', async () => {
    let answer: (analysis: Analysis) => void = vi.fn();
    desk.analyze = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const converted = open.conversion.convertToCategory('idea');
    expect(open.conversion.isBusy('idea')).toBe(true);
    open.editor.apply([{ type: 'moveNode', id: 'idea', position: { x: 45, y: 60 } }]);
    answer(analysis);
    expect(await converted).toBe(2);

    expect(open.editor.document.node('idea')).toEqual({
      id: 'idea',
      type: 'category',
      position: { x: 45, y: 60 },
      data: {
        categories: [
          { id: 'idea-item-0', name: 'place', value: ['river'], parentId: 'idea' },
          { id: 'idea-item-1', name: 'mood', value: ['calm', 'quiet'], parentId: 'idea' },
        ],
        value: 'a calm river at dawn',
      },
    });
    expect(open.editor.document.allEdges().map(({ id }) => id)).toEqual(['idea-art']);
    expect(open.conversion.isBusy('idea')).toBe(false);
    open.editor.undo();
    expect(valueOf('idea')).toBe('a calm river at dawn');
  });

  it("shows a failure in the server's words, or in ours without a response [ERR-7]", async () => {
    desk.analyze = async () => {
      throw failure(503, { message: 'm', error: 'the analyser sleeps', code: 'c' });
    };
    await open.conversion.convertToCategory('idea');
    desk.analyze = async () => {
      throw new ApiFailure({ kind: 'network', status: null, code: 'network', message: 'no line' });
    };
    await open.conversion.convertToCategory('idea');
    const common = {
      variant: 'destructive',
      titleKey: 'toast.failTitle',
      durationMs: 3000,
    };
    expect(desk.notices).toEqual([
      { ...common, descriptionKey: 'failure.told', message: 'the analyser sleeps' },
      { ...common, descriptionKey: 'toast.failContent' },
    ]);
    expect(open.editor.document.node('idea')?.type).toBe('textPrompt');
  });

  it('shows when to try again if the server says so', async () => {
    const retryAt = '2026-11-21T14:05:00.000Z';
    desk.analyze = async () => {
      throw failure(429, { message: 'm', error: 'asked too much', code: 'quota', retryAt });
    };
    await open.conversion.convertToCategory('idea');
    expect(desk.notices).toMatchObject([{ descriptionKey: 'failure.quotaAt', message: 'asked too much', retryAt }]);
  });

  it('leaves a prompt alone that has no text or gives no items [ANALYZE-2]', async () => {
    expect(await open.conversion.convertToCategory('idea')).toBeNull();
    open.editor.apply([{ type: 'setData', id: 'idea', data: { value: ' ' } }]);
    expect(await open.conversion.convertToCategory('idea')).toBeNull();
    expect(await open.conversion.convertToCategory('art')).toBeNull();
    expect(open.editor.document.node('idea')?.type).toBe('textPrompt');
  });
});
