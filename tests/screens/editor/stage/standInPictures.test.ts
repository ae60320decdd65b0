import { beforeEach, describe, expect, it } from 'vitest';
import type { Change, PictureSource } from '../../../../src/engine';
import { PictureCache } from '../../../../src/engine/konva';
import { StandInPictures } from '../../../../src/screens/editor/stage/StandInPictures';
import { settled } from '../../../support/PictureStage';
import { TestEditor } from '../../../support/TestEditor';

const CHOSEN = 'data:image/png;base64,AAAA';
const decoded = (name: string) => ({ bitmap: name, width: 4, height: 3 });

/** Decoded pictures; all others are loading. */
let ready: Map<string, ReturnType<PictureSource['get']>>;
/** Whether the server of the broken ones has answered. */
let isAnswered: boolean;
let editor: TestEditor;
let pictures: StandInPictures;
/** Data URLs that the cache was told to forget, in order. */
let forgotten: string[];
let inView: (url: string) => boolean;

const uploaded = (value: string): TestEditor => editor.merge({ type: 'setData', id: 'photo', data: { value } });

const edit = (change: Change): void => editor.engine.apply([change]);
const choose = (id: string, value = CHOSEN): void => edit({ type: 'setData', id, data: { value } });
const photoAt = (id: string, x: number) =>
  ({ id, type: 'imageUpload', position: { x, y: 0 }, data: { value: CHOSEN } }) as const;

beforeEach(() => {
  ready = new Map([[CHOSEN, decoded('chosen')]]);
  isAnswered = true;
  editor = TestEditor.with({ photo: { type: 'imageUpload', at: [0, 0] } });
  forgotten = [];
  inView = () => true;
  pictures = new StandInPictures({
    get: (url) => ready.get(url) ?? 'loading',
    isSettled: (url) => typeof ready.get(url) === 'object' || (isAnswered && ready.get(url) === 'broken'),
    isInView: (url) => inView(url),
    forget: (url) => forgotten.push(url),
  });
  pictures.follow(editor.engine);
});

describe('a photo whose upload has ended', () => {
  beforeEach(() => {
    editor.engine.apply([{ type: 'setData', id: 'photo', data: { value: CHOSEN } }]);
  });

  it('stays on the card until the server’s copy is decoded', () => {
    uploaded('/files/cat.png');
    expect(pictures.get('/files/cat.png', 245)).toEqual(decoded('chosen'));
    ready.set('/files/cat.png', decoded('copy'));
    expect(pictures.get('/files/cat.png', 245)).toEqual(decoded('copy'));
    ready.delete('/files/cat.png');
    expect(pictures.get('/files/cat.png', 245)).toBe('loading');
  });

  it('is still awaited when it cannot be decoded itself', () => {
    uploaded('/files/cat.png');
    ready.set(CHOSEN, 'broken');
    expect(pictures.get('/files/cat.png', 245)).toBe('loading');
  });

  it('says so when the server’s copy is broken', () => {
    uploaded('/files/cat.png');
    ready.set('/files/cat.png', 'broken');
    expect(pictures.get('/files/cat.png', 245)).toBe('broken');
  });

  it('stays on the card while the server’s copy is unanswered, until it is there', () => {
    uploaded('/files/cat.png');
    isAnswered = false;
    ready.set('/files/cat.png', 'broken');
    expect(pictures.get('/files/cat.png', 245)).toEqual(decoded('chosen'));
    ready.set('/files/cat.png', decoded('copy'));
    expect(pictures.get('/files/cat.png', 245)).toEqual(decoded('copy'));
    expect(forgotten).toEqual([CHOSEN]);
  });

  it('does not replace another picture that undo restores', () => {
    uploaded('/files/cat.png');
    editor.engine.apply([{ type: 'setData', id: 'photo', data: { value: `${CHOSEN}B` } }]);
    editor.engine.apply([{ type: 'setData', id: 'photo', data: { value: '/files/dog.png' } }]);
    expect(pictures.get('/files/dog.png', 245)).toBe('loading');
  });
});

it('stays sharp after its upload, until the server’s copy is as sharp', async () => {
  /** The server's answers that are held back, by the longer side that was wanted. */
  const answers = new Map<number, () => void>();
  const cache = new PictureCache(editor.engine, {
    resolveUrl: (url) => url,
    decoder: {
      atOnce: 4,
      decode: async ([url = ''], maxSide) => {
        const side = Math.min(maxSide, 1_000);
        if (url !== CHOSEN) await new Promise<void>((resolve) => answers.set(maxSide, resolve));
        return { bitmap: url, width: side, height: side, close: () => undefined };
      },
      dispose: () => undefined,
    },
  });
  pictures = new StandInPictures(cache);
  pictures.follow(editor.engine);
  /** Draws the card large; returns whose picture is on it, and how large that is. */
  const look = async (): Promise<unknown> => {
    await settled();
    const picture = pictures.get(String(editor.node('photo').data.value), 490);
    return typeof picture === 'string' ? picture : [picture.bitmap, picture.width];
  };

  choose('photo');
  expect(await look()).toBe('loading');
  expect(await look()).toEqual([CHOSEN, 256]);
  expect(await look()).toEqual([CHOSEN, 1_000]);
  uploaded('/files/cat.png');
  expect(await look()).toEqual([CHOSEN, 1_000]);
  answers.get(256)?.();
  expect(await look()).toEqual([CHOSEN, 1_000]);
  expect(await look()).toEqual([CHOSEN, 1_000]);
  answers.get(1_280)?.();
  expect(await look()).toEqual(['/files/cat.png', 1_000]);
});

it('takes over a photo that an earlier visit could not upload', () => {
  editor = TestEditor.with({ photo: { type: 'imageUpload', at: [0, 0], data: { value: CHOSEN } } });
  pictures.follow(editor.engine);
  uploaded('/files/cat.png');
  expect(pictures.get('/files/cat.png', 245)).toEqual(decoded('chosen'));
});

describe('the data URL of a chosen photo', () => {
  it('is forgotten by the cache when the server’s copy is drawn, and not before', () => {
    choose('photo');
    uploaded('/files/cat.png');
    pictures.get('/files/cat.png', 245);
    expect(forgotten).toEqual([]);
    ready.set('/files/cat.png', decoded('copy'));
    pictures.get('/files/cat.png', 245);
    pictures.get('/files/cat.png', 245);
    expect(forgotten).toEqual([CHOSEN]);
  });

  it('is forgotten with its node, and with the node that waits for the server’s copy', () => {
    choose('photo');
    edit({ type: 'removeNode', id: 'photo' });
    expect(forgotten).toEqual([CHOSEN]);
    edit({ type: 'addNode', node: photoAt('second', 0) });
    editor.merge({ type: 'setData', id: 'second', data: { value: '/files/cat.png' } });
    expect(forgotten).toEqual([CHOSEN]);
    edit({ type: 'removeNode', id: 'second' });
    expect(forgotten).toEqual([CHOSEN, CHOSEN]);
    expect(pictures.get('/files/cat.png', 245)).toBe('loading');
  });

  it('is forgotten when the node shows another picture', () => {
    choose('photo');
    choose('photo', `${CHOSEN}B`);
    expect(forgotten).toEqual([CHOSEN]);
    uploaded('/files/cat.png');
    choose('photo', '/files/dog.png');
    expect(forgotten).toEqual([CHOSEN, `${CHOSEN}B`]);
  });

  it('is forgotten when its upload ends out of view, or the card leaves the view before the server’s copy is there', () => {
    choose('photo');
    inView = () => false;
    uploaded('/files/cat.png');
    expect(forgotten).toEqual([CHOSEN]);
    inView = () => true;
    choose('photo');
    uploaded('/files/cat.png');
    editor.engine.view.panBy({ x: 1, y: 0 });
    expect(forgotten).toEqual([CHOSEN]);
    inView = () => false;
    editor.engine.view.panBy({ x: 9000, y: 0 });
    expect(forgotten).toEqual([CHOSEN, CHOSEN]);
  });

  it('is kept while another card shows it, also on a node that came with it', () => {
    edit({ type: 'addNode', node: photoAt('second', 400) });
    choose('photo');
    edit({ type: 'removeNode', id: 'photo' });
    expect(forgotten).toEqual([]);
    editor.merge({ type: 'setData', id: 'second', data: { value: '/files/cat.png' } });
    expect(pictures.get('/files/cat.png', 245)).toEqual(decoded('chosen'));
    ready.set('/files/cat.png', decoded('copy'));
    pictures.get('/files/cat.png', 245);
    expect(forgotten).toEqual([CHOSEN]);
  });
});
