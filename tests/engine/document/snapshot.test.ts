import { describe, expect, it } from 'vitest';
import { Editor, type FlowEdge, type FlowNode } from '../../../src/engine';
import { TestEditor, pipe } from '../../support/TestEditor';

const snapshotOf = (nodes: readonly FlowNode[], edges: readonly FlowEdge[], rest: Record<string, unknown> = {}) => ({
  ...rest,
  nodes,
  edges,
  viewport: { x: 0, y: 0, zoom: 1 },
});
const node = (id: string, rest: Record<string, unknown> = {}): FlowNode => ({
  id,
  type: 'textPrompt',
  position: { x: 0, y: 0 },
  data: {},
  ...rest,
});

describe('what was loaded', () => {
  it('is saved back with every type and member it came with [NODE-18]', () => {
    const snapshot = {
      nodes: [
        node('later', {
          type: 'hologram',
          position: { x: 1, y: 2, z: 3 },
          data: { depth: { of: ['field'] } },
          locked: true,
        }),
        node('frame', { type: 'frame', parentId: null }),
        node('idea', { data: { value: 'a', colour: 'teal' }, width: 220 }),
      ],
      edges: [{ ...pipe('idea', 'later'), animated: true, type: 'default' }],
      viewport: { x: 1, y: 2, zoom: 0.5, tilt: 7 },
      version: 9,
    };
    const editor = new TestEditor(snapshot);
    expect(editor.engine.snapshot()).toEqual(snapshot);

    editor.engine.view.setSize({ width: 1000, height: 700 });
    editor.engine.apply([
      { type: 'moveNode', id: 'later', position: { x: 15, y: 30 } },
      { type: 'setData', id: 'idea', data: { value: 'b' } },
    ]);
    editor.engine.view.setViewport({ x: 5, y: 6, zoom: 1 });
    expect(editor.engine.snapshot()).toEqual({
      nodes: [
        { ...snapshot.nodes[0], position: { x: 15, y: 30, z: 3 } },
        snapshot.nodes[1],
        { ...snapshot.nodes[2], data: { value: 'b', colour: 'teal' } },
      ],
      edges: snapshot.edges,
      viewport: { x: 5, y: 6, zoom: 1, tilt: 7 },
      version: 9,
    });
  });

  it('can be selected, dragged and deleted even when its type is unknown', () => {
    const editor = new TestEditor(snapshotOf([node('later', { type: 'hologram' })], []));
    editor.drag('later', [90, 20]).expectAt('later', 30, 0).expectSelected('later');
    expect(editor.click(editor.deleteButton('later')).nodes).toEqual([]);
  });

  it('loses edges of nodes that are not there, and later twins of an id [PACKAGE-13]', () => {
    const editor = new TestEditor(
      snapshotOf(
        [node('a', { data: { value: 'first' } }), node('b', { type: 'image' }), node('a', { data: { value: 'twin' } })],
        [pipe('a', 'b'), pipe('a', 'nobody'), pipe('nobody', 'b'), { ...pipe('a', 'b'), twin: true }],
      ),
    );
    expect(editor.nodes).toEqual(['a', 'b']);
    expect(editor.node('a').data.value).toBe('first');
    expect(editor.engine.document.allEdges()).toEqual([pipe('a', 'b')]);
  });

  it('has a node and an edge once that were listed twice [PACKAGE-13]', () => {
    const [a, b, edge] = [node('a'), node('b', { type: 'image' }), pipe('a', 'b')];
    const editor = new TestEditor(snapshotOf([a, b, a], [edge, edge]));
    expect(editor.engine.snapshot()).toEqual(snapshotOf([a, b], [edge]));
    editor.merge({ type: 'moveNode', id: 'a', position: { x: 15, y: 0 } }, { type: 'removeNode', id: 'b' });
    expect(editor.engine.snapshot()).toEqual(snapshotOf([node('a', { position: { x: 15, y: 0 } })], []));
  });

  it('draws an edge whose handle it does not know from the middle of the card', () => {
    const edge = { ...pipe('a', 'b'), sourceHandle: null, targetHandle: 'smell-left' };
    const editor = new TestEditor(
      snapshotOf(
        [node('a', { type: 'hologram' }), node('b', { type: 'hologram', position: { x: 600, y: 0 } })],
        [edge],
      ),
    );
    const route = editor.engine.scene.routeOf(edge);
    expect(route[0]).toEqual({ x: 245, y: 97.5 });
    expect(route.at(-1)).toEqual({ x: 600, y: 97.5 });
    expect(editor.engine.hit({ x: 400, y: 97.5 })).toMatchObject({ type: 'edge' });
  });

  it('keeps the reference of unchanged items, for the diff', () => {
    const editor = new TestEditor(snapshotOf([node('a'), node('b')], []));
    const before = editor.engine.snapshot();
    editor.engine.apply([{ type: 'moveNode', id: 'b', position: { x: 15, y: 0 } }]);
    const after = editor.engine.snapshot();
    expect(after.nodes[0]).toBe(before.nodes[0]);
    expect(after.nodes[1]).not.toBe(before.nodes[1]);
    expect(after.edges).toBe(before.edges);
    expect(before.nodes[1]?.position, 'an older snapshot stays what it was').toEqual({ x: 0, y: 0 });
  });
});

describe('changes from elsewhere', () => {
  it('add no edge by the id of a node, and no node by that of an edge [EDGE-4]', () => {
    const editor = new TestEditor(snapshotOf([node('idea'), node('art')], [pipe('idea', 'art')]));
    const before = editor.engine.snapshot();
    editor.engine.apply([
      { type: 'addEdge', edge: { ...pipe('art', 'idea'), id: 'idea' } },
      { type: 'addNode', node: node(pipe('idea', 'art').id) },
    ]);
    expect(editor.engine.snapshot()).toEqual(before);
  });

  it('are left out, never thrown at, when their subject is gone or there already', () => {
    const editor = new TestEditor(snapshotOf([node('a'), node('b', { type: 'image' })], []));
    editor.takeEvents();
    editor.merge(
      { type: 'moveNode', id: 'gone', position: { x: 1, y: 1 } },
      { type: 'setData', id: 'gone', data: { value: 1 } },
      { type: 'replaceNode', node: node('gone') },
      { type: 'removeNode', id: 'gone' },
      { type: 'removeEdge', id: 'gone' },
      { type: 'addNode', node: node('a', { data: { value: 'other' } }) },
      { type: 'addEdge', edge: pipe('a', 'gone') },
      { type: 'setData', id: 'a', data: { value: undefined } },
    );
    expect(editor.takeEvents()).toEqual([]);
    expect(editor.engine.snapshot()).toEqual(snapshotOf([node('a'), node('b', { type: 'image' })], []));
  });

  it('say what they are', () => {
    const editor = new TestEditor(snapshotOf([node('a')], []));
    editor.merge({ type: 'moveNode', id: 'a', position: { x: 15, y: 0 } });
    editor.engine.apply([{ type: 'moveNode', id: 'a', position: { x: 30, y: 0 } }]);
    editor.undo();
    const origins = editor.takeEvents().flatMap((event) => (event.type === 'document' ? event.origin : []));
    expect(origins).toEqual(['merge', 'user', 'history']);
  });

  it('report every change that took effect, edges of a removed node too', () => {
    const editor = new TestEditor(snapshotOf([node('a'), node('b', { type: 'image' })], [pipe('a', 'b')]));
    editor.engine.scene.bounds();
    editor.takeEvents();
    editor.merge({ type: 'removeNode', id: 'a' });
    expect(editor.takeEvents()).toContainEqual({
      type: 'document',
      origin: 'merge',
      changes: [
        { type: 'removeEdge', id: 'a-b' },
        { type: 'removeNode', id: 'a' },
      ],
      effects: [
        { type: 'removeEdge', index: 0, item: pipe('a', 'b') },
        { type: 'removeNode', index: 0, item: node('a') },
      ],
      cards: [{ x: 0, y: 0, width: 220, height: 195 }],
    });
  });

  it('stop after unsubscribing', () => {
    const editor = new Editor({ snapshot: snapshotOf([node('a')], []), uniqueId: () => 'x' });
    let told = 0;
    const unsubscribe = editor.subscribe(() => told++);
    editor.select({ nodes: new Set(['a']) });
    expect(told).toBeGreaterThan(0);
    told = 0;
    unsubscribe();
    editor.select({});
    expect(told).toBe(0);
  });
});
