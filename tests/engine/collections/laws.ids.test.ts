import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdTable } from '../../../src/engine/collections/IdTable';

type Step = readonly ['set' | 'delete' | 'copy' | 'clear', string];

/** Few ids, so that they leave and come back, some alike up to their end; now and then any string. */
const anyId = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 60 }).map((number) => `image_node_${number}`) },
  { weight: 1, arbitrary: fc.string() },
);
const anyStep: fc.Arbitrary<Step> = fc.tuple(
  fc.oneof(
    { weight: 60, arbitrary: fc.constant('set' as const) },
    { weight: 30, arbitrary: fc.constant('delete' as const) },
    { weight: 3, arbitrary: fc.constant('copy' as const) },
    { weight: 1, arbitrary: fc.constant('clear' as const) },
  ),
  anyId,
);

const all = (table: IdTable<object>) => ({ size: table.size, keys: [...table.keys()], values: [...table.values()] });
const allOf = (map: ReadonlyMap<string, object>) => ({
  size: map.size,
  keys: [...map.keys()],
  values: [...map.values()],
});

/** Calls the same method on a table or a map; returns its result. */
function done(to: IdTable<object> | Map<string, object>, name: Step[0], id: string, value: object): unknown {
  if (name === 'set') to.set(id, value);
  if (name === 'clear') to.clear();
  return name === 'delete' && to.delete(id);
}

describe('the table of ids', () => {
  it('equals a Map, also in its order, after any sequence of changes; a copy stays as it was', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 300 }), (steps) => {
        const [table, map] = [new IdTable<object>(), new Map<string, object>()];
        const copies: [IdTable<object>, Map<string, object>][] = [];
        for (const [name, id] of steps) {
          if (name === 'copy') copies.push([table.copy(), new Map(map)]);
          const value = {};
          expect(done(table, name, id, value)).toBe(done(map, name, id, value));
          expect(table.get(id)).toBe(map.get(id));
          expect(table.has(id)).toBe(map.has(id));
        }
        for (const [mine, theirs] of [[table, map] as const, ...copies]) expect(all(mine)).toEqual(allOf(theirs));
      }),
    );
  });
});
