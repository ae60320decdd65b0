import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCanvas } from '@napi-rs/canvas';
import { paintWorld, type FrameCounts, type FrameOptions } from '../../src/engine';
import type { Box } from '../../src/engine/geometry/box';
import { planRepaint } from '../../src/engine/geometry/repaintPlan';
import { keepCarried, keepWorld, type KeptPicture } from '../../src/engine/KeptPicture';
import { paintCarried } from '../../src/engine/paintLayers';
import { registerFonts } from '../support/nodeCanvas';
import { EN, LIGHT, picturesOf } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';
import { pipe, TestEditor } from '../support/TestEditor';

const SIZE = { width: 320, height: 240 };
/** A soft edge that is painted in parts may come out a little different; what is left out or left over differs in hundreds of values. */
const SOFT_EDGE = 40;
const FEW = 40;
const ids = ['idea', 'art', 'moods', 'photo', 'far'] as const;

const desk = () =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0], data: { value: 'a fox at dawn' } },
      art: { type: 'image', at: [300, 30] },
      moods: {
        type: 'category',
        at: [60, 240],
        data: { categories: [{ id: 'row', name: 'mood', value: 'calm', parentId: 'moods' }] },
      },
      photo: { type: 'imageUpload', at: [330, 300] },
      far: { type: 'text', at: [1200, 900] },
    },
    [pipe('idea', 'art'), pipe('photo', 'art', 'image')],
  );

/** A stage as the screen has it: a surface that keeps its pixels, told by the editor what is stale. */
class KeptStage {
  readonly editor = desk();
  readonly options: FrameOptions;
  readonly #canvas;
  readonly #picture: KeptPicture;
  readonly #paintAnew: typeof paintWorld;

  constructor(pixelRatio: number, keep = keepWorld, paintAnew: typeof paintWorld = paintWorld) {
    this.#picture = keep(this.editor.engine);
    this.#paintAnew = paintAnew;
    this.options = { theme: LIGHT, words: EN, pictures: picturesOf(), size: SIZE, pixelRatio, isInteractive: true };
    this.#canvas = createCanvas(SIZE.width * pixelRatio, SIZE.height * pixelRatio);
    this.#context().scale(pixelRatio, pixelRatio);
    this.editor.engine.setSize(SIZE);
    this.editor.engine.subscribe((event) => {
      if (event.type === 'stale' && event.layers.includes('world')) this.#picture.spoil(event.area);
    });
  }

  draw(): FrameCounts {
    const context = this.#context();
    const shift = (by: { readonly x: number; readonly y: number }) => {
      context.save();
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.globalCompositeOperation = 'copy';
      context.drawImage(this.#canvas, by.x, by.y);
      context.restore();
    };
    const clear = (region: Box) => {
      context.save();
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(region.x, region.y, region.width, region.height);
      context.restore();
    };
    return this.#picture.paint({ context, shift, clear }, this.options);
  }

  /** Colour values that differ from those of a picture painted anew. */
  differences(): number {
    const { width, height } = this.#canvas;
    const fresh = createCanvas(width, height);
    const context = fresh.getContext('2d');
    context.scale(this.options.pixelRatio, this.options.pixelRatio);
    this.#paintAnew(context, this.editor.engine, this.options);
    const wanted = context.getImageData(0, 0, width, height).data;
    const shown = this.#context().getImageData(0, 0, width, height).data;
    let count = 0;
    for (let index = 0; index < wanted.length; index++) {
      if (Math.abs((wanted[index] ?? 0) - (shown[index] ?? 0)) > SOFT_EDGE) count++;
    }
    return count;
  }

  #context() {
    return this.#canvas.getContext('2d');
  }
}

const point = fc.tuple(fc.integer({ min: 0, max: SIZE.width }), fc.integer({ min: 0, max: SIZE.height }));
const id = fc.constantFrom(...ids);
const act = fc.oneof(
  fc.record({
    do: fc.constant('pan' as const),
    x: fc.double({ min: -90, max: 90, noNaN: true }),
    y: fc.integer({ min: -90, max: 90 }),
  }),
  fc.record({ do: fc.constant('zoom' as const), at: point, by: fc.integer({ min: -300, max: 300 }) }),
  fc.record({ do: fc.constant('select' as const), ids: fc.array(id, { maxLength: 3 }) }),
  fc.record({ do: fc.constant('hover' as const), at: point }),
  fc.record({ do: fc.constant('drag' as const), from: point, to: point, isKept: fc.boolean() }),
  fc.record({ do: fc.constant('type' as const), id, text: fc.string({ maxLength: 40 }) }),
  fc.record({ do: fc.constant('run' as const), id, state: fc.constantFrom('running' as const, 'failed' as const) }),
  fc.record({ do: fc.constant('remove' as const), id }),
  fc.record({ do: fc.constant('undo' as const) }),
);

function perform({ editor }: KeptStage, step: typeof act extends fc.Arbitrary<infer Act> ? Act : never): void {
  const { engine } = editor;
  switch (step.do) {
    case 'pan':
      engine.setCamera({ ...engine.camera, x: engine.camera.x + step.x, y: engine.camera.y + step.y });
      break;
    case 'zoom':
      editor.wheel(step.at, 0, step.by, { primary: true });
      break;
    case 'select':
      engine.select({ nodes: new Set(step.ids) });
      break;
    case 'hover':
      editor.pointerMove(step.at);
      break;
    case 'drag':
      editor.pointerDown(step.from).pointerMove(step.to);
      if (step.isKept) editor.pointerUp();
      else editor.cancel();
      break;
    case 'type':
      editor.merge({ type: 'setData', id: step.id, data: { value: step.text } });
      break;
    case 'run':
      engine.setRuns(new Map([[step.id, { state: step.state, message: 'no', elapsedS: 3, phase: 0.4 }]]));
      break;
    case 'remove':
      engine.run([{ type: 'removeNode', id: step.id }]);
      break;
    case 'undo':
      editor.undo();
      break;
  }
}

beforeAll(registerFonts);

describe('the kept picture of the world', () => {
  it.each([1, 2, 1.25])('shows what a fresh one would, whatever a person does (pixel ratio %s)', (pixelRatio) => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 1, maxLength: 8 }), (steps) => {
        const stage = new KeptStage(pixelRatio);
        stage.draw();
        for (const step of steps) {
          perform(stage, step);
          stage.draw();
        }
        expect(stage.differences()).toBeLessThan(FEW);
      }),
      { numRuns: 25 },
    );
  });

  it('would be seen to differ if a change were not told', () => {
    const stage = new KeptStage(1);
    stage.draw();
    stage.editor.select('idea');
    expect(stage.differences()).toBeGreaterThan(5 * FEW);
  });

  it('paints nothing when nothing changed, one card for one card, and only what a pan brings into view', () => {
    const stage = new KeptStage(1);
    const { engine } = stage.editor;
    expect(stage.draw().nodes).toBeGreaterThan(2);
    expect(stage.draw()).toEqual({ nodes: 0, edges: 0 });

    engine.centreOn({ x: 1300, y: 960 });
    stage.draw();
    stage.editor.merge({ type: 'setData', id: 'far', data: { value: 'b' } });
    expect(stage.draw().nodes).toBe(1);
    stage.editor.merge({ type: 'setData', id: 'idea', data: { value: 'out of view' } });
    expect(stage.draw().nodes).toBe(0);

    engine.setCamera({ ...engine.camera, y: engine.camera.y + 9 });
    expect(stage.draw()).toEqual({ nodes: 0, edges: 0 });
    engine.centreOn({ x: 110, y: 100 });
    expect(stage.draw().nodes).toBeGreaterThan(0);
  });
});

const view = (x: number, y: number, zoom = 1) => ({ camera: { x, y, zoom }, width: 400, height: 300 });

describe('the kept picture of what is carried', () => {
  it.each([1, 1.25])(
    'goes with the drag and with the view, and is what would be painted anew (pixel ratio %s)',
    (pixelRatio) => {
      const stage = new KeptStage(pixelRatio, keepCarried, paintCarried);
      const { editor } = stage;
      editor.wheel([100, 100], 0, 220, { primary: true });
      editor.engine.select({ nodes: new Set(['idea', 'art', 'moods']) });
      editor.pointerDown('idea').pointerMove([60, 70]);
      expect(stage.draw().nodes).toBe(3);
      for (const at of [
        [80, 71],
        [131, 160],
        [20, 30],
      ] as const) {
        editor.pointerMove(at).wheel(at, 13, -7);
        stage.draw();
        expect(stage.differences()).toBeLessThan(FEW);
      }
      expect(stage.draw()).toEqual({ nodes: 0, edges: 0 });
    },
  );
});

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

  it('paints what is stale and in view, boxes that touch as one', () => {
    const boxes = [
      { x: 100, y: 100, width: 20, height: 20 },
      { x: 130, y: 100, width: 20, height: 20 },
      { x: 5000, y: 0, width: 20, height: 20 },
    ];
    const { regions } = planRepaint(view(0, 0), view(0, 0), boxes);
    expect(regions).toEqual([{ x: 80, y: 80, width: 90, height: 60 }]);
  });
});

/** How many words a frame of so many cards writes. */
const wordsOf = (count: number, isHurried: boolean) => {
  const nodes = Array.from({ length: count }, (_, index) => ({
    id: `n${index}`,
    type: 'textPrompt',
    position: { x: (index % 10) * 30, y: Math.floor(index / 10) * 30 },
    data: { value: 'a fox at dawn' },
  }));
  const { engine } = new TestEditor({ nodes, edges: [], viewport: { x: 0, y: 0, zoom: 0.5 } });
  const recorder = new Recorder();
  const options = { theme: LIGHT, words: EN, pictures: picturesOf(), size: SIZE, pixelRatio: 1, isInteractive: true };
  paintWorld(recorder, engine, { ...options, isHurried });
  return recorder.count('fillText');
};

describe('a frame in the middle of a zoom', () => {
  it('paints many cards flat, and a few in full', () => {
    expect(wordsOf(60, true)).toBe(0);
    expect(wordsOf(60, false)).toBeGreaterThan(60);
    expect(wordsOf(20, true)).toBe(wordsOf(20, false));
  });
});
