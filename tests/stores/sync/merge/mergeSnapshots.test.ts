import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { categoryItems, Editor, type FlowNode, type Snapshot } from '../../../../src/engine';
import { mergeSnapshots } from '../../../../src/stores/sync/merge/mergeChanges';
import { anyCanvas, art, canvas, pipe, prompt } from '../../support/snapshots';

/** Snapshots as the editor opens them: without pipes of missing nodes. */
const anyOpened = anyCanvas.map((snapshot) => new Editor({ snapshot, uniqueId: () => 'unused' }).snapshot());

const idsOf = ({ nodes }: Snapshot): string[] => nodes.map(({ id }) => id).toSorted();
const find = ({ nodes }: Snapshot, id: string): FlowNode | undefined => nodes.find((node) => node.id === id);

const row = (id: string, value: string) => ({ id, name: id, value, parentId: 'c' });
const category = (...rows: object[]): Snapshot =>
  canvas([{ id: 'c', type: 'category', position: { x: 0, y: 0 }, data: { categories: rows } }]);
const at = { position: { x: 300, y: 0 } };
const rows = (id: string, ...categories: object[]) => ({ ...at, id, type: 'category', data: { categories } });
const card = (id: string, value: string) => ({ ...at, id, type: 'text', data: { value, width: 300 } });
const free = (id: string, value: string) => ({ ...at, id, type: 'categoryItem', data: { name: id, value } });
const flow = (...names: string[]): Snapshot =>
  canvas([...category(...names.map((name) => row(name, 'x'))).nodes, art('art')], [pipe('c', 'art')]);
const rowIds = (node: FlowNode | undefined): string[] => (node ? categoryItems(node).map(({ id }) => id) : []);
/** Items of either side that neither removed. */
const staying = (before: string[], mine: string[], theirs: string[]): string[] =>
  [...new Set([...mine, ...theirs])].filter((id) => !before.includes(id) || (mine.includes(id) && theirs.includes(id)));
/** The nodes and rows that one side has put somewhere. */
const putIn = (before: Snapshot, side: Snapshot): string[] =>
  side.nodes.flatMap((node) => {
    const known = find(before, node.id);
    const ids = [node.id, ...rowIds(node)];
    return known ? ids.filter((id) => id !== node.id && !rowIds(known).includes(id)) : ids;
  });
const moved = (x: number, y: number): Snapshot => canvas([{ ...prompt('idea'), position: { x, y } }]);

describe('laws of mergeSnapshots', () => {
  it('is mine when the server stood still, and theirs when I did [MERGE-4]', () => {
    fc.assert(
      fc.property(anyOpened, anyOpened, (base, other) => {
        const mineOnly = mergeSnapshots(base, other, structuredClone(base));
        expect(mineOnly.lost).toEqual([]);
        expect(idsOf(mineOnly.merged)).toEqual(idsOf(other));
        for (const node of other.nodes) expect(find(mineOnly.merged, node.id)).toEqual(node);

        const theirsOnly = mergeSnapshots(base, structuredClone(base), other);
        expect(theirsOnly).toMatchObject({ merged: { ...other, viewport: base.viewport }, lost: [] });
      }),
    );
  });

  it('drops exactly what one side removed, keeps what one side added, and leaves no loose pipe [MERGE-1] [MERGE-3]', () => {
    fc.assert(
      fc.property(anyCanvas, anyOpened, anyCanvas, (base, mine, theirs) => {
        const { merged } = mergeSnapshots(base, mine, theirs);
        // A category that I removed is there with nothing but the rows that they have put into it.
        const refilled = idsOf(base).filter((id) => !find(mine, id) && find(theirs, id) && find(merged, id));
        for (const id of refilled) {
          const before = rowIds(find(base, id));
          const isTheirs = (one: string): boolean => !before.includes(one) && !putIn(base, mine).includes(one);
          expect(rowIds(find(merged, id))).toEqual(rowIds(find(theirs, id)).filter(isTheirs));
        }
        const stay = [...staying(idsOf(base), idsOf(mine), idsOf(theirs)), ...refilled];
        const emptied = stay.filter((id) => !find(merged, id));
        expect(idsOf(merged)).toEqual(stay.filter((id) => !emptied.includes(id)).toSorted());
        for (const id of emptied) {
          const [before, my, their] = [base, mine, theirs].map((side) => find(side, id));
          expect([my, their].some((side) => Array.isArray(side?.data.categories))).toBe(true);
          expect(staying(rowIds(before), rowIds(my ?? their), rowIds(their ?? my))).toEqual([]);
        }
        for (const { source, target } of merged.edges)
          expect(idsOf(merged)).toEqual(expect.arrayContaining([source, target]));
      }),
    );
  });

  it('keeps the order of the rows that only one side reordered, whatever is written, added and removed [MERGE-1]', () => {
    const names = ['place', 'mood', 'time', 'style'];
    const someRows = fc
      .shuffledSubarray([...names, 'light', 'size'])
      .chain((ids) => fc.tuple(...ids.map((id) => fc.constantFrom('x', 'y').map((value) => row(id, value)))));
    const inOrder = (ids: readonly string[]): readonly string[] => names.filter((name) => ids.includes(name));
    const base = category(...names.map((name) => row(name, 'x')));
    fc.assert(
      fc.property(someRows, someRows, (mine, written) => {
        const theirs = written.toSorted((one, other) => names.indexOf(one.id) - names.indexOf(other.id));
        const orders = [mergeSnapshots(base, category(...mine), category(...theirs))]
          .concat(mergeSnapshots(base, category(...theirs), category(...mine)))
          .map(({ merged }) => rowIds(find(merged, 'c')).filter((id) => names.includes(id)));
        const stay = mine.map(({ id }) => id).filter((id) => inOrder(written.map((one) => one.id)).includes(id));
        expect(orders).toEqual([stay, stay]);
      }),
    );
  });

  it('keeps every field I typed unless it reports a loss', () => {
    fc.assert(
      fc.property(anyOpened, anyOpened, anyCanvas, (base, mine, theirs) => {
        const { merged, lost } = mergeSnapshots(base, mine, theirs);
        fc.pre(lost.length === 0);
        const silentlyGone = mine.nodes.filter(({ id }) => !find(merged, id) && !find(theirs, id));
        expect(silentlyGone).toEqual(silentlyGone.map(({ id }) => find(base, id)));
        const typed = mine.nodes.flatMap(({ id, data }) =>
          Object.entries(data)
            .filter(([key, value]) => key !== 'categories' && !isDeepStrictEqual(value, find(base, id)?.data[key]))
            .map(([key, value]) => ({ id, key, value })),
        );
        const kept = typed.filter(({ id }) => find(merged, id));
        expect(kept.map(({ id, key }) => find(merged, id)?.data[key])).toEqual(kept.map(({ value }) => value));
      }),
    );
  });
});

describe('two people at one canvas', () => {
  const base = canvas([prompt('idea', 'a river'), art('art')], [pipe('idea', 'art')]);

  it('brings different fields of one node together [MERGE-1]', () => {
    const mine = canvas([prompt('idea', 'a river', 60), art('art')], base.edges);
    const theirs = canvas([prompt('idea', 'a wide river'), art('art', '/files/a.png')], base.edges);
    const { merged, lost } = mergeSnapshots(base, mine, theirs);
    expect(find(merged, 'idea')).toMatchObject({ position: { x: 60, y: 0 }, data: { value: 'a wide river' } });
    expect(find(merged, 'art')?.data.value).toBe('/files/a.png');
    expect(lost).toEqual([]);
  });

  it("keeps the server's value of the same field and reports mine [MERGE-2]", () => {
    const mine = canvas([prompt('idea', 'my river'), art('art')], base.edges);
    const theirs = canvas([prompt('idea', 'their river'), art('art')], base.edges);
    const { merged, lost } = mergeSnapshots(base, mine, theirs);
    expect(find(merged, 'idea')?.data.value).toBe('their river');
    expect(lost).toEqual([{ path: '/nodes/idea/data/value', mine: 'my river' }]);
  });

  it('takes a position as one: never my x with their y', () => {
    const { merged } = mergeSnapshots(moved(0, 0), moved(15, 0), moved(0, 30));
    expect(find(merged, 'idea')?.position).toEqual({ x: 0, y: 30 });
  });

  it('lets a removal win over an edit, and reports the edit [MERGE-3]', () => {
    const mine = canvas([prompt('idea', 'my river'), art('art')], base.edges);
    const theirs = canvas([art('art')], []);
    const { merged, lost } = mergeSnapshots(base, mine, theirs);
    expect(idsOf(merged)).toEqual(['art']);
    expect(merged.edges).toEqual([]);
    expect(lost.map(({ path }) => path)).toEqual(['/nodes/idea']);
  });

  it('drops and reports a pipe of mine to a node that they removed [MERGE-3]', () => {
    const more = canvas([...base.nodes, prompt('style')], base.edges);
    const mine = canvas(more.nodes, [...base.edges, pipe('style', 'art')]);
    const theirs = canvas([prompt('idea', 'a river'), prompt('style')], []);
    const { merged, lost } = mergeSnapshots(more, mine, theirs);
    expect(merged.edges).toEqual([]);
    expect(lost.map(({ path }) => path)).toEqual(['/edges/style-art']);
  });

  it('merges rows of a category by their id [MERGE-1]', () => {
    const { merged, lost } = mergeSnapshots(
      category(row('place', 'river'), row('mood', 'calm')),
      category(row('place', 'lake'), row('mood', 'calm'), row('time', 'dawn')),
      category(row('place', 'river'), row('style', 'ink')),
    );
    expect(find(merged, 'c')?.data.categories).toEqual([
      row('place', 'lake'),
      row('style', 'ink'),
      row('time', 'dawn'),
    ]);
    expect(lost).toEqual([]);
  });

  const [place, mood, time] = [row('place', 'river'), row('mood', 'calm'), row('time', 'dawn')];

  it('keeps the order of rows that only I changed, with each new row of theirs after the one that it followed [MERGE-1]', () => {
    const { merged, lost } = mergeSnapshots(
      category(place, mood, time),
      category(time, place, mood, row('light', 'soft')),
      category(row('style', 'ink'), row('place', 'lake'), row('colour', 'blue'), row('size', 'small'), mood, time),
    );
    expect(rowIds(find(merged, 'c'))).toEqual(['style', 'time', 'place', 'colour', 'size', 'mood', 'light']);
    expect(find(merged, 'c')?.data.categories).toContainEqual(row('place', 'lake'));
    expect(lost).toEqual([]);
  });

  it("keeps the server's order of rows that both changed, and reports mine [MERGE-2]", () => {
    const theirs = category(mood, place, time);
    const { merged, lost } = mergeSnapshots(category(place, mood, time), category(time, place, mood), theirs);
    expect(merged.nodes).toEqual(theirs.nodes);
    expect(lost).toEqual([{ path: '/nodes/c/data/categories', mine: ['time', 'place', 'mood'] }]);
  });
});

describe('a row or a card that I move while somebody writes in it', () => {
  const [place, lake] = [row('place', 'river'), { ...row('place', 'lake'), name: 'where', each: true }];

  it.each([
    ['a row to another category', [row('mood', 'calm')]],
    ['the last row of its category', []],
  ])('brings their words along with %s [MERGE-1]', (_what, others) => {
    const { merged, lost } = mergeSnapshots(
      canvas([rows('c', place, ...others), rows('d', row('ink', 'x'))]),
      canvas([rows('c', ...others), rows('d', row('ink', 'x'), { ...place, parentId: 'd' })]),
      canvas([rows('c', lake, ...others), rows('d', row('ink', 'x'))]),
    );
    expect(find(merged, 'd')).toEqual(rows('d', row('ink', 'x'), { ...lake, parentId: 'd' }));
    expect(rowIds(find(merged, 'c'))).not.toContain('place');
    expect(lost).toEqual([]);
  });

  it('brings them along with a row that becomes a card, and with a card that becomes a row [MERGE-1]', () => {
    const { merged, lost } = mergeSnapshots(
      canvas([rows('c', place, row('mood', 'calm')), card('idea', 'a boat')]),
      canvas([rows('c', row('mood', 'calm'), { ...row('idea', 'a boat'), name: '' }), free('place', 'river')]),
      canvas([rows('c', lake, row('mood', 'calm')), card('idea', 'two boats')]),
    );
    expect(merged.nodes).toHaveLength(2);
    expect(find(merged, 'c')).toEqual(rows('c', row('mood', 'calm'), { ...row('idea', 'two boats'), name: '' }));
    expect(find(merged, 'place')?.data).toEqual({ name: 'where', value: 'lake', each: true });
    expect(lost).toEqual([]);
  });

  it('keeps their words where I wrote others, and reports mine; what I removed for good stays away [MERGE-2] [MERGE-3]', () => {
    const base = canvas([rows('c', place, row('mood', 'calm'))]);
    const theirs = canvas([rows('c', row('place', 'lake'), row('mood', 'wild'))]);
    const { merged, lost } = mergeSnapshots(base, canvas([free('place', 'sea')]), theirs);
    expect(merged.nodes).toEqual([free('place', 'lake')]);
    expect(lost).toEqual([{ path: '/nodes/place/data/value', mine: 'sea' }]);
  });
});

describe('a category that two people empty', () => {
  it('removes itself when each took one of its last two items, and its pipes go [CAT-3]', () => {
    const { merged, lost } = mergeSnapshots(flow('place', 'mood'), flow('place'), flow('mood'));
    expect([idsOf(merged), merged.edges, lost]).toEqual([['art'], [], []]);
  });

  it('stays with a row that they have put into it, while I took out its last one or deleted it [MERGE-3]', () => {
    const others = [row('mood', 'calm'), row('ink', 'x')];
    const base = canvas([rows('c', row('place', 'river')), rows('d', ...others)]);
    const theirs = canvas([rows('c', row('place', 'river'), row('ink', 'x')), rows('d', row('mood', 'calm'))]);
    const taken = canvas([rows('d', ...others), free('place', 'river')]);
    for (const mine of [taken, canvas([rows('d', ...others)])]) {
      const { merged, lost } = mergeSnapshots(base, mine, theirs);
      expect([rowIds(find(merged, 'c')), rowIds(find(merged, 'd')), lost]).toEqual([['ink'], ['mood'], []]);
    }
  });

  it('does not stay for a row that I have moved elsewhere [MERGE-3]', () => {
    const [place, mood, ink] = [row('place', 'river'), row('mood', 'calm'), row('ink', 'x')];
    const base = canvas([rows('c', place), rows('d', mood, ink), rows('e', row('z', 'z'))]);
    const mine = canvas([rows('d', mood), rows('e', row('z', 'z'), ink)]);
    const theirs = canvas([rows('c', place, ink), rows('d', mood), rows('e', row('z', 'z'))]);
    expect(idsOf(mergeSnapshots(base, mine, theirs).merged)).toEqual(['d', 'e']);
  });
});
