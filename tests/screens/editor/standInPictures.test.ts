import { beforeEach, describe, expect, it } from 'vitest';
import type { PictureSource } from '../../../src/engine';
import { StandInPictures } from '../../../src/screens/editor/stage/StandInPictures';
import { TestEditor } from '../../support/TestEditor';

const CHOSEN = 'data:image/png;base64,AAAA';
const decoded = (name: string) => ({ bitmap: name, width: 4, height: 3 });

/** Decoded pictures; all others are loading. */
let ready: Map<string, ReturnType<PictureSource['get']>>;
let editor: TestEditor;
let pictures: StandInPictures;

const uploaded = (value: string): TestEditor => editor.merge({ type: 'setData', id: 'photo', data: { value } });

beforeEach(() => {
  ready = new Map([[CHOSEN, decoded('chosen')]]);
  editor = TestEditor.with({ photo: { type: 'imageUpload', at: [0, 0] } });
  pictures = new StandInPictures({ get: (url) => ready.get(url) ?? 'loading' });
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

  it('does not replace another picture that undo restores', () => {
    uploaded('/files/cat.png');
    editor.engine.apply([{ type: 'setData', id: 'photo', data: { value: `${CHOSEN}B` } }]);
    editor.engine.apply([{ type: 'setData', id: 'photo', data: { value: '/files/dog.png' } }]);
    expect(pictures.get('/files/dog.png', 245)).toBe('loading');
  });
});

it('takes over a photo that an earlier visit could not upload', () => {
  editor = TestEditor.with({ photo: { type: 'imageUpload', at: [0, 0], data: { value: CHOSEN } } });
  pictures.follow(editor.engine);
  uploaded('/files/cat.png');
  expect(pictures.get('/files/cat.png', 245)).toEqual(decoded('chosen'));
});
