import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pictureOver, type Size, type Vector } from '../../../src/engine';
import { encloses, inflate, type Box } from '../../../src/engine/geometry/box';
import { visibleBox } from '../../../src/engine/geometry/viewport';
import { pipe, TestEditor } from '../../support/TestEditor';
import { anyNumber } from '../support/anyPlace';

/** World pixels around the cards of a picture, and the highest zoom of one whose size is given. */
const PADDING = 60;
const NEAREST = 2;

const side = fc.double({ min: 1, max: 1e5, noNaN: true });
const anyCards: fc.Arbitrary<Box> = fc.record({ x: anyNumber, y: anyNumber, width: side, height: side });
const pixels = fc.integer({ min: 1, max: 4000 });
const anySize: fc.Arbitrary<Size> = fc.record({ width: pixels, height: pixels });

/** Pane at each side of the cards; pixels of the picture. */
function pane(cards: Box, { viewport: { x, y, zoom }, size }: ReturnType<typeof pictureOver>) {
  const [left, top] = [cards.x * zoom + x, cards.y * zoom + y];
  const [right, bottom] = [size.width - left - cards.width * zoom, size.height - top - cards.height * zoom];
  return { left, top, right, bottom };
}

describe('a picture of everything', () => {
  it('of a given size has the cards in its middle, as near as the padding allows, and no nearer than 2', () => {
    fc.assert(
      fc.property(anyCards, anySize, (cards, size) => {
        const picture = pictureOver(cards, { size });
        const { zoom } = picture.viewport;
        const { left, top, right, bottom } = pane(cards, picture);
        expect(picture.size).toEqual(size);
        expect(left).toBeCloseTo(right, 5);
        expect(top).toBeCloseTo(bottom, 5);
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(PADDING * zoom - 1e-6);
        expect(zoom).toBeLessThanOrEqual(NEAREST);
        expect(zoom === NEAREST || Math.min(left, top) <= PADDING * zoom + 1e-6).toBe(true);
      }),
    );
  });

  it('of a given scale is as large as the cards and the padding at it, in whole pixels', () => {
    fc.assert(
      fc.property(anyCards, fc.double({ min: 0.01, max: 10, noNaN: true }), (cards, scale) => {
        const picture = pictureOver(cards, { scale });
        expect(picture.viewport.zoom).toBe(scale);
        expect(Object.values(picture.size).every(Number.isInteger)).toBe(true);
        for (const margin of Object.values(pane(cards, picture))) {
          // Rounding takes half a pixel from both sides together; a picture without a whole pixel gets one.
          expect(margin).toBeGreaterThanOrEqual(PADDING * scale - 0.25 - 1e-6);
          expect(margin).toBeLessThanOrEqual(PADDING * scale + 0.5 + 1e-6);
        }
      }),
    );
  });

  it('shows every card and every pipe, also those that turn back around their cards [PACKAGE-6]', () => {
    const at: fc.Arbitrary<Vector> = fc.record({
      x: fc.integer({ min: -3000, max: 3000 }),
      y: fc.integer({ max: 900, min: 0 }),
    });
    fc.assert(
      fc.property(at, at, anySize, (one, other, size) => {
        const { engine } = TestEditor.with(
          { one: { type: 'image', at: [one.x, one.y] }, other: { type: 'image', at: [other.x, other.y] } },
          [pipe('one', 'other', 'image'), pipe('other', 'one', 'image')],
        );
        const { viewport } = pictureOver(engine.scene.bounds(), { size });
        const shown = inflate(visibleBox(viewport, size), 1e-6);
        for (const node of engine.document.allNodes()) expect(encloses(shown, engine.scene.boxOf(node))).toBe(true);
        for (const edge of engine.document.allEdges())
          for (const corner of engine.scene.routeOf(edge))
            expect(encloses(shown, { ...corner, width: 0, height: 0 })).toBe(true);
      }),
    );
  });

  it('of nothing shows the middle of the world', () => {
    expect(pictureOver(null, { size: { width: 900, height: 600 } }).viewport).toEqual({ x: 450, y: 300, zoom: 2 });
    expect(pictureOver(null, { scale: 1 })).toEqual({
      size: { width: 2 * PADDING, height: 2 * PADDING },
      viewport: { x: PADDING, y: PADDING, zoom: 1 },
    });
  });
});
