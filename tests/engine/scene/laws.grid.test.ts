import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snap } from '../../../src/engine/geometry/vector';
import { Guides } from '../../../src/engine/scene/guides';
import { anyVector, farNumber } from '../support/anyPlace';
import { errorOf, EXACT } from '../support/errorOf';

describe('laws of the grid', () => {
  it('snapping is to the nearest corner of the grid, and twice is once', () => {
    fc.assert(
      fc.property(fc.oneof(anyVector, fc.record({ x: farNumber, y: farNumber })), (at) => {
        const once = snap(at, 15);
        expect(snap(once, 15)).toEqual(once);
        expect(Math.abs(once.x - at.x)).toBeLessThanOrEqual(7.5 + 1e-6);
        expect(Math.abs(once.y - at.y)).toBeLessThanOrEqual(7.5 + 1e-6);
        expect([once.x, once.y].some((value) => Object.is(value, -0))).toBe(false);
        expect([Math.abs(once.x % 15), Math.abs(once.y % 15)]).toEqual([0, 0]);
      }),
      { numRuns: 1000 },
    );
  });

  it('a drag ends on the grid, and one that ends there ends there again', () => {
    fc.assert(
      fc.property(anyVector, (pulledTo) => {
        const among = new Guides([], 1);
        const { at } = among.place({ ...pulledTo, width: 245, height: 195 }, false);
        expect(errorOf(at, snap(at, 15), 1e6)).toBeLessThanOrEqual(EXACT);
        expect(among.place({ ...at, width: 245, height: 195 }, false).at).toEqual(at);
      }),
      { numRuns: 500 },
    );
  });
});
