import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyInput, PointerInput } from '../../../../src/engine';
import { ReadOnlyEditor } from '../../../../src/screens/editor/history/VersionPreview';
import { art, canvas, pipe, prompt } from '../../../stores/support/snapshots';

const KEYS = { shift: false, primary: false, alt: false };
const snapshot = canvas([prompt('idea'), art('art')], [pipe('idea', 'art')]);

let editor: ReadOnlyEditor;

beforeEach(() => {
  editor = new ReadOnlyEditor({ snapshot, uniqueId: () => 'new' });
  editor.view.setSize({ width: 1000, height: 600 });
});

const pointer = (type: PointerInput['type'], x: number, y: number, pointerId = 1): void => {
  const kind = pointerId === 1 ? 'mouse' : 'touch';
  editor.dispatch({ type, point: { x, y }, button: 0, pointerId, pointerType: kind, ...KEYS });
};
const press = (key: string, more: Partial<KeyInput> = {}): boolean =>
  editor.dispatch({ type: 'keyDown', key, ...KEYS, ...more });

describe('a canvas to look at', () => {
  it('moves as a whole wherever it is taken hold of', () => {
    // The middle of the first card.
    pointer('pointerDown', 110, 20);
    pointer('pointerMove', 150, 60);
    pointer('pointerMove', 210, 120);
    pointer('pointerUp', 210, 120);
    expect(editor.view.viewport).toMatchObject({ x: 100, y: 100, zoom: 1 });
    expect(editor.document.allNodes()).toEqual(snapshot.nodes);
    expect(editor.selection.nodes.size).toBe(0);
  });

  it('is zoomed by two fingers, by the wheel and by the keys', () => {
    pointer('pointerDown', 300, 300, 2);
    pointer('pointerDown', 400, 300, 3);
    pointer('pointerMove', 200, 300, 2);
    pointer('pointerMove', 500, 300, 3);
    pointer('pointerUp', 200, 300, 2);
    pointer('pointerUp', 500, 300, 3);
    expect(editor.view.viewport.zoom).toBeGreaterThan(2);
    const { zoom } = editor.view.viewport;
    editor.dispatch({ type: 'wheel', point: { x: 500, y: 300 }, deltaX: 0, deltaY: 200, ...KEYS, primary: true });
    expect(editor.view.viewport.zoom).toBeLessThan(zoom);
    expect(press('!', { code: 'Digit1', shift: true })).toBe(true);
    expect(editor.view.viewport.zoom).toBe(1);
    expect(press('+')).toBe(true);
    expect(editor.view.viewport.zoom).toBeCloseTo(1.2);
    expect(press('ArrowRight')).toBe(true);
  });

  it('takes no key and no click that would change it', () => {
    expect(press('a', { primary: true })).toBe(false);
    expect([press('Delete'), press('Enter'), press(' ')]).toEqual([false, false, false]);
    expect(editor.dispatch({ type: 'doubleClick', point: { x: 110, y: 100 } })).toBe(false);
    pointer('pointerDown', 110, 20);
    pointer('pointerUp', 110, 20);
    expect([editor.selection.nodes.size, editor.editing]).toEqual([0, null]);
    expect(editor.document.allNodes()).toEqual(snapshot.nodes);
  });
});
