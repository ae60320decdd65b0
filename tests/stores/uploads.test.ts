import { describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../src/api';
import { failure } from './support/FakeProjects';
import { aPng } from './support/files';
import { DATA_URL, desk, open, reopen, setUpPhoto, upload, valueOf } from './support/setUpPhoto';
import { canvas } from './support/snapshots';

const choose = (name: string): Promise<void> =>
  open.uploads.chooseFiles('photo', [new File([aPng(), name], name, { type: 'image/png' })]);

/** Each file is read only when its function is called, by its name. */
function heldReads(): ReadonlyMap<string, () => void> {
  const reads = new Map<string, () => void>();
  desk.readPicture = (file) =>
    new Promise((resolve) => {
      reads.set((file as File).name, () => resolve(file));
    });
  return reads;
}

setUpPhoto();

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

  it('names the files that were still being read when the project was left, or the node deleted [PIC-11]', async () => {
    const reads = heldReads();
    const dropped = open.uploads.addFiles([new File([aPng()], 'boat.png', { type: 'image/png' })], { x: 0, y: 0 });
    const chosen = choose('cat.png');
    await desk.clock.pass(100);
    open.editor.apply([{ type: 'removeNode', id: 'photo' }]);
    reads.get('cat.png')?.();
    await chosen;
    await desk.stores.closeProject();
    reads.get('boat.png')?.();
    await dropped;
    expect(desk.notices.map(({ titleKey, message }) => [titleKey, message])).toEqual([
      ['node.leftOutTitle', 'cat.png'],
      ['node.leftOutTitle', 'boat.png'],
    ]);
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
    await reopen(8);
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
    await reopen();
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

  it('goes up for a copy of one that could not go up, though the original is deleted [PIC-2]', async () => {
    desk.upload = async () => Promise.reject(failure(503));
    await open.uploads.chooseFiles('photo', [aPng()]);
    open.editor.select({ nodes: new Set(['photo']) });
    open.clipboard.duplicate();
    await desk.clock.pass(0);
    open.editor.apply([{ type: 'removeNode', id: 'photo' }]);
    desk.upload = async () => '/files/cat.png';
    await desk.clock.pass(60_000);
    const values = open.editor.document.allNodes().filter(({ type }) => type === 'imageUpload');
    expect(values.map(({ data }) => data.value)).toEqual(['/files/cat.png']);
  });

  it('goes up once where it was chosen for a node that waited for the file before it [PIC-2]', async () => {
    const answers: ((url: string) => void)[] = [];
    desk.upload = () => new Promise((resolve) => answers.push(resolve));
    const [one, two, other] = ['one', 'two', 'other'].map(
      (name) => new File([aPng(), name], name, { type: 'image/png' }),
    );
    if (!one || !two || !other) throw new Error('no files');
    const several = open.uploads.chooseFiles('photo', [one, two]);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    const beside = open.editor.document.allNodes().find(({ id, type }) => type === 'imageUpload' && id !== 'photo');
    const chosen = open.uploads.chooseFiles(beside?.id ?? '', [other]);
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[0]?.('/files/one.png');
    await several;
    expect([answers.length, open.uploads.isBusy]).toEqual([2, true]);
    answers[1]?.('/files/other.png');
    await chosen;
    await desk.clock.pass(0);
    expect([answers.length, valueOf(beside?.id ?? ''), open.uploads.isBusy]).toEqual([2, '/files/other.png', false]);
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
