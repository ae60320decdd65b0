import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutOut,
  mentionable,
  mentionsOf,
  moveReference,
  numberWords,
  planRun,
  referencesOf,
  requestItems,
  type PlannedStep,
  type RunFacts,
} from '../../../src/engine';
import { typesToJoin } from '../../../src/engine/scene/addMenu';
import { textWithChips } from '../../../src/engine/render/frame/textWithChips';
import { EN } from '../../support/paintWorld';
import { pipe, TestEditor, type NodeSketch } from '../../support/TestEditor';
import { nodesOfScope } from '../../../src/stores/runs/nodesOfScope';

const photo = (name: string, x: number, y: number): NodeSketch => ({
  type: 'imageUpload',
  at: [x, y],
  data: { value: `/files/${name}.png` },
});
const frame = (x: number, y: number, width: number, height: number, data: object = {}): NodeSketch => ({
  type: 'frame',
  at: [x, y],
  data: { title: 'Sky', width, height, isFolded: false, ...data },
});
const out = pipe('sky', 'art', 'image');
const ART: NodeSketch = { type: 'image', at: [2400, 0], data: { model: 'Gemini-2.5-flash' } };

/** Pictures two by two in a frame, one above it that is piped first, and a text. */
const board = (text = 'a street'): TestEditor =>
  TestEditor.with(
    {
      d: photo('d', 330, 315),
      a: photo('a', 30, 60),
      c: photo('c', 30, 300),
      b: photo('b', 330, 75),
      alone: photo('alone', 0, -300),
      idea: { type: 'textPrompt', at: [900, -300], data: { value: text } },
      words: { type: 'textPrompt', at: [630, 60], data: { value: 'no picture' } },
      sky: frame(0, 0, 900, 600),
      art: ART,
    },
    [pipe('alone', 'art', 'image'), out, pipe('idea', 'art')],
  );

const sent = ({ engine: { document } }: TestEditor, nodeId = 'art'): string =>
  requestItems(document, nodeId)
    .flatMap((item) => (item.type === 'image_prompt' ? [/(\w+)\.png/.exec(item.content)?.[1] ?? ''] : []))
    .join(' ');
const textOf = ({ engine: { document } }: TestEditor): string | undefined =>
  requestItems(document, 'art').flatMap((item) => (item.type === 'text_prompt' ? [item.content] : []))[0];

const FACTS: RunFacts = {
  key: ({ model, settings, items, number }) => JSON.stringify({ model, settings, items, number }),
  madeBy: () => [],
  finished: () => null,
  isMade: () => false,
  refusal: () => null,
};
const plan = ({ engine: { document } }: TestEditor, ...nodes: string[]): PlannedStep[] =>
  planRun(document, { nodes }, FACTS);

describe('the pictures of a frame', () => {
  it('go with a run in reading order, from top to bottom and from left to right, wherever they are [REFER-5]', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'], { minLength: 1 }),
        fc.uniqueArray(fc.nat(11), { minLength: 8, maxLength: 8 }),
        fc.nat(8),
        fc.nat(60),
        (names, places, before, slope) => {
          const spots = names.map((name, index) => ({ name, row: places[index]! >> 2, column: places[index]! & 3 }));
          const photos = spots.map(({ name, row, column }): [string, NodeSketch] => [
            name,
            photo(name, 30 + 300 * column, 60 + 300 * row + (column * slope) / 3),
          ]);
          const canvas = TestEditor.with(
            {
              ...Object.fromEntries(photos),
              x: photo('x', 0, -300),
              y: photo('y', 0, 1500),
              sky: frame(0, 0, 1260, 960),
              art: ART,
            },
            before % 2 === 0
              ? [out, pipe('x', 'art', 'image'), pipe('y', 'art', 'image')]
              : [pipe('x', 'art', 'image'), out, pipe('y', 'art', 'image')],
          );
          const seen = spots.toSorted((one, other) => one.row - other.row || one.column - other.column);
          const group = seen.map(({ name }) => name);
          const order = before % 2 === 0 ? [...group, 'x', 'y'] : ['x', ...group, 'y'];
          expect(sent(canvas)).toBe(order.join(' '));
          expect(referencesOf(canvas.engine.document, 'art').map(({ nodeId }) => nodeId)).toEqual(order);
        },
      ),
    );
  });

  it('are one among the others, and move among them as one, in one step of undo [REFER-5]', () => {
    const canvas = board();
    expect(sent(canvas)).toBe('alone a b c d');
    expect(referencesOf(canvas.engine.document, 'art').map(({ frameId }) => frameId)).toEqual([
      null,
      'sky',
      'sky',
      'sky',
      'sky',
    ]);
    canvas.engine.apply(moveReference(canvas.engine.document, 'art', 1, 0));
    expect(sent(canvas)).toBe('a b c d alone');
    expect(moveReference(canvas.engine.document, 'art', 0, 2)).toEqual([]);
    canvas.engine.undo();
    expect(sent(canvas)).toBe('alone a b c d');
  });

  it('change the key of the request with a picture, the order, what comes in and what leaves, and with nothing else [REFER-6]', () => {
    const canvas = board();
    const key = () => plan(canvas, 'art')[0]?.key;
    const first = key();
    const isChangedBy = (edit: () => void): boolean => {
      edit();
      const isOther = key() !== first;
      canvas.engine.undo();
      expect(key()).toBe(first);
      return isOther;
    };
    const move = (id: string, x: number, y: number) => () =>
      canvas.engine.apply([{ type: 'moveNode', id, position: { x, y } }]);
    expect(
      isChangedBy(() => canvas.engine.apply([{ type: 'setData', id: 'b', data: { value: '/files/e.png' } }])),
    ).toBe(true);
    expect(isChangedBy(move('a', 600, 75))).toBe(true);
    expect(isChangedBy(move('a', 30, -600))).toBe(true);
    expect(isChangedBy(move('alone', 630, 300))).toBe(true);
    expect(isChangedBy(() => canvas.engine.apply([{ type: 'setData', id: 'sky', data: { height: 300 } }]))).toBe(true);
    expect(isChangedBy(move('a', 45, 75))).toBe(false);
    expect(isChangedBy(move('words', 615, 300))).toBe(false);
    expect(isChangedBy(() => canvas.engine.apply([{ type: 'setData', id: 'sky', data: { title: 'Sea' } }]))).toBe(
      false,
    );
    expect(isChangedBy(() => canvas.engine.apply([{ type: 'moveAll', by: { x: 300, y: 15 } }]))).toBe(false);
  });

  it('are waited for where they are still to be made [REFER-6]', () => {
    const canvas = board();
    canvas.engine.merge([
      { type: 'addNode', node: { id: 'made', type: 'image', position: { x: 615, y: 300 }, data: {} } },
      { type: 'addEdge', edge: pipe('words', 'made') },
    ]);
    expect(sent(canvas)).toBe('alone a b c d');
    const steps = plan(canvas, 'art', 'made');
    expect(steps.map(({ nodeId, after }) => [nodeId, after])).toEqual([
      ['made', []],
      ['art', [0]],
    ]);
    const pictures = steps[1]?.request.items.flatMap((item) => (item.type === 'image_prompt' ? [item.content] : []));
    expect(pictures).toEqual(
      ['alone', 'a', 'b', 'c', 'd'].map((name) => `/files/${name}.png`).toSpliced(5, 0, 'step:0'),
    );
    const { document } = canvas.engine;
    expect(nodesOfScope(document, 'upTo', ['art'])).toEqual(['art', 'made']);
    expect(nodesOfScope(document, 'from', ['made'])).toEqual(['art', 'made']);
  });

  it('follow their modes: muted ones do not go, bypassed ones give what they take, the asking node is never its own picture [REFER-6]', () => {
    const canvas = board();
    canvas.engine.merge([
      { type: 'setData', id: 'a', data: { mode: 'mute' } },
      {
        type: 'addNode',
        node: { id: 'through', type: 'image', position: { x: 615, y: 75 }, data: { mode: 'bypass' } },
      },
      { type: 'addEdge', edge: pipe('alone', 'through', 'image') },
      { type: 'addEdge', edge: pipe('sky', 'through', 'image') },
      {
        type: 'addNode',
        node: {
          id: 'still',
          type: 'image',
          position: { x: 600, y: 315 },
          data: { mode: 'freeze', value: '/files/still.png' },
        },
      },
      { type: 'moveNode', id: 'art', position: { x: 330, y: 330 } },
      { type: 'setData', id: 'art', data: { value: '/files/art.png' } },
    ]);
    expect(sent(canvas)).toBe('alone b alone c d still');
    expect(
      referencesOf(canvas.engine.document, 'art')
        .map(({ frameId }) => frameId ?? '-')
        .join(' '),
    ).toBe('- sky sky sky sky sky');
    expect(plan(canvas, 'art').map(({ state }) => state)).toEqual(['run']);
  });

  it('change nothing of a request where no pipe leads out of a frame [REFER-6]', () => {
    const canvas = board('a @{sky} street');
    canvas.engine.apply([{ type: 'removeEdge', id: out.id }]);
    const steps = plan(canvas, 'art');
    canvas.engine.apply([{ type: 'removeNode', id: 'sky' }]);
    expect(JSON.stringify(plan(canvas, 'art'))).toBe(JSON.stringify(steps));
  });

  it('are the same whether the frame, one in it or one around it is folded [REFER-7]', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(15), { minLength: 1, maxLength: 6 }),
        fc.array(fc.constantFrom('sky', 'inner', 'outer'), { maxLength: 6 }),
        fc.constantFrom('sky', 'inner', 'outer'),
        (places, folds, from) => {
          const photos = places.map((place, index): [string, NodeSketch] => [
            `p${index}`,
            photo(`p${index}`, 60 + 300 * (place & 3), 120 + 300 * (place >> 2)),
          ]);
          const canvas = TestEditor.with(
            {
              ...Object.fromEntries(photos),
              outer: frame(-300, -300, 2400, 2400),
              sky: frame(0, 0, 1260, 1320),
              inner: frame(30, 60, 600, 660),
              art: ART,
            },
            [pipe(from, 'art', 'image')],
          );
          const before = sent(canvas);
          for (const id of folds) {
            if (canvas.engine.scene.folds.isHidden(id)) continue;
            canvas.engine.frames.toggleFold([id]);
            expect([id, sent(canvas)]).toEqual([id, before]);
          }
        },
      ),
    );
  });

  it('are mentioned together by their numbers, or each by its own [MENTION-10]', () => {
    const canvas = board('@{sky} and @{b}');
    expect(textOf(canvas)).toBe('images 2 to 5 and image 3');
    const { document } = canvas.engine;
    const offered = mentionable(document, 'idea').map((each) => [each.nodeId, numberWords(each)]);
    expect(offered).toEqual([
      ['alone', '1'],
      ['sky', '2–5'],
      ['a', '2'],
      ['b', '3'],
      ['c', '4'],
      ['d', '5'],
    ]);
    const chips = () => textWithChips(canvas.engine, canvas.node('idea'), EN)?.replaceAll(/[\uE000-\uE004]/gu, '|');
    expect(chips()).toBe('||2–5 Sky| and ||3 Image input|');
    canvas.engine.apply([
      { type: 'removeNode', id: 'a' },
      { type: 'removeNode', id: 'c' },
      { type: 'removeNode', id: 'd' },
    ]);
    expect([textOf(canvas), chips()]).toEqual(['image 2 and image 2', '||2 Sky| and ||2 Image input|']);
    canvas.engine.apply([{ type: 'removeNode', id: 'b' }]);
    expect([textOf(canvas), mentionsOf(document, 'idea')('sky').isSent]).toEqual([' and ', false]);
  });

  it('are given through the square at its right, whose pipe goes with the frame in a copy and comes back with it [REFER-8]', () => {
    const canvas = board();
    canvas.engine.apply([{ type: 'removeEdge', id: out.id }]);
    expect(canvas.engine.hit({ x: 900, y: 300 })).toMatchObject({ type: 'handle', node: { id: 'sky' } });
    canvas.drag({ x: 900, y: 300 }, canvas.handle('art', 'image-left'));
    expect(sent(canvas)).toBe('alone a b c d');
    canvas.engine.apply([{ type: 'removeNode', id: 'sky' }]);
    expect(sent(canvas)).toBe('alone');
    canvas.engine.undo();
    expect(sent(canvas)).toBe('alone a b c d');
    const { document } = canvas.engine;
    canvas.engine.addFragment(cutOut(document, ['a', 'b', 'c', 'd', 'sky', 'art']), { x: 3000, y: 0 });
    const copy = document.allNodes().findLast(({ type }) => type === 'image');
    expect(sent(canvas, copy?.id)).toBe('a b c d');
    expect(typesToJoin(document, { nodeId: 'art', handleId: 'image-left' })).not.toContain('frame');
  });
});
