import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeSize, TEXT_PLACEHOLDER_URL, type Box, type FlowNode } from '../../src/engine';
import type { CardLayout } from '../../src/engine/nodes/cardLayout';
import { cardLayout } from '../../src/engine/nodes/shorthands';
import * as icons from '../../src/engine/render/shapes/icons';
import { paintCard } from '../../src/engine/render/card/paintCard';
import { RESTING, type CardState } from '../../src/engine/render/card/PaintEnvironment';
import { anyNode } from '../engine/support/oddCanvas';
import { EN, environmentAt, KO, LIGHT, nodeOf, picturesOf, type WorldOptions } from '../support/paintWorld';
import { Recorder, type Call } from '../support/Recorder';

/** Width of a ring around a selected card, of a hairline, and of a round line's end. */
const RIM = 4;
const PICTURES = picturesOf({ '/files/a.png': { bitmap: 'a', width: 300, height: 200 }, slow: 'loading' });

/** The boxes in which a call leaves ink, as far as its arguments tell. */
function inkOf({ name, args, align }: Call): Box[] {
  const [x = 0, y = 0, width = 0, height = 0] = args.map(Number);
  switch (name) {
    case 'moveTo':
    case 'lineTo':
      return [{ x, y, width: 0, height: 0 }];
    case 'arc':
      return [{ x: x - width, y: y - width, width: 2 * width, height: 2 * width }];
    case 'rect':
    case 'roundRect':
    case 'fillRect':
      return [{ x, y, width, height }];
    case 'fillText': {
      const [text, left = 0, top = 0] = args;
      const { width: long } = new Recorder().measureText(String(text));
      const start = Number(left) - { center: long / 2, right: long, left: 0, start: 0, end: long }[align];
      return [{ x: start, y: Number(top) - 4, width: long, height: 8 }];
    }
    default:
      return [];
  }
}

const painted = (node: FlowNode, state: Partial<CardState> = {}, options: WorldOptions = {}): Recorder => {
  const recorder = new Recorder();
  paintCard(recorder, node, { ...RESTING, ...state }, environmentAt({ pictures: PICTURES, ...options }));
  return recorder;
};

/** The ink outside a box, by the call that left it. */
const outside = (calls: readonly Call[], box: Box, rim: number): string[] =>
  calls
    .filter((call) =>
      inkOf(call).some(
        ({ x, y, width, height }) =>
          width < 0 ||
          height < 0 ||
          x < box.x - rim ||
          y < box.y - rim ||
          x + width > box.x + box.width + rim ||
          y + height > box.y + box.height + rim,
      ),
    )
    .map(({ name, args }) => `${name} ${args.join(' ')}`);

const anyState: fc.Arbitrary<Partial<CardState>> = fc.record({
  isSelected: fc.boolean(),
  isHovered: fc.boolean(),
  canRun: fc.boolean(),
  run: fc.oneof(
    fc.constant(null),
    fc.record({
      state: fc.constantFrom('running' as const, 'uploading' as const, 'failed' as const),
      share: fc.constantFrom(undefined, 0, 0.4, 1),
      elapsedS: fc.constantFrom(undefined, 0, 61),
      message: fc.constantFrom('', 'no', 'the reason takes more than a line to tell, and more than two of them too'),
    }),
  ),
});

const modelOf = (value?: string) => nodeOf('model', { model: 'GPT-5', value });

const near = (value: number): unknown => expect.closeTo(value, 6);

/** The visible values of a row. */
const chips = (...value: string[]) => {
  const node = nodeOf('category', { categories: [{ id: 'r', name: 'mood', value }] });
  return painted(node)
    .texts.slice(3)
    .filter((text) => text !== EN.together);
};

/** The bars below the title of a card at the lowest detail. */
const bars = (node: FlowNode, state: Partial<CardState> = {}) =>
  painted(node, state, { zoom: 0.3 })
    .all('fillRect')
    .filter(({ args }) => args[3] === 10)
    .slice(1);

const prompt = (length: number) => nodeOf('textPrompt', { value: 'x'.repeat(length) });

describe('the ink of a card', () => {
  it('stays on the card, whatever it holds and however far away it is seen', () => {
    const ordinary = anyNode.filter((node) => {
      const { width, height } = nodeSize(node);
      return width > 150 && width < 1000 && height > 60;
    });
    const view = fc.record({ zoom: fc.constantFrom(0.15, 0.3, 1), words: fc.constantFrom(EN, KO) });
    fc.assert(
      fc.property(ordinary, anyState, view, (node, state, options) => {
        const card = { x: 0, y: 0, ...nodeSize(node) };
        const rim = Math.max(RIM, RIM / options.zoom);
        expect(outside(painted(node, state, options).calls, card, rim)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('would be seen beside it', () => {
    const card = { x: 0, y: 0, width: 100, height: 195 };
    expect(outside(painted(nodeOf('image')).calls, card, RIM)).not.toEqual([]);
  });

  it('keeps each text in its part: fields, rows, title', () => {
    const long = '아주 긴 이름이라서 한 줄에 다 들어가지 않는 말 '.repeat(4);
    const textsIn = (node: FlowNode, box: (layout: CardLayout) => Box | undefined): number => {
      const part = box(cardLayout(node));
      const texts = painted(node).all('fillText');
      return part ? texts.filter((call) => outside([call], part, 1).length === 0).length : 0;
    };
    const text = nodeOf('text', { name: long, value: long });
    expect(textsIn(text, ({ title }) => ({ ...title, width: title.width + 32 }))).toBe(1);
    expect(textsIn(text, ({ fields }) => fields[1]?.box)).toBe(3);
    const prompt = nodeOf('textPrompt', { value: long });
    expect(textsIn(prompt, ({ fields }) => fields[0]?.box)).toBe(5);
    expect(textsIn(prompt, ({ actions }) => actions.convert)).toBe(1);
    const model = nodeOf('model', { model: long, value: long });
    expect(textsIn(model, ({ title }) => title)).toBe(1);
    expect(textsIn(model, ({ body }) => body)).toBe(painted(model).count('fillText') - 1);
    const row = { id: 'r', name: long, value: [long, 'b'] };
    const category = nodeOf('category', { categories: [row] });
    expect(textsIn(category, ({ rows }) => rows[0]?.name)).toBe(1);
    expect(textsIn(category, ({ rows }) => rows[0]?.value)).toBe(2);
  });
});

describe('a text model', () => {
  it('stays an empty preview after its simulated run [NODE-13]', () => {
    const { texts } = painted(modelOf(TEXT_PLACEHOLDER_URL));
    expect(texts).toEqual(painted(modelOf()).texts);
    expect(texts).toEqual(['GPT-5']);
  });

  it('shows its text in ink, its run, its failure, and else a faint paragraph [NODE-3]', () => {
    expect(painted(modelOf('a river')).texts).toEqual(['GPT-5', 'a river']);
    expect(painted(modelOf('https://x.y/z.svg')).texts).toEqual(['GPT-5']);
    expect(painted(modelOf(), { run: { state: 'running', elapsedS: 61 } }).texts).toEqual([
      'GPT-5',
      EN.loading,
      '1:01',
    ]);
    expect(painted(modelOf(), { run: { state: 'failed', message: 'no' } }).texts).toEqual(['GPT-5', 'no', EN.tryAgain]);
    expect(painted(modelOf()).count('clip')).toBe(1);
    expect(painted(modelOf('a river')).count('clip')).toBe(0);
  });
});

describe('the values of a row', () => {
  it('are side by side as far as they fit, the first cut, the rest counted', () => {
    expect(chips()).toEqual([]);
    expect(chips('calm')).toEqual(['calm']);
    expect(chips('calm', 'wide', 'red')).toEqual(['calm', 'wide', 'red']);
    const many = chips(...Array.from({ length: 9 }, (_, index) => `value${index}`));
    expect(many.length).toBeGreaterThan(2);
    expect(many.at(-1)).toBe(`+${9 - (many.length - 1)}`);
    const [first, more] = chips('a value that is wider than the whole row could ever be', 'next');
    expect(first).toMatch(/^a value that.*…$/u);
    expect(more).toBe('+1');
  });

  it('never touch one another', () => {
    const node = nodeOf('category', { categories: [{ id: 'r', name: 'mood', value: ['one', 'two', 'three'] }] });
    const boxes = painted(node)
      .all('roundRect')
      .filter(({ args }) => args[3] === 24)
      .flatMap(inkOf);
    expect(boxes).toHaveLength(3);
    for (const [index, box] of boxes.slice(1).entries()) {
      const before = boxes[index];
      expect(box.x).toBe((before?.x ?? 0) + (before?.width ?? 0) + 6);
    }
  });
});

describe('a flat card', () => {
  it('has a bar for each 26 letters of its text, the last one shorter, as far as the body reaches', () => {
    expect(bars(prompt(0))).toHaveLength(0);
    expect(bars(prompt(26))).toHaveLength(1);
    const three = bars(prompt(60)).map(({ args }) => args);
    expect(three).toEqual([
      [14, 44, 192, 10],
      [14, 66, 192, 10],
      [14, 88, expect.closeTo(115.2), 10],
    ]);
    expect(bars(prompt(5000))).toHaveLength(7);
    expect(bars(nodeOf('categoryItem', { value: 'x'.repeat(200) }))).toHaveLength(1);
  });

  it('has a row for each item, hills where a picture will come, and a dot in its colour', () => {
    const rows = [1, 2].map((index) => ({ id: `r${index}`, name: '', value: '' }));
    const category = painted(nodeOf('category', { categories: rows }), {}, { zoom: 0.3 });
    const tall = category.all('fillRect').filter(({ args }) => args[3] === 68);
    expect(tall.map(({ args, alpha }) => [...args.slice(0, 3), alpha])).toEqual([
      [14, 58, 217, 0.6],
      [14, 138, 217, 0.6],
    ]);
    expect(painted(nodeOf('image'), {}, { zoom: 0.3 }).count('lineTo')).toBe(4);
    const dot = painted(nodeOf('image'), {}, { zoom: 0.3 }).all('fillRect')[0];
    expect(dot).toMatchObject({ args: [14, 14, 12, 12], fillStyle: LIGHT.imageEdge });
  });

  it('has a bar for its run: on a track while it runs, as long as what has gone up, red when it has failed', () => {
    const art = nodeOf('image');
    const drawn = (run: CardState['run']) =>
      bars(art, { run }).map(({ args, fillStyle }) => [args[0], args[2], fillStyle]);
    expect(drawn({ state: 'failed' })).toEqual([[14, 217, LIGHT.danger]]);
    expect(drawn({ state: 'uploading', share: 0.5 })).toEqual([
      [14, 217, LIGHT.line],
      [14, 108.5, LIGHT.imageEdge],
    ]);
    expect(drawn({ state: 'running', phase: 1 })).toEqual([
      [14, 217, LIGHT.line],
      [expect.closeTo(14 + 217 * 0.65), expect.closeTo(217 * 0.35), LIGHT.imageEdge],
    ]);
    expect(drawn({ state: 'running' })[1]?.[0]).toBe(14);
  });

  it('has corners as long as they can be seen', () => {
    expect(painted(nodeOf('image'), {}, { zoom: 0.34 }).count('roundRect')).toBe(1);
    expect(painted(nodeOf('image'), {}, { zoom: 0.25 }).count('roundRect')).toBe(0);
  });
});

describe('signs', () => {
  it.each(Object.entries(icons))('%s is centred, no larger than 20 px, at any place', (_name, icon) => {
    const [here, there] = [new Recorder(), new Recorder()];
    icon(here, 0, 0);
    icon(there, 100, 50);
    const boxes = here.calls.flatMap(inkOf);
    const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
    const [right, bottom] = [
      Math.max(...boxes.map(({ x, width }) => x + width)),
      Math.max(...boxes.map(({ y, height }) => y + height)),
    ];
    expect(Math.max(right - left, bottom - top)).toBeLessThanOrEqual(20);
    expect(Math.abs(left + right)).toBeLessThanOrEqual(4);
    expect(Math.abs(top + bottom)).toBeLessThanOrEqual(4);
    const moved = there.calls.flatMap(inkOf).map((box) => ({ ...box, x: box.x - 100, y: box.y - 50 }));
    expect(moved).toEqual(boxes.map((box) => ({ ...box, x: near(box.x), y: near(box.y) })));
  });
});
