import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FlowOrder, type Change, type FlowEdge, type GraphDocument } from '../../../src/engine';
import { pipe, TestEditor, type NodeSketch } from '../../support/TestEditor';

const picture = (x: number, y: number): NodeSketch => ({ type: 'image', at: [x, y] });
const frame = (x: number, y: number, side: number): NodeSketch => ({
  type: 'frame',
  at: [x, y],
  data: { title: '', width: side, height: side, isFolded: false },
});
const FRAMES = { art: picture(3000, 0), sky: frame(0, 0, 900), one: picture(60, 90), idea: picture(-900, 0) };

/** An editor, and the order that follows its changes. */
function follow(sketches: Record<string, NodeSketch>, edges: readonly FlowEdge[] = []) {
  const { engine } = TestEditor.with(sketches, edges);
  const order = new FlowOrder(engine.document);
  order.read(() => true);
  engine.subscribe((event) => {
    if (event.type === 'document') order.follow(event.effects);
    order.read(() => true);
  });
  const ids = (): string[] => Array.from({ length: order.size }, (_, index) => order.at(index) ?? '');
  return { engine, ids };
}

const linksInto = (document: GraphDocument, id: string): readonly string[] => [
  ...document.edgesInto(id).map(({ source }) => source),
  ...(document.edgesOutOf(id).length > 0 ? (document.framed?.picturesIn(id) ?? []) : []),
];

/** Whether a node has to come before another one, across any number of links. */
function leadsTo(document: GraphDocument, source: string, target: string): boolean {
  const found = new Set([target]);
  for (const id of found) for (const other of linksInto(document, id)) found.add(other);
  return found.has(source);
}

describe('the order of a flow with pictures in frames', () => {
  it('has what is in a frame before it, and it before what it feeds [OUTLINE-1]', () => {
    const { ids } = follow(FRAMES, [pipe('sky', 'art', 'image'), pipe('idea', 'one', 'image')]);
    expect(ids()).toEqual(['idea', 'one', 'sky', 'art']);
    // A frame without pipes gives nothing on: what is in it stays where it is.
    expect(follow(FRAMES).ids()).toEqual(['art', 'sky', 'one', 'idea']);
  });

  it('follows pipes and pictures that come [OUTLINE-2]', () => {
    const { engine, ids } = follow(FRAMES);
    engine.apply([{ type: 'addEdge', edge: pipe('sky', 'art', 'image') }]);
    expect(ids()).toEqual(['one', 'sky', 'art', 'idea']);
    engine.apply([{ type: 'moveNode', id: 'idea', position: { x: 60, y: 450 } }]);
    expect(ids()).toEqual(['one', 'idea', 'sky', 'art']);
    // Nothing has to move when a picture leaves.
    engine.apply([{ type: 'moveNode', id: 'one', position: { x: -2000, y: 0 } }]);
    expect(ids()).toEqual(['one', 'idea', 'sky', 'art']);
  });

  const place = fc.record({ x: fc.constantFrom(0, 60, 450, 2000, 2060), y: fc.constantFrom(0, 90, 480) });
  const anyId = fc.constantFrom('a', 'b', 'c', 'sky', 'sea');
  const two = fc.tuple(anyId, anyId);
  const anyChange: fc.Arbitrary<Change> = fc.oneof(
    fc.record({ type: fc.constant('moveNode' as const), id: anyId, position: place }),
    two.map(([one, other]): Change => ({ type: 'addEdge', edge: pipe(one, other, 'image') })),
    two.map(([one, other]): Change => ({ type: 'removeEdge', id: `${one}-${other}` })),
    fc.record({ type: fc.constant('removeNode' as const), id: anyId }),
    fc
      .constantFrom(300, 900)
      .map((side): Change => ({ type: 'setData', id: 'sky', data: { width: side, height: side } })),
  );

  it('holds after any changes, unless the links are a loop [OUTLINE-1]', () => {
    fc.assert(
      fc.property(fc.tuple(place, place, place), fc.array(anyChange, { maxLength: 15 }), (places, changes) => {
        const [a, b, c] = places.map(({ x, y }) => picture(x, y)) as [NodeSketch, NodeSketch, NodeSketch];
        const { engine, ids } = follow({ a, sky: frame(0, 0, 900), b, sea: frame(2000, 0, 900), c });
        const { document } = engine;
        for (const change of changes) {
          engine.apply([change]);
          const order = ids();
          expect(order.toSorted()).toEqual(Array.from(document.allNodes(), ({ id }) => id).toSorted());
          const wrong = order.flatMap((id, index) =>
            linksInto(document, id).filter(
              (source) => order.indexOf(source) >= index && !leadsTo(document, id, source),
            ),
          );
          expect(wrong).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });
});
