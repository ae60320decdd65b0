import fc from 'fast-check';
import { autorun, reaction, when } from 'mobx';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Editor, itemText, promptOf, readingOrder, worded, type FlowNode } from '../../../src/engine';
import { FindStore } from '../../../src/stores/flow/FindStore';
import { pipe, TestEditor } from '../../support/TestEditor';

const NODES = 100_000;

const has = (words: string) => (node: FlowNode) => itemText(node.data['value']).includes(words);

function open(editor: Editor): { find: FindStore; marks: Set<string> } {
  const marks = new Set<string>();
  const find = new FindStore(editor, marks);
  onTestFinished(() => find.dispose());
  return { find, marks };
}

const untilRead = (find: FindStore): Promise<void> => vi.waitFor(() => expect(find.isReading).toBe(false));

const desk = () =>
  TestEditor.with(
    {
      low: { type: 'textPrompt', at: [0, 900], data: { value: 'a red sea' } },
      right: { type: 'textPrompt', at: [600, 20], data: { value: 'red' } },
      left: { type: 'textPrompt', at: [0, 40], data: { value: 'a red boat, red sails' } },
      other: { type: 'textPrompt', at: [0, 400], data: { value: 'green' } },
      art: { type: 'image', at: [900, 0] },
    },
    [pipe('left', 'art')],
  );

describe('the search beside the canvas', () => {
  it('goes through the hits in reading order, around the end, both ways [FIND-5]', async () => {
    const { find, marks } = open(desk().engine);
    find.search(has('red'));
    expect(find.isReading).toBe(true);
    await untilRead(find);
    expect([find.count, find.position, [...marks].toSorted()]).toEqual([3, 0, ['left', 'low', 'right']]);
    expect([find.go(1), find.go(1), find.go(1), find.go(1)]).toEqual(['left', 'right', 'low', 'left']);
    expect([find.go(-1), find.position]).toEqual(['low', 3]);
    find.search(has('nowhere'));
    await untilRead(find);
    expect([find.go(1), find.count, marks.size]).toEqual([null, 0, 0]);
  });

  it('reads cards whose tops differ little as one row, as Tab and the viewer do, wherever the row is [FIND-5]', async () => {
    const red = { value: 'red' };
    const { engine } = TestEditor.with({
      right: { type: 'textPrompt', at: [600, 195], data: red },
      left: { type: 'textPrompt', at: [0, 210], data: red },
    });
    const { find } = open(engine);
    find.search(has('red'));
    await untilRead(find);
    expect([find.go(1), find.go(1)]).toEqual(['left', 'right']);
    engine.apply([{ type: 'moveNode', id: 'left', position: { x: 900, y: 210 } }]);
    expect([find.position, find.go(1)]).toEqual([1, 'left']);
  });

  it('follows writing, moves, additions, deletions and undo meanwhile, of those nodes alone [FIND-6]', async () => {
    const canvas = desk();
    const { engine } = canvas;
    const { find, marks } = open(engine);
    const looked = vi.fn<(node: FlowNode) => boolean>(has('red'));
    find.search(looked);
    await untilRead(find);
    looked.mockClear();
    engine.editText({ nodeId: 'other', name: 'value' }, 'reddish');
    engine.editText({ nodeId: 'low', name: 'value' }, 'a blue sea');
    expect(looked.mock.calls.map(([{ id }]) => id)).toEqual(['other', 'low']);
    engine.apply([{ type: 'moveNode', id: 'other', position: { x: 0, y: -500 } }]);
    expect([find.go(1), find.go(1), find.count]).toEqual(['other', 'left', 3]);
    engine.apply([{ type: 'removeNode', id: 'left' }]);
    expect([find.count, find.currentId, find.go(1), marks.has('left')]).toEqual([2, null, 'right', false]);
    engine.undo();
    expect([find.count, marks.has('left')]).toEqual([3, true]);
  });

  it('asks for no more nodes than a change touches, and tells nothing where it moves a card that is not found [FIND-6]', async () => {
    const { engine } = desk();
    const { find } = open(engine);
    find.search(has('red'));
    await untilRead(find);
    find.go(1);
    const told: number[] = [];
    onTestFinished(autorun(() => void told.push(find.position)));
    const asked = vi.spyOn(engine.document, 'node');
    engine.apply([{ type: 'moveNode', id: 'other', position: { x: 0, y: 30 } }]);
    expect(told).toEqual([1]);
    engine.apply([{ type: 'moveNode', id: 'right', position: { x: -600, y: 20 } }]);
    expect([find.go(1), told]).toEqual(['low', [1, 2, 3]]);
    expect(asked.mock.calls.map(([id]) => id)).not.toContain('low');
  });

  it('has the order of the engine after any edits, and the place of each hit in it [FIND-5]', async () => {
    const anyNumber = fc.integer({ min: -20, max: 20 }).map((steps) => steps * 15);
    const anyNode = fc.record({ x: anyNumber, y: anyNumber, value: fc.constantFrom('red', 'red', 'green') });
    const anyEdit = fc.record({
      node: anyNode,
      at: fc.nat(),
      type: fc.constantFrom('move', 'write', 'remove', 'undo'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyNode, { maxLength: 30 }),
        fc.array(anyEdit, { maxLength: 8 }),
        async (all, edits) => {
          const { engine } = TestEditor.with(
            Object.fromEntries(
              all.map(({ x, y, value }, index) => [`n${index}`, { type: 'textPrompt', at: [x, y], data: { value } }]),
            ),
          );
          const find = new FindStore(engine, new Set());
          find.search(has('red'));
          await when(() => !find.isReading);
          for (const { node, at, type } of edits) {
            const id = `n${at % (all.length + 1)}`;
            if (type === 'move') engine.apply([{ type: 'moveNode', id, position: { x: node.x, y: node.y } }]);
            if (type === 'write') engine.editText({ nodeId: id, name: 'value' }, node.value);
            if (type === 'remove') engine.apply([{ type: 'removeNode', id }]);
            if (type === 'undo') engine.undo();
          }
          const placeOf = (id: string | null) => engine.document.node(id ?? '')?.position;
          const walked = Array.from({ length: find.count }, () => [placeOf(find.go(1)), find.position]);
          const inOrder = readingOrder(engine.document.allNodes().filter(has('red')));
          expect(walked).toEqual(inOrder.map(({ position }, index) => [position, index + 1]));
          find.dispose();
        },
      ),
      { numRuns: 100 },
    );
  });

  it('looks again at an image whose words or whose work are others now [FIND-6]', async () => {
    const { engine } = desk();
    const { find } = open(engine);
    const looked: string[] = [];
    find.search(({ id }) => looked.push(id) < 0);
    await untilRead(find);
    looked.length = 0;
    engine.editText({ nodeId: 'left', name: 'value' }, 'a boat');
    expect(looked).toEqual(['left', 'art']);
    for (const phase of [0, 0.5]) engine.setRuns(new Map([['art', { state: 'running', phase }]]));
    expect(looked).toEqual(['left', 'art', 'art']);
  });

  it('follows the words that come to an image through dots, and those that a text mentions [FIND-6]', async () => {
    const { engine } = TestEditor.with(
      {
        idea: { type: 'textPrompt', at: [0, 0], data: { value: 'a boat' } },
        other: { type: 'textPrompt', at: [0, 300], data: { value: 'like @{idea}' } },
        dot: { type: 'reroute', at: [300, 0] },
        late: { type: 'reroute', at: [450, 0] },
        art: { type: 'image', at: [600, 0] },
        more: { type: 'image', at: [600, 400] },
      },
      [pipe('idea', 'dot'), pipe('dot', 'late'), pipe('late', 'art'), pipe('idea', 'more')],
    );
    const { document } = engine;
    const { find, marks } = open(engine);
    const found = () => [...marks].toSorted();
    find.search((node) =>
      `${promptOf(document, node)} ${String(worded(document, node).data['value'])}`.includes('boat'),
    );
    await untilRead(find);
    expect(found()).toEqual(['art', 'idea', 'more', 'other']);
    engine.editText({ nodeId: 'idea', name: 'value' }, 'a car');
    expect([found(), find.count]).toEqual([[], 0]);
    engine.undo();
    expect(found()).toEqual(['art', 'idea', 'more', 'other']);
    engine.apply([{ type: 'removeEdge', id: 'idea-dot' }]);
    expect(found()).toEqual(['idea', 'more', 'other']);
    engine.apply([{ type: 'addEdge', edge: pipe('idea', 'late') }]);
    expect([found(), find.isReading]).toEqual([['art', 'idea', 'more', 'other'], false]);
  });

  it('reads all anew when words come to more nodes than are followed [FIND-6]', async () => {
    const ids = Array.from({ length: 501 }, (_, index) => `art${index}`);
    const { engine } = TestEditor.with(
      {
        idea: { type: 'textPrompt', at: [0, 0], data: { value: 'a boat' } },
        ...Object.fromEntries(ids.map((id, index) => [id, { type: 'image', at: [600, index * 300] }])),
      },
      ids.map((id) => pipe('idea', id)),
    );
    const { find } = open(engine);
    find.search((node) => promptOf(engine.document, node).includes('boat'));
    await untilRead(find);
    expect(find.count).toBe(501);
    engine.editText({ nodeId: 'idea', name: 'value' }, 'a car');
    expect(find.isReading).toBe(true);
    await untilRead(find);
    expect(find.count).toBe(0);
  });

  it('repaints only the cards whose mark has come or gone [FIND-5]', async () => {
    const canvas = desk();
    const { find } = open(canvas.engine);
    find.search(has('red'));
    await untilRead(find);
    canvas.takeEvents();
    canvas.engine.editText({ nodeId: 'other', name: 'value' }, 'red');
    expect(
      canvas.takeEvents().filter((event) => event.type === 'invalidate' && event.reason === 'marks'),
    ).toMatchObject([{ area: [{ y: 400 }] }]);
  });

  it('replaces in one, and goes to the next; in all, as one step to undo [FIND-7]', async () => {
    const canvas = desk();
    const { engine } = canvas;
    const { find } = open(engine);
    find.search(has('red'));
    await untilRead(find);
    expect(find.replaceHere('red', 'blue')).toBe(0);
    find.go(1);
    expect([find.replaceHere('red', 'blue'), find.go(1), find.count]).toEqual([2, 'right', 2]);
    expect(canvas.node('left').data['value']).toBe('a blue boat, blue sails');
    engine.undo();
    expect(await find.replaceAll('red', 'blue')).toEqual({ places: 4, nodes: 3 });
    expect(find.count).toBe(0);
    engine.undo();
    expect(canvas.node('left').data['value']).toBe('a red boat, red sails');
    expect(find.count).toBe(3);
  });

  it('reads 100,000 nodes in short tasks, telling how many there are so far [FIND-6]', async () => {
    const nodes = Array.from({ length: NODES }, (_, index) => ({
      id: `n${index}`,
      type: 'textPrompt',
      position: { x: 0, y: -index },
      data: { value: index % 100 === 0 ? 'red' : 'green' },
    }));
    const engine = new Editor({
      snapshot: { nodes, edges: [], viewport: { x: 0, y: 0, zoom: 1 } },
      uniqueId: () => 'new',
    });
    const { find } = open(engine);
    // A clock that moves with each read: a task uses up its 8 ms after 800 of them.
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 0.01));
    onTestFinished(() => clock.mockRestore());
    const counts = new Set<number>();
    onTestFinished(
      reaction(
        () => find.count,
        (count) => counts.add(count),
      ),
    );
    const looked = vi.fn<(node: FlowNode) => boolean>(has('red'));
    find.search(looked);
    expect(looked).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(find.isReading).toBe(false));
    expect([looked.mock.calls.length, find.count]).toEqual([NODES, NODES / 100]);
    expect(counts.size).toBeGreaterThan(100);
    expect(find.go(1)).toBe('n99900');
  });
});
