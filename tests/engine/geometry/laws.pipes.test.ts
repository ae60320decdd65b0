import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, contains, inflate } from '../../../src/engine/geometry/box';
import { distanceToRoute, middleOfRoute, edgeBounds, edgeRoute } from '../../../src/engine/geometry/edgeRoute';
import { distance, type Vector } from '../../../src/engine/geometry/vector';
import { anyVector } from '../support/anyPlace';

const lengthOf = (points: readonly Vector[]): number =>
  points.slice(1).reduce((sum, b, index) => sum + distance(points[index] ?? b, b), 0);

describe('laws of pipes', () => {
  it('lie in the box that is computed without them', () => {
    fc.assert(
      fc.property(anyVector, anyVector, fc.boolean(), (from, to, isLevel) => {
        const end = isLevel ? { x: to.x, y: from.y } : to;
        expect(edgeBounds(from.x, from.y, end.x, end.y, 0)).toEqual(boundsOf(edgeRoute(from, end)));
      }),
    );
  });

  const grid = fc.integer({ min: -20, max: 20 }).map((step) => step * 12);
  const end = fc.oneof(anyVector, fc.record({ x: grid, y: grid }));

  it('lead from one end to the other along the axes, out to the right and in from the left', () => {
    fc.assert(
      fc.property(end, end, (from, to) => {
        const route = edgeRoute(from, to);
        expect([route[0], route.at(-1)]).toEqual([from, to]);
        const pieces = route.slice(1).map((b, index) => [route[index] ?? b, b] as const);
        for (const [a, b] of pieces) expect(a.x === b.x || a.y === b.y).toBe(true);
        expect(pieces[0]?.[1].x).toBeGreaterThanOrEqual(from.x);
        expect(pieces.at(-1)?.[0].x).toBeLessThanOrEqual(to.x);
        expect(route.length).toBeLessThanOrEqual(6);
      }),
      { numRuns: 1000 },
    );
  });

  it('run straight for a while before they turn', () => {
    fc.assert(
      fc.property(end, end, (from, to) => {
        const route = edgeRoute(from, to);
        fc.pre(route.length > 2);
        const [, turn] = route;
        const last = route.at(-2);
        expect((turn?.x ?? 0) - from.x).toBeGreaterThanOrEqual(24 - 1e-6);
        expect(to.x - (last?.x ?? 0)).toBeGreaterThanOrEqual(24 - 1e-6);
        expect([turn?.y, last?.y]).toEqual([from.y, to.y]);
      }),
      { numRuns: 1000 },
    );
  });

  it('have their middle half way along, and every corner on them', () => {
    fc.assert(
      fc.property(end, end, (from, to) => {
        const route = edgeRoute(from, to);
        for (const corner of route) expect(distanceToRoute(route, corner)).toBeLessThan(1e-6);
        const middle = middleOfRoute(route);
        expect(distanceToRoute(route, middle)).toBeLessThan(1e-6);
        const bounds = boundsOf(route);
        expect(bounds && contains(inflate(bounds, 1e-6), middle)).toBe(true);
        const pieces = route.slice(1).map((b, index) => [route[index] ?? b, b] as const);
        const at = pieces.findIndex((piece) => distanceToRoute(piece, middle) < 1e-6);
        const halves = [...route.slice(0, at + 1), middle];
        // A middle on a corner, or where the pipe crosses itself, may be found on an earlier piece.
        expect(lengthOf(halves)).toBeLessThanOrEqual(lengthOf(route) / 2 + 1e-5);
      }),
      { numRuns: 1000 },
    );
  });

  it('are no nearer than a walk along them finds', () => {
    fc.assert(
      fc.property(end, end, end, (from, to, point) => {
        const route = edgeRoute(from, to);
        const shares = Array.from({ length: 201 }, (_, index) => index / 200);
        const walked = route.slice(1).flatMap((b, index) => {
          const a = route[index] ?? b;
          return shares.map((share) => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }));
        });
        const nearest = Math.min(...walked.map((step) => distance(step, point)));
        const longest = Math.max(...route.slice(1).map((b, index) => distance(route[index] ?? b, b)));
        const found = distanceToRoute(route, point);
        expect(found).toBeLessThanOrEqual(nearest + 1e-6);
        expect(found).toBeGreaterThanOrEqual(nearest - longest / 200);
      }),
      { numRuns: 200 },
    );
  });
});
