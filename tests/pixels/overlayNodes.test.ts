import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FrameOptions } from '../../src/engine';
import { anyStep } from '../engine/support/anyStep';
import { oddCanvas } from '../engine/support/oddCanvas';
import { takeStep } from '../engine/support/takeStep';
import { KonvaOverlay } from '../support/KonvaOverlay';
import { DARK, LIGHT } from '../support/paintWorld';
import { TestEditor } from '../support/TestEditor';
import { desk, ON_SCREEN, seen, world } from './support/frames';

const optionsOf = (more: Partial<FrameOptions>): FrameOptions => ({ ...ON_SCREEN, ...more });

describe('what lies over the cards', () => {
  it.each([
    ['light', LIGHT],
    ['dark', DARK],
  ])('has a round, red delete button of 12 px with a cross and a rim (%s)', (_mode, theme) => {
    const editor = desk().select('idea');
    const { x, y } = editor.deleteButton('idea');
    const sheet = seen(editor, optionsOf({ theme }));
    expect(sheet.at(x, y - 10)).toBe(theme.danger);
    expect(sheet.at(x + 10, y)).toBe(theme.danger);
    expect(sheet.at(x, y)).toBe(theme.surface);
    expect(sheet.at(x, y - 13)).toBe(theme.surface);
    expect(sheet.at(x + 11, y - 11)).not.toBe(theme.danger);
  });

  it.each([1, 0.5, 0.2])(
    'lights the handle that a pipe would be joined to, over the card as it was, at zoom %d',
    (zoom) => {
      const editor = desk(zoom);
      const { x, y } = editor.handle('art', 'text-left');
      const overlay = new KonvaOverlay(editor, ON_SCREEN);
      const beyond = (): number => {
        overlay.draw();
        // The pipe comes from the left.
        return overlay.alphaAt(Math.floor((x + 7) * zoom), Math.floor(y * zoom));
      };
      editor.pointerDown(editor.handle('idea', 'text-right')).pointerMove([330, 250]);
      expect(beyond()).toBe(0);
      const cards = world(editor).calls;
      editor.pointerMove([x + 2, y]);
      expect(editor.engine.preview.connection?.verdict).toBe('valid');
      expect(beyond()).toBeGreaterThan(200);
      expect(world(editor).calls).toEqual(cards);
      editor.pointerMove([330, 250]);
      expect(beyond()).toBe(0);
    },
  );

  it.each([1, 0.5])('has a marquee tinted under an outline of one screen pixel at zoom %d', (zoom) => {
    const editor = desk(zoom);
    editor.pointerDown([900, 600], { shift: true }).pointerMove([700, 300], { shift: true });
    const overlay = new KonvaOverlay(editor, ON_SCREEN);
    overlay.draw();
    const [left, top] = [700 * zoom, 300 * zoom];
    expect(overlay.alphaAt(left + 20, top + 20)).toBe(25);
    // Each covers half a pixel on both sides, and tints the inner one too.
    expect([overlay.alphaAt(left - 2, top + 20), overlay.alphaAt(left + 1, top + 20)]).toEqual([0, 25]);
    expect(overlay.alphaAt(left, top + 20)).toBeGreaterThan(120);
  });

  it('rings the card that would take in what is dragged, at every level of detail [CAT-11]', () => {
    for (const zoom of [1, 0.3, 0.15]) {
      const editor = desk(zoom).pointerDown('loose').pointerMove([150, 350]);
      expect(editor.engine.preview.dropTargetId).toBe('moods');
      const overlay = new KonvaOverlay(editor, ON_SCREEN);
      overlay.draw();
      expect(overlay.alphaAt(Math.round(60 * zoom), Math.round(330 * zoom))).toBeGreaterThan(120);
    }
  });

  it('is drawn from its kept nodes as it would be drawn afresh, whatever was there before [STAGE-7]', () => {
    fc.assert(
      fc.property(
        oddCanvas,
        fc.array(anyStep, { maxLength: 12 }),
        fc.constantFrom(1, 2),
        fc.constantFrom(LIGHT, DARK),
        (start, steps, pixelRatio, theme) => {
          const editor = new TestEditor(start);
          const options = optionsOf({ pixelRatio, theme, size: { width: 300, height: 200 } });
          const kept = new KonvaOverlay(editor, options);
          for (const step of steps) {
            takeStep(editor, step);
            kept.draw();
          }
          const fresh = new KonvaOverlay(editor, options);
          kept.draw();
          fresh.draw();
          expect(kept.pixels.equals(fresh.pixels)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});
