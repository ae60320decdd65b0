import { describe, expect, it } from 'vitest';
import type { FlowNode, Vector } from '../../../src/engine';
import { GraphDocument } from '../../../src/engine/document/GraphDocument';
import { pipe, TestEditor } from '../../support/TestEditor';

const NODES = 100;
const name = (index: number): string => `n${index}`;
/** Off the grid by fractions that do not survive adding and subtracting. */
const placeOf = (index: number): Vector => ({
  x: (index % 10) * 300 + index * 0.1,
  y: Math.floor(index / 10) * 240 + 0.7,
});

/** A chain of very many nodes, all of them selected. */
function selected(): TestEditor {
  const nodes = Array.from({ length: NODES }, (_, index) => ({
    id: name(index),
    type: 'image',
    position: placeOf(index),
    data: {},
  }));
  const edges = nodes.slice(1).map(({ id }, index) => pipe(name(index), id, 'image'));
  return new TestEditor({ nodes, edges, viewport: { x: 0, y: 0, zoom: 1 } }).keyDown('a', { primary: true });
}
const drop = (editor: TestEditor): TestEditor => editor.drag(name(0), [60 + 45, 20 + 30]);
const settled = (editor: TestEditor): TestEditor => {
  while (editor.engine.scene.settle());
  return editor;
};
const places = (nodes: readonly FlowNode[]) => nodes.map(({ position }) => position);
const before = Array.from({ length: NODES }, (_, index) => placeOf(index));
const changesOf = (editor: TestEditor) =>
  editor.takeEvents().flatMap((event) => (event.type === 'document' ? event.changes : []));

describe('everything, dragged or moved by a key', () => {
  it('is one change, however many nodes there are', () => {
    const editor = selected();
    editor.takeEvents();
    expect(changesOf(drop(editor))).toEqual([{ type: 'moveAll', by: { x: 45, y: 29.3 } }]);
    expect(changesOf(editor.keyDown('ArrowLeft'))).toEqual([{ type: 'moveAll', by: { x: -15, y: 0 } }]);
  });

  it('is the same one when a marquee has taken all of it', () => {
    const editor = selected().keyDown('Escape').wheel([0, 0], 0, 2000, { primary: true });
    editor.drag(editor.onScreen(-200, -200), editor.onScreen(999, 699), { shift: true });
    expect(editor.selected).toHaveLength(NODES);
    editor.takeEvents();
    expect(changesOf(editor.keyDown('ArrowRight'))).toEqual([{ type: 'moveAll', by: { x: 15, y: 0 } }]);
  });

  it('is complete for every read and save, before anything was settled', () => {
    const editor = drop(selected());
    expect(editor.node(name(7)).position).toEqual({ x: placeOf(7).x + 45, y: placeOf(7).y + 29.3 });
    expect(editor.engine.scene.bounds()).toMatchObject({ x: 45, y: 30 });
    expect(places(editor.engine.snapshot().nodes)).toEqual(before.map(({ x, y }) => ({ x: x + 45, y: y + 29.3 })));
    expect(editor.node(name(7))).toBe(editor.engine.snapshot().nodes[7]);
  });

  it('goes back to the very place it came from, and there again', () => {
    for (const then of [(editor: TestEditor) => editor, settled]) {
      const editor = then(drop(selected()));
      expect(places(then(editor.undo()).engine.document.allNodes())).toEqual(before);
      then(editor.redo());
      expect(places(editor.engine.document.allNodes())).toEqual(before.map(({ x, y }) => ({ x: x + 45, y: y + 29.3 })));
      expect(places(editor.undo().engine.document.allNodes())).toEqual(before);
    }
  });

  it('moved by presses in a row is one step, however many there were', () => {
    const editor = selected();
    for (let press = 0; press < 50; press++) {
      editor.keyDown('ArrowRight');
      if (press % 2 === 0) settled(editor);
    }
    expect(editor.node(name(3)).position).toEqual({ x: placeOf(3).x + 750, y: placeOf(3).y });
    editor.takeEvents();
    expect(changesOf(editor.undo())).toHaveLength(1);
    expect(places(editor.engine.document.allNodes())).toEqual(before);
    expect(editor.engine.canUndo).toBe(false);
  });

  it('keeps the picture that arrives before anything was settled, there and back', () => {
    const editor = drop(selected()).merge({ type: 'setData', id: name(40), data: { value: '/files/a.png' } });
    expect(editor.node(name(40))).toMatchObject({ data: { value: '/files/a.png' }, position: { y: 240 * 4 + 30 } });
    editor.undo();
    expect(editor.node(name(40))).toMatchObject({ data: { value: '/files/a.png' }, position: placeOf(40) });
    expect(places(editor.engine.document.allNodes())).toEqual(before);
  });

  it('leaves what came meanwhile where it is when it is undone, and what went away', () => {
    const editor = drop(selected());
    const late = { id: 'late', type: 'image', position: { x: 30, y: 9000 }, data: {} };
    editor.merge({ type: 'addNode', node: late, index: 3 }, { type: 'removeNode', id: name(9) }).undo();
    editor.expectAt('late', 30, 9000);
    expect(places(editor.engine.document.allNodes().filter(({ id }) => id !== 'late'))).toEqual(
      before.filter((_, index) => index !== 9),
    );
  });

  it('brings back also what somebody has moved by itself since', () => {
    const editor = drop(selected()).merge({ type: 'moveNode', id: name(5), position: { x: 1, y: 2 } });
    editor.expectAt(name(5), 1, 2);
    expect(places(editor.undo().engine.document.allNodes())).toEqual(before);
    expect(editor.engine.scene.nodesIn({ ...placeOf(5), width: 1, height: 1 }).map(({ id }) => id)).toContain(name(5));
  });

  it('of an empty canvas, or by nothing, is no step', () => {
    const editor = selected();
    editor.engine.apply([{ type: 'moveAll', by: { x: 0, y: 0 } }]);
    expect(editor.engine.canUndo).toBe(false);
    const { changes } = new GraphDocument({ nodes: [], edges: [] }).apply([{ type: 'moveAll', by: { x: 15, y: 0 } }]);
    expect(changes).toEqual([]);
  });
});
