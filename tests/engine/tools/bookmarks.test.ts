import { describe, expect, it } from 'vitest';
import { Editor, type EditorEvent, type Snapshot } from '../../../src/engine';
import { TestEditor } from '../../support/TestEditor';

const EMPTY: Snapshot = { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } };
const keep = { primary: true, alt: true };

describe('a bookmark', () => {
  it('is kept by Ctrl+Alt and a digit and gone to by Alt and the digit, on a stage of any size [MARK-1]', () => {
    const editor = new TestEditor({ ...EMPTY, viewport: { x: -300, y: -200, zoom: 0.5 } });
    const { engine } = editor;
    engine.isStill = true;
    editor.keyDown('3', { ...keep, code: 'Digit3' });
    expect(engine.bookmarks.of(3)).toEqual({ position: { x: 1600, y: 1100 }, zoom: 0.5 });
    engine.view.setViewport({ x: 0, y: 0, zoom: 2 });
    editor.keyDown('£', { alt: true, code: 'Digit3' });
    expect(engine.view.viewport).toEqual({ x: -300, y: -200, zoom: 0.5 });
    engine.view.setSize({ width: 400, height: 300 });
    editor.keyDown('3', { alt: true });
    expect(engine.view.toWorld({ x: 200, y: 150 })).toEqual({ x: 1600, y: 1100 });
  });

  it('is flown to in some frames, and reported; nothing happens without one [MARK-1]', () => {
    const editor = new TestEditor(EMPTY);
    const told: EditorEvent[] = [];
    editor.engine.subscribe((event) => void (event.type === 'bookmark' && told.push(event)));
    editor.keyDown('1', keep);
    editor.engine.view.setViewport({ x: 900, y: 900, zoom: 1 });
    editor.keyDown('1', { alt: true });
    expect(editor.engine.wantsTicks).toBe(true);
    expect(editor.wait(40).viewport).toEqual({ x: 0, y: 0, zoom: 1 });
    editor.keyDown('2', { alt: true }).keyDown('1', keep);
    const before = { position: { x: 500, y: 350 }, zoom: 1 };
    expect(told).toEqual([
      { type: 'bookmark', did: 'kept', number: 1, before: null },
      { type: 'bookmark', did: 'visited', number: 1, before: null },
      { type: 'bookmark', did: 'missing', number: 2, before: null },
      { type: 'bookmark', did: 'replaced', number: 1, before },
    ]);
    expect(editor.engine.canUndo).toBe(false);
  });

  it.each([true, false])(
    'leads to its place, too, with a zoom of a newer version that is out of range (without motion: %s)',
    (isStill) => {
      const there = { x: 3000, y: 2000 };
      const bookmarks = { '1': { position: there, zoom: 8 }, '2': { position: there, zoom: 0.01 } };
      const editor = new TestEditor({ ...EMPTY, bookmarks });
      const { engine } = editor;
      engine.isStill = isStill;
      for (const [key, zoom] of [
        ['1', 5],
        ['2', 0.1],
      ] as const) {
        editor.keyDown(key, { alt: true }).wait(40);
        expect(engine.view.toWorld({ x: 500, y: 350 })).toEqual(there);
        expect(engine.view.viewport.zoom).toBe(zoom);
      }
      expect(engine.snapshot().bookmarks, 'it stays what it was').toEqual(bookmarks);
    },
  );

  it('is a member of the snapshot, with the fields of a newer version; a snapshot without any has none [MARK-2]', () => {
    const saved = { '2': { position: { x: 1, y: 2 }, zoom: 1 }, '12': { kept: true }, '4': { position: 'here' } };
    const engine = new Editor({ snapshot: { ...EMPTY, bookmarks: saved, later: 1 }, uniqueId: () => '1' });
    expect(engine.snapshot()).toEqual({ ...EMPTY, bookmarks: saved, later: 1 });
    expect([2, 4, 5].map((number) => engine.bookmarks.of(number))).toEqual([saved['2'], null, null]);
    engine.bookmarks.set(2, null);
    expect(engine.snapshot().bookmarks).toEqual({ '12': saved['12'], '4': saved['4'] });
    expect(new Editor({ snapshot: EMPTY, uniqueId: () => '1' }).snapshot()).toEqual(EMPTY);
  });
});
