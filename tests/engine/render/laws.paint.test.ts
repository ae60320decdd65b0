import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlayParts } from '../../../src/engine/render/frame/overlayParts';
import { paintOverlay, paintWorld, type FrameOptions } from '../../../src/engine/render/frame/paintLayers';
import { EN, KO, LIGHT, picturesOf } from '../../support/paintWorld';
import { Recorder } from '../../support/Recorder';
import { TestEditor } from '../../support/TestEditor';
import { anyStep } from '../support/anyStep';
import { takeStep } from '../support/takeStep';
import { oddCanvas } from '../support/oddCanvas';

interface Frame {
  readonly language: 'en' | 'ko';
  readonly pixelRatio: number;
  readonly isInteractive: boolean;
}

const SIZE = { width: 1000, height: 700 };
const PICTURES = picturesOf({ '/files/a.png': { bitmap: 'a', width: 300, height: 200 }, 'sea, storm': 'loading' });

const anyFrame = fc.record({
  language: fc.constantFrom('en' as const, 'ko' as const),
  pixelRatio: fc.constantFrom(1, 2),
  isInteractive: fc.boolean(),
});

const optionsOf = ({ language, pixelRatio, isInteractive }: Frame): FrameOptions => ({
  theme: LIGHT,
  words: { en: EN, ko: KO }[language],
  pictures: PICTURES,
  size: SIZE,
  pixelRatio,
  isInteractive,
});

const frameOf = (editor: TestEditor, frame: Frame) => {
  const options = optionsOf(frame);
  const [world, overlay] = [new Recorder(), new Recorder()];
  const below = paintWorld(world, editor.engine, options);
  const above = paintOverlay(overlay, editor.engine, options);
  return { world, overlay, below, above, parts: overlayParts(editor.engine) };
};

const isWhole = (value: unknown): boolean =>
  typeof value !== 'object' || value === null
    ? typeof value !== 'number' || Number.isFinite(value)
    : Object.values(value).every(isWhole);

describe('laws of a frame', () => {
  it('any canvas in any state can be painted: by numbers that are numbers, and the context is left as it was', () => {
    fc.assert(
      fc.property(oddCanvas, fc.array(anyStep, { maxLength: 12 }), anyFrame, (start, steps, frame) => {
        const editor = new TestEditor(start);
        for (const step of steps) takeStep(editor, step);
        const { world, overlay, parts } = frameOf(editor, frame);
        expect(isWhole(parts)).toBe(true);
        for (const recorder of [world, overlay]) {
          expect(recorder.depth).toBe(0);
          expect(recorder.calls.filter(({ args }) => !args.every(isWhole))).toEqual([]);
          expect(recorder.texts.filter((text) => typeof text !== 'string')).toEqual([]);
          expect(recorder.globalAlpha).toBe(1);
        }
      }),
      { numRuns: 250 },
    );
  });

  it('painting changes nothing, and the same again paints the same', () => {
    fc.assert(
      fc.property(oddCanvas, fc.array(anyStep, { maxLength: 12 }), anyFrame, (start, steps, frame) => {
        const editor = new TestEditor(start);
        for (const step of steps) takeStep(editor, step);
        editor.takeEvents();
        const before = editor.engine.snapshot();
        const first = frameOf(editor, frame);
        const second = frameOf(editor, frame);
        expect(editor.takeEvents()).toEqual([]);
        expect(editor.engine.snapshot()).toEqual(before);
        expect(second.world.calls.filter(isDrawing)).toEqual(first.world.calls.filter(isDrawing));
        expect(second.parts).toEqual(first.parts);
        expect(second.overlay.calls.filter(isDrawing)).toEqual(first.overlay.calls.filter(isDrawing));
      }),
      { numRuns: 150 },
    );
  });
});

/** Text measures are remembered from one frame to the next. */
const isDrawing = ({ name }: { readonly name: string }): boolean => name !== 'measureText';
