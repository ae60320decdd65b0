import { describe, expect, it, vi } from 'vitest';
import { Editor } from '../../../../src/engine';
import { IdTable } from '../../../../src/engine/collections/IdTable';
import { parseSnapshot } from '../../../../src/stores/sync/opening/readSnapshot';
import { openSnapshot, type OpenedSnapshot } from '../../../../src/stores/sync/opening/openSnapshot';

const node = (id: string, type = 'textPrompt', data: object = { value: '물길' }) => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data,
  fromLater: true,
});
const edge = (id: string, source: string, target: string) => ({ id, source, target, sourceHandle: 'text-right' });
const viewport = { x: 0, y: 0, zoom: 1 };
const a = node('a');
const b = node('b', 'image');
const text = (nodes: readonly object[], edges: readonly object[], more: object = {}) =>
  JSON.stringify({ ...more, nodes, edges, viewport });

function open(canvas: string): OpenedSnapshot {
  const opened = openSnapshot(canvas);
  if (!opened) throw new Error('it is no snapshot');
  return opened;
}

/** How often `act` puts an id into a set, a map or an id table. */
function enteredBy(act: () => unknown): number {
  const spies = [vi.spyOn(Set.prototype, 'add'), vi.spyOn(Map.prototype, 'set'), vi.spyOn(IdTable.prototype, 'set')];
  act();
  const calls = spies.flatMap((spy): unknown[][] => spy.mock.calls);
  vi.restoreAllMocks();
  return calls.filter(([id]) => typeof id === 'string' && /^[ne]\d+$/.test(id)).length;
}

describe('a canvas that is to be opened', () => {
  it('comes with the document it opens as, and with all that it came with', () => {
    const canvas = text([a, b], [edge('e', 'a', 'b')], { theme: 'later' });
    const { snapshot, document } = open(canvas);
    expect(snapshot).toEqual(JSON.parse(canvas));
    const editor = new Editor({ snapshot, document, uniqueId: () => 'new' });
    expect(editor.document).toBe(document);
    expect(editor.snapshot()).toEqual(snapshot);
  });

  it.each([
    ['nodes of one id', text([a, b, a], [])],
    ['edges of one id', text([a, b], [edge('e', 'a', 'b'), edge('e', 'b', 'a')])],
    ['edges of one id, both of missing nodes', text([a], [edge('e', 'a', 'x'), edge('e', 'x', 'a')])],
    ['edges of one id, the first of a missing node', text([a, b], [edge('e', 'a', 'x'), edge('e', 'a', 'b')])],
    ['a node without an id', text([a, node('')], [])],
    ['an edge without a source', text([a], [{ id: 'e', target: 'a' }])],
    ['a text that was cut off', text([a, b], [edge('e', 'a', 'b')]).slice(0, -40)],
    ['another thing', '[]'],
  ])('is none with %s', (_what, canvas) => {
    expect(openSnapshot(canvas)).toBeNull();
    expect(parseSnapshot(canvas)).toBeNull();
  });

  it.each([
    ['an empty category', text([a, node('c', 'category', { categories: [] })], []), 1, 0],
    ['an edge of a missing node', text([a, b], [edge('e', 'a', 'x'), edge('f', 'a', 'b')]), 2, 1],
    ["an edge that has a node's id", text([a, b], [edge('a', 'a', 'b')]), 2, 0],
  ])('opens without %s, which is still in the snapshot', (_what, canvas, nodes, edges) => {
    const { snapshot, document } = open(canvas);
    expect(snapshot).toEqual(JSON.parse(canvas));
    expect([document.nodeCount, document.edgeCount]).toEqual([nodes, edges]);
  });

  it('has every id entered once on its way to the first frame', () => {
    const nodes = Array.from({ length: 300 }, (_, index) => node(`n${index}`));
    const edges = nodes.slice(1).map(({ id }, index) => edge(`e${index}`, `n${index}`, id));
    const canvas = text(nodes, edges);
    const once = enteredBy(() => new Editor({ ...open(canvas), uniqueId: () => 'new' }));
    expect(once).toBe(599);
    const twice = enteredBy(() => new Editor({ snapshot: open(canvas).snapshot, uniqueId: () => 'new' }));
    expect(twice).toBe(2 * 599);
  });
});
