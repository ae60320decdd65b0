import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../src/api';
import { Desk } from './support/Desk';
import { canvas, prompt } from './support/snapshots';

let desk: Desk;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(7, canvas([prompt('idea')]));
});

const noLine = new ApiFailure({ kind: 'network', status: null, code: 'network', message: 'no line' });
const PNG = 'data:image/png;base64,iVBORw0KGgo=';

async function openBeside(key: string, text: string): Promise<void> {
  desk.storage.setItem(key, text);
  await desk.open(7);
}

async function openWithoutStore(): Promise<void> {
  desk.records.isBroken = true;
  await desk.open(7);
}

async function openWithoutServer(): Promise<void> {
  desk.projects.outage = 'network';
  await desk.open(7);
}

async function saveWithoutServer(): Promise<void> {
  const { editor } = await desk.edit(7);
  desk.projects.outage = { status: 503 };
  editor.apply([{ type: 'setData', id: 'idea', data: { value: 'kept' } }]);
  await desk.clock.pass(3000);
}

async function saveWithoutSession(): Promise<void> {
  const { editor } = await desk.edit(7);
  desk.projects.outage = { status: 401 };
  editor.apply([{ type: 'setData', id: 'idea', data: { value: 'kept' } }]);
  await desk.clock.pass(3000);
}

async function renameWithoutServer(): Promise<void> {
  await desk.open(7);
  desk.projects.outage = 'network';
  await desk.stores.project.rename('Streams');
}

async function leaveWith(capture: () => Promise<string>): Promise<void> {
  const session = await desk.open(7);
  session.setThumbnailCapture(capture);
  await desk.stores.closeProject();
}

async function leaveWithoutUpload(): Promise<void> {
  vi.spyOn(desk.projects, 'sendThumbnail').mockRejectedValue(noLine);
  await leaveWith(async () => PNG);
}

describe('a failure that only the console hears of', () => {
  it.each<[string, string, () => Promise<void>]>([
    [
      'reading the copy of this device',
      'the copy of this project on this device is broken and was set aside',
      () => openBeside('flow_latest', '{"pid":7,"na'),
    ],
    [
      'reading the changes of this device',
      'the copy of this project on this device is broken and was set aside',
      () => openBeside('flow_latest_change', '[]'),
    ],
    ["reading the browser's store", 'the large store of this browser could not be read', openWithoutStore],
    ['reading from the server', 'the project could not be loaded from the server', openWithoutServer],
    ['saving', 'saving failed', saveWithoutServer],
    ['saving after the session ended', 'saving failed', saveWithoutSession],
    ['sending a thumbnail', 'the thumbnail could not be uploaded', leaveWithoutUpload],
    [
      'taking a thumbnail',
      'the thumbnail could not be captured',
      () => leaveWith(() => Promise.reject(new Error('the canvas is tainted'))),
    ],
    ['saving a name', 'the project name could not be saved', renameWithoutServer],
  ])('%s [ERR-1] [ERR-2]', async (_what, words, fail) => {
    await fail();
    expect(console.warn).toHaveBeenCalledWith(words, expect.anything());
    expect([desk.notices, desk.alerts, desk.announced]).toEqual([[], [], []]);
  });

  it('keeps a broken copy and broken changes, each for itself [LOAD-9]', async () => {
    desk.storage.setItem('flow_latest', '{"pid":7,"na');
    desk.storage.setItem('flow_latest_change', '[]');
    await desk.open(7);
    const aside = [...desk.records.entries].filter(([key]) => key.startsWith('aside/7/')).map(([, value]) => value);
    expect(new Set(aside)).toEqual(new Set(['[]', '{"pid":7,"na']));
  });
});
