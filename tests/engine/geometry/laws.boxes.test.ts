import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inflate, intersects, translate, union, type Box } from '../../../src/engine/geometry/box';
import { EngineStats } from '../../../src/engine/scene/EngineStats';
import { SpatialIndex } from '../../../src/engine/geometry/SpatialIndex';
import { anyNumber } from '../support/anyPlace';
import { errorOf, EXACT } from '../support/errorOf';

const length = fc.double({ min: 0, max: 5000, noNaN: true });
const box = fc.record({ x: anyNumber, y: anyNumber, width: length, height: length });
const whole = (min: number, max: number) => fc.integer({ min, max });

function indexOf(boxes: ReadonlyMap<string, Box>): SpatialIndex {
  const index = new SpatialIndex(new EngineStats());
  index.load(
    boxes,
    ([id]) => id,
    ([, box]) => box,
  );
  return index;
}

const touching = (boxes: ReadonlyMap<string, Box>, asked: Box): string[] =>
  [...boxes]
    .filter(([, value]) => intersects(value, asked))
    .map(([key]) => key)
    .toSorted();

/** Differences between the index and a search through every box. */
function differences(index: SpatialIndex, boxes: ReadonlyMap<string, Box>, asked: Box): string[] {
  const around = union(boxes.values());
  const known = index.bounds();
  const isSame = {
    search: index.search(asked).toSorted().join() === touching(boxes, asked).join(),
    size: index.size === boxes.size,
    bounds: known && around ? errorOf(known, around, 1e5) <= EXACT : known === around,
  };
  return Object.entries(isSame).flatMap(([question, is]) => (is ? [] : [question]));
}

describe('laws of boxes', () => {
  it('the index finds what a search through every box finds, after any edits', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
    const edit = fc.oneof(
      { weight: 3, arbitrary: fc.tuple(id, box) },
      { weight: 1, arbitrary: fc.tuple(id, fc.constant(null)) },
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(id, box)), fc.array(edit, { maxLength: 40 }), box, (loaded, edits, asked) => {
        const boxes = new Map<string, Box>(loaded);
        const index = indexOf(boxes);
        expect(differences(index, boxes, asked)).toEqual([]);
        for (const [key, value] of edits) {
          if (value) {
            boxes.set(key, value);
            index.set(key, value);
          } else {
            boxes.delete(key);
            index.remove(key);
          }
        }
        expect(differences(index, boxes, asked)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('the index does so for very many boxes, in a row, in one place and beyond the range of numbers, at every step of settling', () => {
    const size = { width: 200, height: 100 };
    const rows = Array.from({ length: 3000 }, (_, n): Box => ({
      x: (n % 60) * 300,
      y: Math.floor(n / 60) * 250,
      ...size,
    }));
    const pile = Array.from({ length: 700 }, (): Box => ({ x: 40, y: -40, ...size }));
    const afar = [-1, 1].map((side): Box => ({ x: side * 1e308, y: side * 1e308, ...size }));
    for (const all of [rows, pile, [...rows, ...pile, ...afar]]) {
      const index = new SpatialIndex(new EngineStats());
      index.load(
        all.keys(),
        (n) => String(n),
        (n) => all[n] ?? { x: 0, y: 0, ...size },
      );
      const boxesNow = new Map(all.map((one, n) => [String(n), one]));
      do expect(differences(index, boxesNow, { x: 500, y: 400, width: 900, height: 90 })).toEqual([]);
      while (index.settle());
      for (const asked of [...rows.slice(0, 40), ...afar, { x: -1e6, y: -1e6, width: 2e6, height: 2e6 }]) {
        const expected = [...all.keys()].filter((n) => all.slice(n, n + 1).some((one) => intersects(one, asked)));
        expect(
          index
            .search(asked)
            .map(Number)
            .toSorted((a, b) => a - b),
        ).toEqual(expected);
      }
    }
  });

  it('the index answers so where it has taken the boxes roughly, at every step, with moves of all and of some between them', () => {
    const many = Array.from({ length: 21_000 }, (_, n): Box => ({
      x: (n % 90) * 300,
      y: Math.floor(n / 90) * 250,
      width: 120,
      height: 80,
    }));
    fc.assert(
      fc.property(
        box,
        fc.nat({ max: 12 }),
        fc.array(fc.nat({ max: 20_999 }), { maxLength: 5 }),
        (asked, steps, moved) => {
          // The current items, as their owner has them.
          const now = new Map(many.map((one, n) => [String(n), one]));
          const boxOf = (id: string): Box => now.get(id) ?? asked;
          const index = new SpatialIndex(new EngineStats());
          index.load(
            now.entries(),
            ([id]) => id,
            ([, one]) => inflate(one, 70),
            ([id]) => boxOf(id),
          );
          for (let step = 0; step < steps; step++) {
            index.settle();
            const by = { x: step, y: -step };
            for (const [id, one] of now) now.set(id, translate(one, by));
            index.moveAll(by);
            expect(index.search(asked).toSorted()).toEqual(touching(now, asked));
          }
          for (const n of moved) {
            now.set(String(n), asked);
            index.set(String(n), asked);
          }
          expect(differences(index, now, asked)).toEqual([]);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('the index answers so after edits of many at once too, of a few among them or of nearly all', () => {
    const id = fc.integer({ min: 0, max: 99 }).map(String);
    const batch = fc.array(fc.tuple(id, fc.option(box, { freq: 4 })), { maxLength: 60 });
    fc.assert(
      fc.property(fc.array(fc.tuple(id, box)), fc.array(batch, { maxLength: 5 }), box, (loaded, batches, asked) => {
        const boxes = new Map<string, Box>(loaded);
        const index = indexOf(boxes);
        for (const changes of batches) {
          for (const [key, value] of changes) {
            if (value) boxes.set(key, value);
            else boxes.delete(key);
          }
          index.follow(changes.map(([key]) => [key, boxes.get(key)]));
        }
        expect(differences(index, boxes, asked)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('the index answers so after everything has moved by the same, before and after other edits', () => {
    const wholeBox = fc.record({
      x: whole(-900, 900),
      y: whole(-900, 900),
      width: whole(0, 300),
      height: whole(0, 300),
    });
    const by = fc.record({ x: whole(-2000, 2000), y: whole(-2000, 2000) });
    const id = whole(0, 40).map(String);
    const edit = fc.oneof(by, fc.tuple(id, wholeBox));
    fc.assert(
      fc.property(fc.array(fc.tuple(id, wholeBox)), fc.array(edit), wholeBox, (loaded, edits, asked) => {
        let boxes = new Map<string, Box>(loaded);
        const index = indexOf(boxes);
        for (const one of edits) {
          if ('x' in one) {
            boxes = new Map([...boxes].map(([key, value]) => [key, translate(value, one)]));
            index.moveAll(one);
          } else {
            boxes.set(...one);
            index.set(...one);
          }
        }
        expect(differences(index, boxes, asked)).toEqual([]);
        expect(index.bounds()).toEqual(union(boxes.values()));
        for (const [key, value] of boxes) expect(index.boxOf(key)).toEqual(value);
      }),
      { numRuns: 200 },
    );
  });
});
