import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitBox } from '../../../src/engine/geometry/fitBox';
import {
  clampViewport,
  ZOOM_MAX,
  ZOOM_MIN,
  toScreen,
  toWorld,
  visibleBox,
  zoomTo,
} from '../../../src/engine/geometry/viewport';
import { anyNumber, anyVector, farNumber } from '../support/anyPlace';
import { errorOf, EXACT } from '../support/errorOf';

const viewport = fc.record({
  x: farNumber,
  y: farNumber,
  zoom: fc.double({ min: ZOOM_MIN, max: ZOOM_MAX, noNaN: true }),
});

describe('laws of the viewport', () => {
  it('screen to world to screen is where it was', () => {
    fc.assert(
      fc.property(viewport, anyVector, (view, at) => {
        expect(errorOf(toScreen(view, toWorld(view, at)), at, view.x, view.y, at.x, at.y)).toBeLessThanOrEqual(EXACT);
      }),
      { numRuns: 1000 },
    );
  });

  it('world to screen to world is where it was', () => {
    fc.assert(
      fc.property(viewport, anyVector, (view, at) => {
        const back = toWorld(view, toScreen(view, at));
        expect(errorOf(back, at, view.x / view.zoom, view.y / view.zoom, at.x, at.y)).toBeLessThanOrEqual(EXACT);
      }),
      { numRuns: 1000 },
    );
  });

  it('zooming keeps the point under the pointer and stays within bounds', () => {
    fc.assert(
      fc.property(viewport, anyVector, fc.double({ min: 0.001, max: 100, noNaN: true }), (view, at, wanted) => {
        const next = zoomTo(view, at, wanted);
        expect(next.zoom).toBe(Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, wanted)));
        const world = toWorld(view, at);
        expect(
          errorOf(toScreen(next, world), at, view.x, view.y, world.x * next.zoom, world.y * next.zoom),
        ).toBeLessThanOrEqual(EXACT);
      }),
      { numRuns: 1000 },
    );
  });

  it('any viewport is brought within bounds, and one within bounds stays as it is', () => {
    const anything = fc.double();
    fc.assert(
      fc.property(fc.record({ x: anything, y: anything, zoom: anything }), (view) => {
        const next = clampViewport(view);
        expect([next.x, next.y, next.zoom].every(Number.isFinite)).toBe(true);
        expect(next.zoom).toBeGreaterThanOrEqual(ZOOM_MIN);
        expect(next.zoom).toBeLessThanOrEqual(ZOOM_MAX);
        expect(clampViewport(next)).toEqual(next);
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(viewport, (view) => {
        expect(clampViewport(view)).toEqual({ ...view, x: view.x + 0, y: view.y + 0 });
      }),
    );
  });

  it('shows the corners of the stage at the corners of the visible part', () => {
    fc.assert(
      fc.property(fc.record({ x: anyNumber, y: anyNumber, zoom: fc.constantFrom(0.1, 0.75, 5) }), (view) => {
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
      fc.property(anyVector, side, side, (corner, width, height) => {
        const view = fitBox({ ...corner, width, height }, { x: 0, y: 0, width: 1000, height: 700 }, 60);
        const topLeft = toScreen(view, corner);
        expect(view.zoom).toBeLessThanOrEqual(1);
        expect(topLeft.x + (width * view.zoom) / 2).toBeCloseTo(500, 3);
        expect(topLeft.y + (height * view.zoom) / 2).toBeCloseTo(350, 3);
        expect(view.zoom === ZOOM_MIN || Math.min(topLeft.x, topLeft.y) >= 60 - 1e-6).toBe(true);
        const isTight = view.zoom === 1 || Math.min(topLeft.x, topLeft.y) <= 60 + 1e-6;
        expect(isTight).toBe(true);
      }),
    );
  });
});
