import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  axesOf,
  cellKey,
  cellsOf,
  countCells,
  edgeId,
  isWithin,
  planRun,
  requestItems,
  type Cell,
  type FlowNode,
  type PlannedStep,
  type RequestDocument,
  type RunFacts,
  type WordList,
} from '../../../src/engine';

const word = fc.constantFrom('강', '산', '바다', '숲', '별', '비');
const words = fc.array(word, { maxLength: 5 });
const lists = fc
  .array(fc.record({ words, pair: fc.constantFrom('', '', 'blue', 'red') }), { maxLength: 4 })
  .map((drawn) => drawn.map((list, index): WordList => ({ ...list, id: `list-${index}`, name: `${index}` })));
const keys = (cells: readonly Cell[]): string[] => cells.map(cellKey);

describe('the cells of lists whose words go one by one', () => {
  it('are the product of the lists, each pair being one of them [EACH-1]', () => {
    fc.assert(
      fc.property(lists, (drawn) => {
        const axes = axesOf(drawn);
        const cells = cellsOf(axes);
        expect(cells).toHaveLength(countCells(axes));
        expect(new Set(keys(cells)).size).toBe(cells.length);
        const alone = drawn.filter((list) => list.pair === '' && list.words.length > 0);
        const groups = [...new Set(drawn.map(({ pair }) => pair))].filter((pair) => pair !== '');
        const sizes = groups.map((pair) => {
          const some = drawn.filter((list) => list.pair === pair && list.words.length > 0);
          const rows = (some[0]?.words ?? []).map((_word, at) => some.map((list) => list.words[at]));
          return new Set(rows.filter((row) => !row.includes(undefined)).map(String)).size || 1;
        });
        const product = alone.reduce((size, list) => size * new Set(list.words).size, 1);
        expect(cells).toHaveLength(sizes.reduce((all, size) => all * size, product));
        for (const cell of cells)
          for (const [id, chosen] of Object.entries(cell))
            expect(drawn.find((list) => list.id === id)?.words).toContain(chosen);
      }),
    );
  });

  it('stay the cells they are when a word comes, which makes only cells of its own [EACH-2]', () => {
    fc.assert(
      fc.property(lists, fc.nat(3), fc.nat(5), (drawn, which, at) => {
        const list = drawn.find((each, index) => index >= which && each.pair === '' && each.words.length > 0);
        if (!list) return;
        const longer = { ...list, words: list.words.toSpliced(at, 0, '새 낱말') };
        const before = cellsOf(axesOf(drawn));
        const after = cellsOf(axesOf(drawn.map((each) => (each === list ? longer : each))));
        const fresh = after.filter((cell) => cell[list.id] === '새 낱말');
        expect(keys(after.filter((cell) => !fresh.includes(cell)))).toEqual(keys(before));
        expect(fresh).toHaveLength(before.length / new Set(list.words).size);
      }),
    );
  });

  it('are so few that any two words meet, or a random sample, the same for one seed [EACH-3]', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 40 }), fc.integer(), (lengths, n, seed) => {
        const axes = axesOf(
          lengths.map((length, index) => ({
            id: `${index}`,
            name: '',
            pair: '',
            words: Array.from({ length }, (_word, at) => `${index} ${at}`),
          })),
        );
        const all = cellsOf(axes);
        const covering = cellsOf(axes, { mode: 'pairs' });
        expect(covering.length).toBeLessThanOrEqual(all.length);
        for (const [at, one] of axes.entries())
          for (const other of axes.slice(at + 1))
            for (const value of one.values)
              for (const partner of other.values)
                expect(covering.some((cell) => isWithin(cell, value) && isWithin(cell, partner))).toBe(true);
        const some = cellsOf(axes, { mode: 'random', n, seed });
        expect(some).toHaveLength(Math.min(n, all.length));
        expect(new Set(keys(some)).size).toBe(some.length);
        expect(keys(all)).toEqual(expect.arrayContaining(keys(some)));
        expect(cellsOf(axes, { mode: 'random', n, seed })).toEqual(some);
      }),
    );
  });

  it('of a hundred words each in three lists meet in little more than the ten thousand pairs of two [EACH-3]', () => {
    const long = Array.from({ length: 100 }, (_word, at) => `${at}`);
    const axes = axesOf(['a', 'b', 'c'].map((id) => ({ id, name: id, words: long, pair: '' })));
    expect(cellsOf(axes, { mode: 'pairs' }).length).toBeLessThan(13_000);
    expect(cellsOf(axes, { mode: 'random', n: 10, seed: 7 }, 5)).toHaveLength(5);
    expect(cellsOf(axes, { mode: 'all' }, 20)).toHaveLength(20);
  });

  it('of thousands of words in many lists are no more than were asked for, at once [EACH-3]', () => {
    const long = Array.from({ length: 5_000 }, (_word, at) => `${at}`);
    const three = axesOf(['a', 'b', 'c'].map((id) => ({ id, name: id, words: long, pair: '' })));
    const many = axesOf(long.slice(0, 36).map((id) => ({ id, name: id, words: long.slice(0, 90), pair: '' })));
    const few = axesOf(['a', 'b', 'c'].map((id) => ({ id, name: id, words: long.slice(0, 6), pair: '' })));
    const begun = performance.now();
    expect(cellsOf(three, { mode: 'pairs' }, 10_001)).toHaveLength(10_001);
    expect(cellsOf(many, { mode: 'pairs' }, 10_001)).toHaveLength(10_001);
    expect(cellsOf(few, { mode: 'pairs' }, 36)).toHaveLength(36);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

interface Row {
  readonly name: string;
  readonly value: string;
  readonly each?: boolean;
  readonly pair?: string;
}

const node = (id: string, type: string, data: FlowNode['data']): FlowNode => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data,
});
const category = (id: string, rows: readonly Row[]): FlowNode =>
  node(id, 'category', {
    categories: rows.map((row, index) => ({ ...row, id: `${id}-item-${index}`, parentId: id })),
  });

function documentOf(nodes: readonly FlowNode[], pipes: readonly string[]): RequestDocument {
  const edges = pipes.map((pipe) => {
    const [source = '', target = ''] = pipe.split('>');
    return { id: edgeId(source, target), source, target };
  });
  return {
    node: (id) => nodes.find((each) => each.id === id),
    edgesInto: (id) => edges.filter((edge) => edge.target === id),
  };
}

/** Finished results, by the key of their request. */
class Finished {
  readonly urls = new Map<string, string>();
  readonly facts: RunFacts = {
    key: (request) => JSON.stringify(request),
    madeBy: () => [],
    finished: (key) => {
      const value = this.urls.get(key);
      return value === undefined ? null : { id: this.urls.size, value, isInPlace: true };
    },
    isMade: () => false,
    refusal: () => null,
  };

  finish(steps: readonly PlannedStep[]): void {
    for (const { key, state } of steps)
      if (state === 'run' && key !== undefined) this.urls.set(key, `/files/${this.urls.size}.png`);
  }
}

describe('requests', () => {
  it('are byte for byte what they were while words go together [EACH-4]', () => {
    const row = fc.record(
      { name: word, value: words.map((some) => some.join(', ')), each: fc.constant(false), pair: fc.constant('blue') },
      { requiredKeys: ['name', 'value'] },
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), row, (rows, free) => {
        const nodes = [category('c', rows), node('item', 'categoryItem', { ...free })];
        // The rule since categories exist (GEN-1).
        const prompts = [...rows, free].map(({ name: key, value }) => {
          const parts = value.split(', ').filter((part) => part !== '');
          return parts.length === 0 ? null : { type: 'category_prompt', key, value: parts };
        });
        const contents = prompts.slice(0, -1).filter((prompt) => prompt !== null);
        const expected = [contents.length === 0 ? null : { type: 'group', contents }, prompts.at(-1) ?? null];
        expect(JSON.stringify(requestItems(documentOf(nodes, ['c>p', 'item>p']), 'p'))).toBe(
          JSON.stringify(expected.filter((item) => item !== null)),
        );
      }),
    );
  });
});

describe('a random sample of more cells than a number can count', () => {
  it('is drawn at once', () => {
    const axes = axesOf(
      Array.from({ length: 20 }, (_list, index) => ({
        id: `${index}`,
        name: '',
        pair: '',
        words: Array.from({ length: 10 }, (_word, at) => `${at}`),
      })),
    );
    expect(new Set(keys(cellsOf(axes, { mode: 'random', n: 10, seed: 1 }))).size).toBe(10);
  });
});

describe('a plan of nodes with such lists', () => {
  const subject = category('c', [
    { name: '무엇', value: '고양이, 강아지, 새', each: true },
    { name: '어디', value: '숲, 바다' },
  ]);
  const style = node('s', 'categoryItem', { name: '화풍', value: '수채화, 유화', each: true });

  it('has a step for each cell, made of one word of each list and all words of the others [EACH-5]', () => {
    const document = documentOf([subject, style, node('p', 'image', {})], ['c>p', 's>p']);
    const steps = planRun(document, { nodes: ['p'] }, new Finished().facts);
    expect(steps.map(({ cell }) => Object.values(cell ?? {}).join(' '))).toEqual([
      '고양이 수채화',
      '고양이 유화',
      '강아지 수채화',
      '강아지 유화',
      '새 수채화',
      '새 유화',
    ]);
    expect(steps[3]?.request.items).toEqual([
      {
        type: 'group',
        contents: [
          { type: 'category_prompt', key: '무엇', value: ['강아지'] },
          { type: 'category_prompt', key: '어디', value: ['숲', '바다'] },
        ],
      },
      { type: 'category_prompt', key: '화풍', value: ['유화'] },
    ]);
    expect(new Set(steps.map(({ key }) => key)).size).toBe(6);
  });

  it('makes a cell from the picture of the same cell at its left, also of one that is no part of the run [EACH-6]', () => {
    const nodes = [subject, style, node('u', 'image', {}), node('p', 'image', {})];
    const document = documentOf(nodes, ['c>u', 'u>p', 's>p']);
    const finished = new Finished();
    const both = planRun(document, { nodes: ['p', 'u'] }, finished.facts);
    expect(both).toHaveLength(3 + 6);
    for (const { nodeId, cell, after } of both) {
      if (nodeId === 'u') continue;
      const [left] = after.map((place) => both[place]);
      expect(left?.cell?.['c-item-0']).toBe(cell?.['c-item-0']);
    }
    const alone = planRun(document, { nodes: ['p'] }, finished.facts);
    expect(new Set(alone.map(({ reason }) => reason))).toEqual(new Set(['missingCell']));
    finished.finish(both);
    const then = planRun(document, { nodes: ['p'] }, finished.facts);
    expect(then.map(({ state }) => state)).toEqual(Array<string>(6).fill('run'));
    expect(new Set(then.map(({ request }) => JSON.stringify(request.items[0]))).size).toBe(3);
  });

  it('makes for some cells only what they need, and says of a word that has gone that it has [EACH-7]', () => {
    const nodes = [subject, style, node('u', 'image', {}), node('p', 'image', {})];
    const document = documentOf(nodes, ['c>u', 'u>p', 's>p']);
    const told = (more: object): string[] =>
      planRun(document, { nodes: ['u', 'p'], ...more }, new Finished().facts).map(
        ({ nodeId, cell, reason }) => `${nodeId} ${Object.values(cell ?? {}).join(' ')}${reason ? ` ${reason}` : ''}`,
      );
    expect(told({ cells: [{ nodeId: 'p', cell: { 'c-item-0': '새' } }] })).toEqual([
      'u 새',
      'p 새 수채화',
      'p 새 유화',
    ]);
    expect(told({ cells: [{ nodeId: 'p', cell: { s: '연필' } }] })).toContain('p 연필 missingWord');
    expect(told({ sample: { mode: 'random', n: 1, seed: 3 } })).toHaveLength(2);
    expect(told({ most: 4 })).toHaveLength(5);
  });

  it('counts no cells of nodes outside the run: none of its own become one step of all words [EACH-7]', () => {
    const nodes = [subject, node('u', 'image', {}), node('a', 'image', {}), node('b', 'image', {})];
    const document = documentOf(nodes, ['c>u', 'u>b', 'c>a']);
    const cells: { nodeId: string; cell: Cell }[] = [
      { nodeId: 'a', cell: { 'c-item-0': '새' } },
      { nodeId: 'b', cell: {} },
    ];
    const steps = planRun(document, { nodes: ['a', 'b'], cells, most: 4 }, new Finished().facts);
    expect(steps.map(({ nodeId, cell }) => `${nodeId} ${Object.values(cell ?? {}).join(' ')}`).toSorted()).toEqual([
      'a 새',
      'b 강아지',
      'b 고양이',
      'b 새',
    ]);
  });

  it('counts the same cells in a loop from any start, and uses the value of a frozen node [EACH-8]', () => {
    const nodes = [subject, node('a', 'image', {}), node('b', 'image', { value: '/files/b.png' })];
    const loop = documentOf(nodes, ['c>a', 'b>a', 'a>b']);
    for (const order of [
      ['a', 'b'],
      ['b', 'a'],
    ])
      expect(planRun(loop, { nodes: order }, new Finished().facts)).toHaveLength(6);
    const frozen = [subject, node('a', 'image', { mode: 'freeze', value: '/files/a.png' }), node('b', 'image', {})];
    const [own, next, ...more] = planRun(
      documentOf(frozen, ['c>a', 'a>b']),
      { nodes: ['a', 'b'] },
      new Finished().facts,
    );
    expect([own?.state, own?.cell, next?.cell, more]).toEqual(['kept', undefined, undefined, []]);
    expect(next?.request.items).toEqual([{ type: 'image_prompt', content: '/files/a.png' }]);
  });
});
