import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { mentionOf, promptOf, type Box, type Change } from '../../../src/engine';
import { textWithChips } from '../../../src/engine/render/frame/textWithChips';
import { EN } from '../../support/paintWorld';
import { pipe, TestEditor } from '../../support/TestEditor';
import { gridEditor, frameOf, GRABBED, name } from '../support/gridEditor';

const IDS = ['t1', 't2', 't3', 'p1', 'p2', 'i1', 'i2', 'dot'];
const typeOf = (id: string) =>
  id.startsWith('t') ? 'textPrompt' : id.startsWith('p') ? 'imageUpload' : id === 'dot' ? 'reroute' : 'image';
const anyId = fc.constantFrom(...IDS);
const anyText = fc
  .array(
    fc.oneof(
      anyId.map((id) => mentionOf(id) ?? ''),
      fc.constantFrom('sea', ' ', 'calm'),
    ),
    { maxLength: 3 },
  )
  .map((parts) => parts.join(''));
const anyEdge = fc.tuple(anyId, anyId).map(([from, to]) => pipe(from, to, from.startsWith('t') ? 'text' : 'image'));
const nodeOf = (id: string, value: string) => ({
  id,
  type: typeOf(id),
  position: { x: 0, y: 400 * IDS.indexOf(id) },
  data: { value },
});
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(anyId, anyText).map(([id, value]): Change => ({ type: 'setData', id, data: { value } })),
  fc
    .tuple(anyId, fc.constantFrom('mute', 'bypass', undefined))
    .map(([id, mode]): Change => ({ type: 'setData', id, data: { mode } })),
  anyEdge.map((edge): Change => ({ type: 'addEdge', edge })),
  anyEdge.map(({ id }): Change => ({ type: 'removeEdge', id })),
  anyId.map((id): Change => ({ type: 'removeNode', id })),
  fc.tuple(anyId, anyText).map(([id, value]): Change => ({ type: 'addNode', node: nodeOf(id, value) })),
);

const covers = (area: readonly Box[] | 'all', { x, y }: { x: number; y: number }): boolean =>
  area === 'all' || area.some((box) => box.x <= x && box.x + box.width > x && box.y <= y && box.y + box.height > y);

/** The parts of other nodes that the cards show, by id. */
const shownBy = ({ engine }: TestEditor) =>
  new Map(
    engine.document
      .allNodes()
      .map((node) => [node.id, `${textWithChips(engine, node, EN) ?? ''} ${promptOf(engine.document, node)}`]),
  );

describe('the cards that show mentions', () => {
  it('are repainted wherever a title, a number or the request has changed, in any way [MENTION-4]', () => {
    fc.assert(
      fc.property(
        fc.array(anyText, { minLength: 3, maxLength: 3 }),
        fc.array(anyEdge, { maxLength: 10 }),
        fc.array(anyChange, { minLength: 1, maxLength: 6 }),
        (texts, edges, changes) => {
          const values = [...texts, '/files/1.png', '/files/2.png', '', '', ''];
          const nodes = IDS.map((id, index) => nodeOf(id, values[index] ?? ''));
          const canvas = new TestEditor({ nodes, edges, viewport: { x: 0, y: 0, zoom: 1 } });
          for (const change of changes) {
            const before = shownBy(canvas);
            canvas.takeEvents();
            canvas.engine.merge([change]);
            const areas = canvas.takeEvents().flatMap((event) => (event.type === 'invalidate' ? [event.area] : []));
            for (const [id, shown] of shownBy(canvas)) {
              if (!before.has(id) || before.get(id) === shown) continue;
              const { x, y } = canvas.node(id).position;
              expect([id, areas.some((area) => covers(area, { x: x + 20, y: y + 20 }))]).toEqual([id, true]);
            }
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('are repainted when a picture comes into a frame, leaves it or changes its place in it [MENTION-10]', () => {
    const spot = fc.record({ x: fc.constantFrom(0, 300, 900), y: fc.constantFrom(60, 360, 1200) });
    const moved = fc.tuple(fc.constantFrom('p1', 'p2', 'p3'), spot);
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            moved.map(([id, position]): Change => ({ type: 'moveNode', id, position })),
            fc.constantFrom(150, 330, 660).map((height): Change => ({ type: 'setData', id: 'sky', data: { height } })),
            fc.boolean().map((isFolded): Change => ({ type: 'setData', id: 'sky', data: { isFolded } })),
            moved.map(([id]): Change => ({ type: 'removeNode', id })),
            moved.map(([id, position]): Change => {
              return {
                type: 'addNode',
                node: { id, type: 'imageUpload', position, data: { value: `/files/${id}.png` } },
              };
            }),
            moved.map(([id]): Change => ({ type: 'setData', id, data: { value: '' } })),
          ),
          { minLength: 1, maxLength: 6 },
        ),
        (changes) => {
          const canvas = TestEditor.with(
            {
              p1: { type: 'imageUpload', at: [0, 60], data: { value: '/files/p1.png' } },
              p2: { type: 'imageUpload', at: [300, 60], data: { value: '/files/p2.png' } },
              p3: { type: 'imageUpload', at: [0, 360], data: { value: '/files/p3.png' } },
              text: { type: 'textPrompt', at: [3000, 3000], data: { value: '@{sky} @{p2}' } },
              sky: { type: 'frame', at: [0, 0], data: { title: 'Sky', width: 600, height: 660 } },
              art: { type: 'image', at: [6000, 3000] },
            },
            [pipe('sky', 'art', 'image'), pipe('text', 'art')],
          );
          for (const change of changes) {
            const before = shownBy(canvas).get('text');
            canvas.takeEvents();
            canvas.engine.merge([change]);
            if (shownBy(canvas).get('text') === before) continue;
            const areas = canvas.takeEvents().flatMap((event) => (event.type === 'invalidate' ? [event.area] : []));
            expect([change, areas.some((area) => covers(area, { x: 3020, y: 3020 }))]).toEqual([change, true]);
          }
        },
      ),
    );
  });
});

describe('a rename on a canvas of 4,000 nodes', () => {
  let editor: TestEditor;
  const areas = () => editor.takeEvents().flatMap((event) => (event.type === 'invalidate' ? [event.area] : []));

  beforeAll(() => {
    editor = gridEditor();
    editor.merge({
      type: 'replaceNode',
      node: { ...editor.node(name(2051)), type: 'textPrompt', data: { value: `by ${mentionOf(GRABBED)}` } },
    });
    frameOf(editor);
    while (editor.engine.scene.settle());
    editor.takeEvents();
  });

  it('asks for the card itself and those that mention it, and for no others [MENTION-4]', () => {
    editor.merge({ type: 'setData', id: GRABBED, data: { name: 'another' } });
    const told = areas();
    expect(told.flat()).not.toContain('all');
    const asked = told.flat().filter((box): box is Box => typeof box !== 'string');
    const { x, y } = editor.node(name(2051)).position;
    expect(covers(asked, { x: x + 1, y: y + 1 })).toBe(true);
    expect(asked.length).toBeLessThan(12);
    editor.merge({ type: 'setData', id: name(7), data: { name: 'nobody mentions it' } });
    const other = areas()
      .flat()
      .filter((box): box is Box => typeof box !== 'string');
    expect(covers(other, { x: x + 1, y: y + 1 })).toBe(false);
  });
});
