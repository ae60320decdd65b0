import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box } from '../../../src/engine/geometry/box';
import { planRepaint, planStretch, stripsOf } from '../../../src/engine/render/frame/repaintPlan';

const view = (x: number, y: number, zoom = 1) => ({ viewport: { x, y, zoom }, width: 400, height: 300 });

const covers = (box: Box, x: number, y: number): boolean =>
  box.x <= x && box.y <= y && box.x + box.width >= x + 1 && box.y + box.height >= y + 1;

describe('the plan of a repaint', () => {
  const everything = { shift: { x: 0, y: 0 }, regions: [{ x: 0, y: 0, width: 400, height: 300 }] };

  it('moves the picture and paints the two strips that came into view', () => {
    expect(planRepaint(view(0, 0), view(10, -20), [])).toEqual({
      shift: { x: 10, y: -20 },
      regions: [
        { x: 0, y: 0, width: 10, height: 300 },
        { x: 10, y: 280, width: 390, height: 20 },
      ],
    });
  });

  it('paints everything at the first time, at another zoom or size, and far away', () => {
    expect(planRepaint(null, view(0, 0), [])).toEqual(everything);
    expect(planRepaint(view(0, 0), view(0, 0, 2), [])).toEqual(everything);
    expect(planRepaint(view(0, 0), { ...view(0, 0), width: 400 }, 'all')).toEqual(everything);
    expect(planRepaint({ ...view(0, 0), width: 9 }, view(0, 0), [])).toEqual(everything);
    expect(planRepaint(view(0, 0), view(401, 0), [])).toEqual(everything);
  });

  it('paints dirty regions in view, boxes that touch as one', () => {
    const boxes = [
      { x: 100, y: 100, width: 20, height: 20 },
      { x: 130, y: 100, width: 20, height: 20 },
      { x: 5000, y: 0, width: 20, height: 20 },
    ];
    const { regions } = planRepaint(view(0, 0), view(0, 0), boxes);
    expect(regions).toEqual([{ x: 80, y: 80, width: 90, height: 60 }]);
  });
});

describe('strips of a view', () => {
  it.each([1, 3, 4])('are all of it, in %s parts', (count) => {
    const shown = view(17, -40, 0.7);
    const regions = stripsOf(shown, count).map((strip) => planRepaint(shown, shown, [strip]).regions);
    expect(regions).toHaveLength(count);
    for (const part of regions) {
      expect(part).toEqual([expect.objectContaining({ x: 0, width: 400 })]);
      expect(part[0]?.height).toBeLessThan(300 / count + 40);
    }
    const rows = Array.from({ length: 300 }, (_, y) => regions.some(([part]) => part && covers(part, 0, y)));
    expect(rows).not.toContain(false);
  });
});

describe('the plan of a stretch', () => {
  it('lays the picture where the next viewport has it, and paints the bars around it', () => {
    expect(planStretch(view(0, 0), view(40, 30, 0.8), [])).toEqual({
      to: { x: 40, y: 30, width: 320, height: 240 },
      regions: [
        { x: 0, y: 0, width: 400, height: 30 },
        { x: 0, y: 270, width: 400, height: 30 },
        { x: 0, y: 30, width: 40, height: 240 },
        { x: 360, y: 30, width: 40, height: 240 },
      ],
    });
    expect(planStretch(view(0, 0), view(-100, -75, 1.5), [])).toMatchObject({ regions: [] });
  });

  it('paints dirty regions over it', () => {
    const stale = [{ x: 100, y: 100, width: 20, height: 20 }];
    expect(planStretch(view(0, 0), view(0, 0, 2), stale)?.regions).toEqual([
      { x: 164, y: 164, width: 112, height: 112 },
    ]);
  });

  it('is dropped when it would be too blurred, or when most is to be painted', () => {
    expect(planStretch(view(0, 0), view(0, 0, 2.1), [])).toBeNull();
    expect(planStretch(view(0, 0), view(100, 75, 0.5), [])).toBeNull();
    expect(planStretch(view(0, 0), view(500, 0, 1.1), [])).toBeNull();
    expect(planStretch(view(0, 0), view(0, 0, 1.1), 'all')).toBeNull();
    expect(planStretch({ ...view(0, 0), width: 9 }, view(0, 0, 1.1), [])).toBeNull();
    expect(planStretch(view(0, 0), view(0, 0, 1.1), [{ x: -9e9, y: -9e9, width: 2e10, height: 2e10 }])).toBeNull();
  });

  it('covers every pixel by the picture or by painted regions', () => {
    const sizes = { x: fc.integer({ min: -300, max: 300 }), y: fc.integer({ min: -300, max: 300 }) };
    fc.assert(
      fc.property(fc.record({ ...sizes, zoom: fc.double({ min: 0.6, max: 2, noNaN: true }) }), (viewport) => {
        const plan = planStretch(view(0, 0), { ...view(0, 0), viewport }, []);
        if (!plan) return;
        const bare: string[] = [];
        for (let x = 0; x < 400; x += 7) {
          for (let y = 0; y < 300; y += 7) {
            if (![plan.to, ...plan.regions].some((box) => covers(box, x, y))) bare.push(`${x},${y}`);
          }
        }
        expect(bare).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });
});
