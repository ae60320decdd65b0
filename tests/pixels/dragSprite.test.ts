import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DragSprite } from '../../src/engine/konva/stage/DragSprite';
import { paintDragged, type FrameOptions } from '../../src/engine/render/frame/paintLayers';
import { registerFonts } from '../support/nodeCanvas';
import { FEW, SOFT_EDGE } from '../support/CachedStage';
import { desk, ON_SCREEN } from './support/frames';

beforeAll(() => {
  registerFonts();
  vi.stubGlobal('document', { createElement: () => createCanvas(1, 1) });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

/** A hand that holds cards over a stage, as the draw loop paints them. */
function handOver(editor: ReturnType<typeof desk>, pixelRatio: number) {
  const options: FrameOptions = { ...ON_SCREEN, pixelRatio };
  const { width, height } = options.size;
  const sprite = new DragSprite(editor.engine);
  editor.engine.view.setSize(options.size);
  editor.engine.subscribe((event) => {
    if (event.type === 'invalidate' && event.layers.includes('world') && event.reason !== 'viewport')
      sprite.invalidate();
  });
  const surface = () => {
    const context = createCanvas(width * pixelRatio, height * pixelRatio).getContext('2d');
    context.scale(pixelRatio, pixelRatio);
    return context as unknown as CanvasRenderingContext2D;
  };
  const pixelsOf = (context: CanvasRenderingContext2D) =>
    context.getImageData(0, 0, width * pixelRatio, height * pixelRatio).data;
  return {
    paint: () => sprite.paint(surface(), options),
    /** Colour values that differ from those of cards painted where they are now. */
    differences(): number {
      const [shown, fresh] = [surface(), surface()];
      sprite.paint(shown, options);
      paintDragged(fresh, editor.engine, options);
      const wanted = pixelsOf(fresh);
      expect(wanted.some((value) => value > 0)).toBe(true);
      return pixelsOf(shown).reduce(
        (count, value, index) => count + Number(Math.abs(value - (wanted[index] ?? 0)) > SOFT_EDGE),
        0,
      );
    },
  };
}

describe('the sprite of a drag', () => {
  it.each([1, 1.25])('shows the cards and their edge where they are, whatever happens (pixel ratio %s)', (ratio) => {
    const editor = desk(0.8);
    const { differences } = handOver(editor, ratio);
    editor.engine.select({ nodes: new Set(['idea', 'art']) });
    editor.pointerDown('idea').pointerMove([160, 170]);
    const acts: (() => void)[] = [
      () => editor.pointerMove([301, 222]),
      () => editor.wheel([301, 222], 13, -7),
      // Half of it leaves the stage, and comes back.
      () => editor.pointerMove([60, 20]),
      () => editor.pointerMove([400, 300]),
      () => editor.wheel([400, 300], 0, 120, { primary: true }),
      () => editor.merge({ type: 'setData', id: 'idea', data: { value: 'an owl', height: 330 } }),
      () => editor.merge({ type: 'removeEdge', id: 'idea-art' }),
    ];
    for (const act of acts) {
      act();
      expect(differences()).toBeLessThan(FEW);
    }
  });

  it('is painted once, and again only when a card of it looks different', () => {
    const editor = desk();
    const { paint } = handOver(editor, 1);
    editor.engine.select({ nodes: new Set(['idea', 'art']) });
    editor.pointerDown('idea').pointerMove([160, 170]);
    expect(paint()).toEqual({ nodes: 2, edges: 1 });
    for (const x of [200, 300, 400]) {
      editor.pointerMove([x, 200]);
      expect(paint()).toEqual({ nodes: 0, edges: 0 });
    }
    editor.engine.repaint('look');
    expect(paint()).toEqual({ nodes: 2, edges: 1 });
    editor.pointerUp().pointerDown('loose').pointerMove([500, 500]);
    expect(paint()).toEqual({ nodes: 1, edges: 0 });
  });

  it('is not made of cards so far apart that it would be larger than the stage', () => {
    const editor = desk(2);
    const { paint } = handOver(editor, 1);
    editor.engine.selectAll();
    editor.pointerDown('idea').pointerMove([260, 270]);
    expect(paint()).toBeNull();
  });
});
