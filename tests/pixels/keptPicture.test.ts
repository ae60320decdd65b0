import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCanvas } from '@napi-rs/canvas';
import { paintWorld, type FrameCounts, type FrameOptions } from '../../src/engine';
import type { Box } from '../../src/engine/geometry/box';
import { planRepaint, planStretch } from '../../src/engine/geometry/repaintPlan';
import { keepCarried, keepWorld, type KeptPicture, type KeptSurface } from '../../src/engine/KeptPicture';
import { paintCarried } from '../../src/engine/paintLayers';
import { registerFonts } from '../support/nodeCanvas';
import { EN, LIGHT, picturesOf } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';
import { pipe, TestEditor } from '../support/TestEditor';

const SIZE = { width: 320, height: 240 };
/** A soft edge that is painted in parts may come out a little different; what is left out or left over differs in hundreds of values. */
const SOFT_EDGE = 40;
const FEW = 40;
const ALL_VALUES = 4 * SIZE.width * SIZE.height;
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
  readonly #remembered = createCanvas(1, 1);
  readonly #picture: KeptPicture;
  readonly #paintAnew: typeof paintWorld;

  constructor(pixelRatio: number, keep = keepWorld, paintAnew: typeof paintWorld = paintWorld) {
    this.#picture = keep(this.editor.engine);
    this.#paintAnew = paintAnew;
    this.options = { theme: LIGHT, words: EN, pictures: picturesOf(), size: SIZE, pixelRatio, isInteractive: true };
    this.#canvas = createCanvas(SIZE.width * pixelRatio, SIZE.height * pixelRatio);
    this.#context().scale(pixelRatio, pixelRatio);
    this.editor.engine.viewport.setSize(SIZE);
    this.editor.engine.subscribe((event) => {
      if (event.type === 'stale' && event.layers.includes('world')) this.#picture.spoil(event.area);
    });
  }

  draw(isHurried = false): FrameCounts {
    const context = this.#context();
    const inDevicePixels = (draw: () => void) => {
      context.save();
      context.setTransform(1, 0, 0, 1, 0, 0);
      draw();
      context.restore();
    };
    const surface: KeptSurface = {
      context,
      shift: ({ x, y }) =>
        inDevicePixels(() => {
          context.globalCompositeOperation = 'copy';
          context.drawImage(this.#canvas, x, y);
        }),
      clear: ({ x, y, width, height }) => inDevicePixels(() => context.clearRect(x, y, width, height)),
      remember: () => {
        this.#remembered.width = this.#canvas.width;
        this.#remembered.height = this.#canvas.height;
        this.#remembered.getContext('2d').drawImage(this.#canvas, 0, 0);
      },
      stretch: ({ x, y, width, height }) =>
        inDevicePixels(() => context.drawImage(this.#remembered, x, y, width, height)),
    };
    return this.#picture.paint(surface, { ...this.options, isHurried });
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
      engine.viewport.panBy(step);
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
    const steps = fc.array(fc.tuple(act, fc.boolean()), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(steps, (all) => {
        const stage = new KeptStage(pixelRatio);
        stage.draw();
        for (const [step, isHurried] of all) {
          perform(stage, step);
          stage.draw(isHurried);
        }
        stage.draw();
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

    engine.viewport.centreOn({ x: 1300, y: 960 });
    stage.draw();
    stage.editor.merge({ type: 'setData', id: 'far', data: { value: 'b' } });
    expect(stage.draw().nodes).toBe(1);
    stage.editor.merge({ type: 'setData', id: 'idea', data: { value: 'out of view' } });
    expect(stage.draw().nodes).toBe(0);

    engine.viewport.panBy({ x: 0, y: 9 });
    expect(stage.draw()).toEqual({ nodes: 0, edges: 0 });
    engine.viewport.centreOn({ x: 110, y: 100 });
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

const covers = (box: Box, x: number, y: number): boolean =>
  box.x <= x && box.y <= y && box.x + box.width >= x + 1 && box.y + box.height >= y + 1;

describe('the plan of a stretch', () => {
  it('lays the picture where the next camera has it, and paints the bars around it', () => {
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

  it('paints what has become stale over it', () => {
    const stale = [{ x: 100, y: 100, width: 20, height: 20 }];
    expect(planStretch(view(0, 0), view(0, 0, 2), stale)?.regions).toEqual([
      { x: 164, y: 164, width: 112, height: 112 },
    ]);
  });

  it('is given up where it would be too blurred, or where most is to be painted', () => {
    expect(planStretch(view(0, 0), view(0, 0, 2.1), [])).toBeNull();
    expect(planStretch(view(0, 0), view(100, 75, 0.5), [])).toBeNull();
    expect(planStretch(view(0, 0), view(500, 0, 1.1), [])).toBeNull();
    expect(planStretch(view(0, 0), view(0, 0, 1.1), 'all')).toBeNull();
    expect(planStretch({ ...view(0, 0), width: 9 }, view(0, 0, 1.1), [])).toBeNull();
    expect(planStretch(view(0, 0), view(0, 0, 1.1), [{ x: -9e9, y: -9e9, width: 2e10, height: 2e10 }])).toBeNull();
  });

  it('covers every pixel by the picture or by what is painted', () => {
    const sizes = { x: fc.integer({ min: -300, max: 300 }), y: fc.integer({ min: -300, max: 300 }) };
    fc.assert(
      fc.property(fc.record({ ...sizes, zoom: fc.double({ min: 0.6, max: 2, noNaN: true }) }), (camera) => {
        const plan = planStretch(view(0, 0), { ...view(0, 0), camera }, []);
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
  it('stands in with the last whole one, larger, and paints nothing', () => {
    const stage = new KeptStage(1);
    stage.draw();
    for (let turn = 0; turn < 3; turn++) {
      stage.editor.wheel([100, 80], 0, -20, { primary: true });
      expect(stage.draw(true)).toEqual({ nodes: 0, edges: 0 });
      // The same cards in the same places, if less sharp.
      expect(stage.differences()).toBeLessThan(ALL_VALUES / 8);
    }
    expect(stage.differences()).toBeGreaterThan(FEW);
    stage.draw();
    expect(stage.differences()).toBeLessThan(FEW);
  });

  it('paints what comes into view around it, and after some steps the whole of it', () => {
    const stage = new KeptStage(1);
    const { engine } = stage.editor;
    engine.viewport.setCamera({ x: 0, y: 0, zoom: 0.8 });
    stage.draw();
    const whole = stage.editor.engine.scene.restingNodesIn({ x: 0, y: 0, width: 400, height: 300 }).length;
    expect(whole).toBeGreaterThan(3);
    engine.viewport.setCamera({ x: 0, y: 0, zoom: 0.78 });
    const { nodes } = stage.draw(true);
    expect(nodes).toBeGreaterThan(0);
    expect(nodes).toBeLessThanOrEqual(whole);
    expect(stage.differences()).toBeLessThan(ALL_VALUES / 8);

    engine.viewport.setCamera({ x: 0, y: 0, zoom: 0.3 });
    stage.draw(true);
    expect(stage.differences()).toBeLessThan(FEW);
  });

  it('shows at once what is edited while it goes on, and keeps showing it', () => {
    const stage = new KeptStage(1);
    stage.editor.engine.viewport.setCamera({ x: 20, y: 20, zoom: 0.3 });
    stage.draw();
    stage.editor.wheel([100, 80], 0, -20, { primary: true });
    expect(stage.draw(true).nodes).toBe(0);
    stage.editor.merge({ type: 'setData', id: 'idea', data: { value: 'a heron' } });
    for (let turn = 0; turn < 3; turn++) {
      stage.editor.wheel([100, 80], 0, -20, { primary: true });
      expect(stage.draw(true).nodes).toBeGreaterThan(0);
    }
  });

  it('paints many cards flat, and a few in full', () => {
    expect(wordsOf(60, true)).toBe(0);
    expect(wordsOf(60, false)).toBeGreaterThan(60);
    expect(wordsOf(20, true)).toBe(wordsOf(20, false));
  });
});
