import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snappedDelta } from '../../src/engine/commands/moveNodes';
import { boundsOf, contains, inflate, intersects, translate, union, type Box } from '../../src/engine/geometry/box';
import {
  clampCamera,
  fitBox,
  MAX_ZOOM,
  MIN_ZOOM,
  toScreen,
  toWorld,
  visibleBox,
  zoomTo,
} from '../../src/engine/geometry/camera';
import { distanceToRoute, middleOfRoute, pipeBounds, pipeRoute } from '../../src/engine/geometry/pipeRoute';
import { SpatialIndex } from '../../src/engine/geometry/SpatialIndex';
import { add, distance, snap, type Vector } from '../../src/engine/geometry/vector';

const number = fc.double({ min: -1e5, max: 1e5, noNaN: true });
const vector = fc.record({ x: number, y: number });
/** As far as a camera goes. */
const far = fc.double({ min: -1e9, max: 1e9, noNaN: true });
const camera = fc.record({ x: far, y: far, zoom: fc.double({ min: MIN_ZOOM, max: MAX_ZOOM, noNaN: true }) });
const length = fc.double({ min: 0, max: 5000, noNaN: true });
const box = fc.record({ x: number, y: number, width: length, height: length });

/** What numbers of this size cannot tell. */
const EXACT = 1e-13;

/** How far apart they are, as a share of the largest number that had a part in it. */
const errorOf = (actual: Vector, expected: Vector, ...sizes: readonly number[]): number =>
  Math.max(Math.abs(actual.x - expected.x), Math.abs(actual.y - expected.y)) / Math.max(1, ...sizes.map(Math.abs));

const lengthOf = (points: readonly Vector[]): number =>
  points.slice(1).reduce((sum, b, index) => sum + distance(points[index] ?? b, b), 0);

describe('laws of the camera', () => {
  it('screen to world to screen is where it was', () => {
    fc.assert(
      fc.property(camera, vector, (view, at) => {
        expect(errorOf(toScreen(view, toWorld(view, at)), at, view.x, view.y, at.x, at.y)).toBeLessThanOrEqual(EXACT);
      }),
      { numRuns: 1000 },
    );
  });

  it('world to screen to world is where it was', () => {
    fc.assert(
      fc.property(camera, vector, (view, at) => {
        const back = toWorld(view, toScreen(view, at));
        expect(errorOf(back, at, view.x / view.zoom, view.y / view.zoom, at.x, at.y)).toBeLessThanOrEqual(EXACT);
      }),
      { numRuns: 1000 },
    );
  });

  it('zooming keeps the point under the pointer and stays within bounds', () => {
    fc.assert(
      fc.property(camera, vector, fc.double({ min: 0.001, max: 100, noNaN: true }), (view, at, wanted) => {
        const next = zoomTo(view, at, wanted);
        expect(next.zoom).toBe(Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, wanted)));
        const world = toWorld(view, at);
        expect(
          errorOf(toScreen(next, world), at, view.x, view.y, world.x * next.zoom, world.y * next.zoom),
        ).toBeLessThanOrEqual(EXACT);
      }),
      { numRuns: 1000 },
    );
  });

  it('any camera is brought within bounds, and one within bounds stays as it is', () => {
    const anything = fc.double();
    fc.assert(
      fc.property(fc.record({ x: anything, y: anything, zoom: anything }), (view) => {
        const next = clampCamera(view);
        expect([next.x, next.y, next.zoom].every(Number.isFinite)).toBe(true);
        expect(next.zoom).toBeGreaterThanOrEqual(MIN_ZOOM);
        expect(next.zoom).toBeLessThanOrEqual(MAX_ZOOM);
        expect(clampCamera(next)).toEqual(next);
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(camera, (view) => {
        expect(clampCamera(view)).toEqual({ ...view, x: view.x + 0, y: view.y + 0 });
      }),
    );
  });

  it('shows the corners of the stage at the corners of what is visible', () => {
    fc.assert(
      fc.property(fc.record({ x: number, y: number, zoom: fc.constantFrom(0.1, 0.75, 5) }), (view) => {
        const visible = visibleBox(view, { width: 1000, height: 700 });
        const corner = { x: visible.x + visible.width, y: visible.y + visible.height };
        expect(errorOf(toScreen(view, visible), { x: 0, y: 0 }, view.x, view.y, 1000)).toBeLessThanOrEqual(EXACT);
        expect(errorOf(toScreen(view, corner), { x: 1000, y: 700 }, view.x, view.y, 1000)).toBeLessThanOrEqual(EXACT);
      }),
    );
  });

  it('fitting shows the whole box in the middle unless it is too large for the smallest zoom', () => {
    const side = fc.double({ min: 1, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(vector, side, side, (corner, width, height) => {
        const view = fitBox({ ...corner, width, height }, { width: 1000, height: 700 }, 60);
        const topLeft = toScreen(view, corner);
        expect(view.zoom).toBeLessThanOrEqual(1);
        expect(topLeft.x + (width * view.zoom) / 2).toBeCloseTo(500, 3);
        expect(topLeft.y + (height * view.zoom) / 2).toBeCloseTo(350, 3);
        expect(view.zoom === MIN_ZOOM || Math.min(topLeft.x, topLeft.y) >= 60 - 1e-6).toBe(true);
        const isTight = view.zoom === 1 || Math.min(topLeft.x, topLeft.y) <= 60 + 1e-6;
        expect(isTight).toBe(true);
      }),
    );
  });
});

describe('laws of the grid', () => {
  it('snapping is to the nearest corner of the grid, and twice is once', () => {
    fc.assert(
      fc.property(fc.oneof(vector, fc.record({ x: far, y: far })), (at) => {
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
      fc.property(vector, vector, (grabbedAt, delta) => {
        const end = add(grabbedAt, snappedDelta(grabbedAt, delta));
        expect(errorOf(end, snap(end, 15), 1e6)).toBeLessThanOrEqual(EXACT);
        const again = snappedDelta(snap(end, 15), { x: 0, y: 0 });
        expect(again).toEqual({ x: 0, y: 0 });
      }),
      { numRuns: 500 },
    );
  });
});

describe('laws of pipes', () => {
  it('lie in the box that is told without working them out', () => {
    fc.assert(
      fc.property(vector, vector, fc.boolean(), (from, to, isLevel) => {
        const end = isLevel ? { x: to.x, y: from.y } : to;
        expect(pipeBounds(from.x, from.y, end.x, end.y, 0)).toEqual(boundsOf(pipeRoute(from, end)));
      }),
    );
  });

  const grid = fc.integer({ min: -20, max: 20 }).map((step) => step * 12);
  const end = fc.oneof(vector, fc.record({ x: grid, y: grid }));

  it('lead from one end to the other along the axes, out to the right and in from the left', () => {
    fc.assert(
      fc.property(end, end, (from, to) => {
        const route = pipeRoute(from, to);
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
        const route = pipeRoute(from, to);
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
        const route = pipeRoute(from, to);
        for (const corner of route) expect(distanceToRoute(route, corner)).toBeLessThan(1e-6);
        const middle = middleOfRoute(route);
        expect(distanceToRoute(route, middle)).toBeLessThan(1e-6);
        const bounds = boundsOf(route);
        expect(bounds && contains(inflate(bounds, 1e-6), middle)).toBe(true);
        const pieces = route.slice(1).map((b, index) => [route[index] ?? b, b] as const);
        const at = pieces.findIndex((piece) => distanceToRoute(piece, middle) < 1e-6);
        const halves = [...route.slice(0, at + 1), middle];
        // A middle that lies on a corner, or where the pipe crosses itself, may be found on an earlier piece.
        expect(lengthOf(halves)).toBeLessThanOrEqual(lengthOf(route) / 2 + 1e-5);
      }),
      { numRuns: 1000 },
    );
  });

  it('are no nearer than a walk along them finds', () => {
    fc.assert(
      fc.property(end, end, end, (from, to, point) => {
        const route = pipeRoute(from, to);
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

const whole = (min: number, max: number) => fc.integer({ min, max });

function indexOf(boxes: ReadonlyMap<string, Box>): SpatialIndex {
  const index = new SpatialIndex();
  index.load(
    boxes,
    ([id]) => id,
    ([, box]) => box,
  );
  return index;
}

/** What the index answers otherwise than a look at every box does. */
function differences(index: SpatialIndex, boxes: ReadonlyMap<string, Box>, asked: Box): string[] {
  const touching = [...boxes].filter(([, value]) => intersects(value, asked)).map(([key]) => key);
  const around = union(boxes.values());
  const known = index.bounds();
  const isSame = {
    search: index.search(asked).toSorted().join() === touching.toSorted().join(),
    size: index.size === boxes.size,
    bounds: known && around ? errorOf(known, around, 1e5) <= EXACT : known === around,
  };
  return Object.entries(isSame).flatMap(([question, is]) => (is ? [] : [question]));
}

describe('laws of boxes', () => {
  it('the index answers as a look at every box does, after any edits', () => {
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

  it('the index answers so for very many boxes, in a row, in one place and beyond what numbers span, at every step of settling', () => {
    const size = { width: 200, height: 100 };
    const rows = Array.from({ length: 3000 }, (_, n): Box => ({
      x: (n % 60) * 300,
      y: Math.floor(n / 60) * 250,
      ...size,
    }));
    const pile = Array.from({ length: 700 }, (): Box => ({ x: 40, y: -40, ...size }));
    const afar = [-1, 1].map((side): Box => ({ x: side * 1e308, y: side * 1e308, ...size }));
    for (const all of [rows, pile, [...rows, ...pile, ...afar]]) {
      const index = new SpatialIndex();
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
