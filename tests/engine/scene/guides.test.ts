import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlayParts } from '../../../src/engine/render/frame/overlayParts';
import { Guides } from '../../../src/engine/scene/guides';
import { TestEditor } from '../../support/TestEditor';

/** Two pictures in a row with a gap of 55, a prompt of another width below. */
const desk = (zoom = 1) =>
  TestEditor.with(
    {
      one: { type: 'image', at: [0, 0] },
      two: { type: 'image', at: [300, 0] },
      idea: { type: 'textPrompt', at: [30, 420] },
      far: { type: 'image', at: [5000, 4000] },
    },
    [],
    { x: 0, y: 0, zoom },
  );

/** Cards at the top of the world are away from the stage's edge. */
const LOWER = { x: 0, y: 60, zoom: 1 };

const linesOf = (editor: TestEditor) =>
  (editor.engine.preview.guides ?? [])
    .filter(({ isGap }) => !isGap)
    .map(({ from, to }) => [from.x, from.y, to.x, to.y]);
const gapsOf = (editor: TestEditor) =>
  (editor.engine.preview.guides ?? []).filter(({ isGap }) => isGap).map(({ from, to }) => [from.x, from.y, to.x, to.y]);

describe('the guides of a drag', () => {
  it('show the lines that a card shares with others in view, as long as all of them [ARRANGE-5]', () => {
    const editor = desk().pointerDown('idea').pointerMove([63, 440]);
    expect(editor.drawnAt('idea')).toEqual([0, 420]);
    expect(linesOf(editor)).toEqual([[0, 0, 0, 615]]);
    // Away from the line there is no guide, and none is left after the release.
    editor.pointerMove([80, 440]);
    expect(linesOf(editor)).toEqual([]);
    editor.pointerMove([63, 440]).pointerUp();
    expect(editor.engine.preview.guides).toBeNull();
    expect(editor.at('idea')).toEqual([0, 420]);
  });

  it('say by their edges that cards of one size are level, and by the middle of others [ARRANGE-5]', () => {
    const editor = TestEditor.with(
      {
        one: { type: 'image', at: [0, 0] },
        two: { type: 'image', at: [300, 300] },
        low: { type: 'text', at: [900, 37.5] },
      },
      [],
      LOWER,
    );
    editor.pointerDown('two').pointerMove([661, 21]);
    expect(editor.drawnAt('two')).toEqual([600, 0]);
    const rows = linesOf(editor).filter(([, from, , to]) => from === to);
    expect(rows).toEqual([
      [0, 0, 845, 0],
      [600, 97.5, 1120, 97.5],
      [0, 195, 845, 195],
    ]);
  });

  it('show gaps that are equal, with a tick at each end [ARRANGE-6]', () => {
    const editor = desk().pointerDown('idea').pointerMove([90, 441]);
    expect(gapsOf(editor)).toEqual([]);
    const third = TestEditor.with(
      {
        one: { type: 'image', at: [0, 0] },
        two: { type: 'image', at: [300, 0] },
        three: { type: 'image', at: [300, 400] },
      },
      [],
      LOWER,
    );
    third.pointerDown('three').pointerMove([664, 22]);
    expect(third.drawnAt('three')).toEqual([600, 0]);
    expect(gapsOf(third)).toEqual([
      [245, 97.5, 300, 97.5],
      [545, 97.5, 600, 97.5],
    ]);
    expect(overlayParts(third.engine).guides.at(-1)).toEqual([
      545, 93.5, 545, 101.5, 545, 97.5, 600, 97.5, 600, 93.5, 600, 101.5,
    ]);
  });

  it('never take a card off the grid, unless Ctrl or ⌘ is held near one [ARRANGE-7] [STAGE-2]', () => {
    // Its right edge would be level with the upper one at 25, which is on no line of the grid.
    const editor = desk().pointerDown('idea').pointerMove([82, 440]);
    expect(editor.drawnAt('idea')).toEqual([15, 420]);
    editor.pointerMove([82, 440], { primary: true });
    expect(editor.drawnAt('idea')).toEqual([25, 420]);
    expect(linesOf(editor)).toEqual([[245, 0, 245, 615]]);
    editor.pointerUp([82, 440], { primary: true });
    expect(editor.at('idea')).toEqual([25, 420]);
    expect(editor.engine.preview.guides).toBeNull();
    // Far from every guide the grid holds with the key too.
    editor.drag('idea', [475, 1440], { primary: true });
    expect(editor.at('idea')).toEqual([420, 1425]);
  });

  it('are not shown while the view is pulled along at its edge, and are as soon as the pointer is away from it [ARRANGE-5]', () => {
    const editor = TestEditor.with({
      idea: { type: 'textPrompt', at: [400, 60] },
      far: { type: 'image', at: [1200, 60] },
    });
    editor.pointerDown('idea').pointerMove([900, 80]);
    expect(linesOf(editor)).toEqual([]);
    editor.pointerMove([995, 80]);
    for (let frame = 0; frame < 60; frame += 1) expect(linesOf(editor.wait(1))).toEqual([]);
    editor.pointerMove(editor.onScreen(900, 80));
    expect(editor.drawnAt('idea')[1]).toBe(60);
    expect(linesOf(editor).map(([, y]) => y)).toContain(60);
    editor.pointerUp();
  });

  it('query only the view, and nothing where cards are too small to see', () => {
    const editor = desk().pointerDown('idea').pointerMove([160, 440]);
    editor.merge({ type: 'moveNode', id: 'far', position: { x: 135, y: 6000 } });
    editor.pointerMove([194, 440]).pointerMove([193, 440]);
    expect(editor.drawnAt('idea')).toEqual([135, 420]);
    expect(linesOf(editor)).toEqual([]);
    const small = desk(0.3).pointerDown('idea').pointerMove([63, 440]);
    expect(small.drawnAt('idea')).toEqual([0, 420]);
    expect(small.engine.preview.guides).toBeNull();
  });

  it('go with Escape, which brings everything back', () => {
    const editor = desk().pointerDown('idea').pointerMove([63, 440]).keyDown('Escape');
    expect(editor.engine.preview.guides).toBeNull();
    expect(editor.at('idea')).toEqual([30, 420]);
  });
});

/** Start, middle and end on one axis. */
const linesAt = (start: number, size: number) => [0, 0.5, 1].map((share) => start + share * size);

describe('laws of guides', () => {
  const anyBox = fc.record({
    x: fc.integer({ min: -600, max: 600 }),
    y: fc.integer({ min: -600, max: 600 }),
    width: fc.integer({ min: 20, max: 300 }),
    height: fc.integer({ min: 20, max: 300 }),
  });

  it('a card that has been elsewhere is placed as one that comes straight there', () => {
    const anyWay = fc.array(fc.tuple(anyBox, fc.boolean()), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(anyWay, fc.array(anyBox, { maxLength: 6 }), (way, others) => {
        const guides = new Guides(others, 1);
        for (const [card, leavesGrid] of [...way, ...way.toReversed()]) {
          expect(guides.place(card, leavesGrid)).toEqual(new Guides(others, 1).place(card, leavesGrid));
        }
      }),
    );
  });

  it('a line that is shown is shared, a gap that is shown has its like, and without the key all is on the grid [ARRANGE-5] [ARRANGE-6] [ARRANGE-7]', () => {
    fc.assert(
      fc.property(anyBox, fc.array(anyBox, { maxLength: 6 }), fc.boolean(), (card, others, leavesGrid) => {
        const { at, guides } = new Guides(others, 1).place(card, leavesGrid);
        const offGrid = Math.abs(at.x % 15) + Math.abs(at.y % 15);
        expect(leavesGrid || offGrid === 0).toBe(true);
        expect(Math.abs(at.x - card.x)).toBeLessThanOrEqual(8);
        expect(Math.abs(at.y - card.y)).toBeLessThanOrEqual(8);
        const boxes = [{ ...card, ...at }, ...others];
        for (const { from, to, isGap } of guides) {
          const sharing = boxes.filter((box) =>
            from.x === to.x
              ? linesAt(box.x, box.width).some((x) => Math.abs(x - from.x) < 0.02)
              : linesAt(box.y, box.height).some((y) => Math.abs(y - from.y) < 0.02),
          );
          expect(isGap || sharing.length > 1).toBe(true);
        }
        for (const isLevel of [true, false]) {
          const sizes = guides
            .filter(({ from, to, isGap }) => isGap && (from.y === to.y) === isLevel)
            .map(({ from, to }) => (isLevel ? to.x - from.x : to.y - from.y));
          for (const size of sizes) {
            expect(size).toBeGreaterThan(0);
            expect(sizes.filter((other) => Math.abs(other - size) <= 1).length).toBeGreaterThan(1);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
