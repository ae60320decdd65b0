import { beforeAll, describe, expect, it } from 'vitest';
import type { Change, FlowEdge, FlowNode } from '../../src/engine';
import { TestEditor, pipe } from '../support/TestEditor';

const NODES = 100_000;
const COLUMNS = 400;
/** Number of things that one step of a gesture may read: the few near the pointer, never a share of the document. */
const FEW = 200;

const name = (index: number) => `n${index}`;

/**
 * Counts, not milliseconds: every read of a node's place or type, and every query to the document by id. Work that grows with the document
 * shows as 100,000 looks.
 */
class Looks {
  count = 0;

  watch(editor: TestEditor): this {
    const { document } = editor.engine;
    for (const name of ['node', 'edge', 'nodeView', 'edgeView', 'edgeIdsAt', 'orderOf'] as const) {
      const real = document[name].bind(document) as (id: string) => never;
      document[name] = (id: string) => {
        this.count++;
        return real(id);
      };
    }
    return this;
  }

  during(act: () => void): number {
    this.count = 0;
    act();
    return this.count;
  }

  node(id: string, index: number): FlowNode {
    const position = { x: (index % COLUMNS) * 300, y: Math.floor(index / COLUMNS) * 240 };
    const look = () => this.count++;
    return {
      id,
      data: {},
      get type() {
        look();
        return index % 7 === 0 ? 'categoryItem' : 'image';
      },
      get position() {
        look();
        return position;
      },
    };
  }
}

describe('a canvas of 100,000 nodes and as many pipes', () => {
  const looks = new Looks();
  let editor: TestEditor;
  /** An image node amid the others; the one before it is an item. */
  const grabbed = name(40_202);

  beforeAll(() => {
    const nodes = Array.from({ length: NODES }, (_, index) => looks.node(name(index), index));
    const edges = Array.from({ length: NODES - 1 }, (_, index): FlowEdge =>
      pipe(name(index), name(index + 1), 'image'),
    );
    editor = new TestEditor({ nodes, edges, viewport: { x: 0, y: 0, zoom: 1 } });
    editor.engine.view.centreOn(editor.node(grabbed).position);
    // By the time a person takes something up, the document has been open for a while.
    while (editor.engine.scene.settle());
    looks.watch(editor);
  });

  const walk = (steps: number) => {
    let most = 0;
    const { x, y } = editor.engine.view.visibleBox();
    for (let step = 0; step < steps; step++)
      most = Math.max(
        most,
        looks.during(() => void editor.pointerMove([x + 300 + step * 37, y + 300 + step * 11])),
      );
    return most;
  };

  it('sees what costs a share of the canvas', () => {
    expect(looks.during(() => void editor.select(...editor.nodes))).toBeGreaterThanOrEqual(NODES);
    editor.engine.select({});
  });

  it('selects everything without a look at any of it', () => {
    expect(looks.during(() => editor.engine.selectAll())).toBeLessThan(FEW);
    editor.engine.select({});
  });

  it('hovers at the cost of nearby things', () => {
    expect(walk(12)).toBeLessThan(FEW);
  });

  it('hovers and presses at the cost of nearby things, with everything selected', () => {
    editor.engine.selectAll();
    expect(walk(12)).toBeLessThan(FEW);
    expect(looks.during(() => void editor.pointerDown(grabbed))).toBeLessThan(FEW);
    editor.cancel().engine.select({});
  });

  it('drags one node at the cost of that node, from the press to the release', () => {
    expect(looks.during(() => void editor.pointerDown(grabbed))).toBeLessThan(FEW);
    expect(walk(12)).toBeLessThan(FEW);
    editor.expectState('dragging');
    expect(looks.during(() => void editor.pointerUp())).toBeLessThan(FEW);
    expect(looks.during(() => void editor.undo())).toBeLessThan(FEW);
  });

  it('drags an item over categories at the cost of nearby things', () => {
    const item = name(40_201);
    editor.engine.view.centreOn(editor.node(item).position);
    editor.pointerDown(item);
    expect(walk(12)).toBeLessThan(FEW);
    editor.expectState('dragging').cancel();
  });

  it('drags very many items at the cost of a few of them when another tab changes a card', () => {
    const item = name(40_201);
    editor.select(...editor.nodes.filter((_, index) => index % 7 === 0));
    editor.pointerDown(item);
    walk(2);
    const change = { type: 'setData', id: name(3), data: { value: 'calm' } } as const;
    expect(looks.during(() => void editor.merge(change))).toBeLessThan(2 * FEW);
    editor.expectState('dragging').cancel().engine.select({});
  });

  it('drags everything at the cost of nearby things, from its first step', () => {
    editor.engine.selectAll();
    editor.pointerDown(grabbed);
    const { x, y } = editor.node(grabbed).position;
    expect(looks.during(() => void editor.pointerMove([x + 160, y + 20]))).toBeLessThan(FEW);
    editor.expectState('dragging');
    expect(walk(12)).toBeLessThan(FEW);
    editor.cancel().engine.select({});
  });

  it('draws a marquee over selected cards at the cost of nearby things, whether all or nearly all are selected', () => {
    const { x, y } = editor.node(grabbed).position;
    editor.engine.selectAll();
    editor.pointerDown([x - 28, y + 215], { shift: true });
    expect(walk(12)).toBeLessThan(FEW);
    editor.expectState('marqueeSelecting').cancel();

    editor.select(...editor.nodes.filter((id) => id !== grabbed));
    editor.pointerDown([x - 28, y + 215], { shift: true });
    editor.pointerMove([x + 30, y + 20]).pointerMove([x - 28, y + 100]);
    expect(
      looks.during(() => void editor.pointerMove([x - 29, y + 100])),
      'it has left the last card',
    ).toBeLessThan(FEW);
    editor.pointerMove([x + 30, y + 20]);
    expect(
      looks.during(() => void editor.pointerMove([x + 31, y + 20])),
      'it has taken the last card',
    ).toBeLessThan(FEW);
    expect(editor.selected).toHaveLength(NODES);
    editor.cancel().engine.select({});
  });

  it('draws a pipe at the cost of the handles near its end', () => {
    editor.pointerDown(editor.handle(grabbed, 'image-right'));
    expect(walk(12)).toBeLessThan(2 * FEW);
    editor.expectState('connecting').cancel();
  });

  it('types, connects and nudges at the cost of the touched items', () => {
    editor.select(grabbed);
    expect(looks.during(() => void editor.keyDown('ArrowRight'))).toBeLessThan(FEW);
    const [one, other] = [
      { nodeId: grabbed, handleId: 'image-right' },
      { nodeId: name(7), handleId: 'image-left' },
    ];
    expect(looks.during(() => void editor.engine.connect(one, other))).toBeLessThan(FEW);
    expect(looks.during(() => void editor.merge({ type: 'setData', id: grabbed, data: { value: 'x' } }))).toBeLessThan(
      FEW,
    );
  });

  it('leaves what another tab removes out of the selection at the cost of the removed items', () => {
    const gone = [5, 50, 500, 5000].map((index) => name(index));
    const isGone = new Set(gone);
    const { nodes, edges } = editor.engine.snapshot();
    const remove = () => {
      for (const id of gone)
        expect(looks.during(() => void editor.merge({ type: 'removeNode', id }))).toBeLessThan(FEW);
    };
    const bringBack = () =>
      editor.merge(
        ...nodes.flatMap((node, index): Change[] => (isGone.has(node.id) ? [{ type: 'addNode', node, index }] : [])),
        ...edges.flatMap((edge, index): Change[] =>
          isGone.has(edge.source) || isGone.has(edge.target) ? [{ type: 'addEdge', edge, index }] : [],
        ),
      );

    editor.engine.selectAll();
    remove();
    const { document, selection } = editor.engine;
    expect([selection.nodes, selection.edges], 'it is still everything').toEqual([document.nodeIds, document.edgeIds]);
    bringBack();
    expect(editor.engine.selection.nodes.size, 'nothing comes selected').toBe(NODES - gone.length);

    editor.select(...editor.nodes.filter((id) => id !== grabbed));
    remove();
    expect(editor.engine.selection.nodes.size).toBe(NODES - gone.length - 1);
    bringBack().engine.select({});
  });

  // Last: a moved node is another object, whose reads are not counted.
  it('drops everything, undoes it and moves it by a key at the cost of nearby things, then settles in small steps', () => {
    editor.engine.selectAll();
    editor.pointerDown(grabbed);
    walk(2);
    expect(looks.during(() => void editor.pointerUp())).toBeLessThan(FEW);
    expect(looks.during(() => void editor.undo())).toBeLessThan(FEW);
    expect(looks.during(() => void editor.redo())).toBeLessThan(FEW);
    expect(looks.during(() => void editor.keyDown('ArrowRight'))).toBeLessThan(FEW);
    expect(looks.during(() => void editor.engine.scene.nodesIn(editor.engine.view.visibleBox()))).toBeLessThan(FEW);

    const steps: number[] = [];
    const isMore = [true];
    while (isMore.at(-1)) steps.push(looks.during(() => void isMore.push(editor.engine.scene.settle())));
    expect(Math.max(...steps)).toBeLessThan(NODES / 20);
    const all = steps.reduce((sum, count) => sum + count, 0);
    expect(all, 'sooner or later each is looked at').toBeGreaterThan(NODES);
  });
});
