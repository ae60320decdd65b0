import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { cacheDragged, cacheWorld } from '../../src/engine/render/frame/FrameCache';
import { paintDragged, paintWorld } from '../../src/engine/render/frame/paintLayers';
import { crowd, FEW, ids, CachedStage, SIZE } from '../support/CachedStage';
import { registerFonts } from '../support/nodeCanvas';

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

function perform({ editor }: CachedStage, step: typeof act extends fc.Arbitrary<infer Act> ? Act : never): void {
  const { engine } = editor;
  switch (step.do) {
    case 'pan':
      engine.view.panBy(step);
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
      engine.apply([{ type: 'removeNode', id: step.id }]);
      break;
    case 'undo':
      editor.undo();
      break;
  }
}

beforeAll(registerFonts);

describe('the frame cache of the world', () => {
  it.each([1, 2, 1.25])('shows what a fresh one would, whatever a person does (pixel ratio %s)', (pixelRatio) => {
    const steps = fc.array(fc.tuple(act, fc.boolean()), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(steps, (all) => {
        const stage = new CachedStage(pixelRatio);
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

  it('would be seen to differ if a change were not reported', () => {
    const stage = new CachedStage(1);
    stage.draw();
    stage.editor.select('idea');
    expect(stage.differences()).toBeGreaterThan(5 * FEW);
  });

  it('paints nothing when nothing changed, one card for one card, and only what a pan brings into view', () => {
    const stage = new CachedStage(1);
    const { engine } = stage.editor;
    expect(stage.draw().nodes).toBeGreaterThan(2);
    expect(stage.draw()).toEqual({ nodes: 0, edges: 0 });

    engine.view.centreOn({ x: 1300, y: 960 });
    stage.draw();
    stage.editor.merge({ type: 'setData', id: 'far', data: { value: 'b' } });
    expect(stage.draw().nodes).toBe(1);
    stage.editor.merge({ type: 'setData', id: 'idea', data: { value: 'out of view' } });
    expect(stage.draw().nodes).toBe(0);

    engine.view.panBy({ x: -9, y: 0 });
    expect(stage.draw()).toEqual({ nodes: 0, edges: 0 });
    engine.view.centreOn({ x: 110, y: 100 });
    expect(stage.draw().nodes).toBeGreaterThan(0);
  });
});

const crowded = () => new CachedStage(1, cacheWorld, paintWorld, crowd());
/** Soft edges of ten rings side by side, where one part ends and the next begins. */
const SEAMS = 20 * FEW;
const finish = (stage: CachedStage): number => {
  let frames = 0;
  do {
    stage.draw(false, true);
    frames++;
  } while (!stage.isComplete);
  return frames;
};

describe('the frame cache of a crowd', () => {
  it('comes in parts when all of it looks different, each a share of the cards, and then is what a fresh one would be', () => {
    const stage = crowded();
    const whole = stage.draw(false, true).nodes;
    expect(whole).toBe(80);
    expect(stage.isComplete).toBe(true);

    stage.editor.engine.selectAll();
    expect(stage.draw(false, true).nodes).toBeLessThan(whole * 0.7);
    expect(stage.isComplete).toBe(false);
    expect(stage.differences()).toBeGreaterThan(5 * SEAMS);
    expect(finish(stage)).toBe(3);
    expect(stage.differences()).toBeLessThan(SEAMS);
    expect(stage.draw(false, true)).toEqual({ nodes: 0, edges: 0 });
  });

  it('shows an edit, and the new part of a pan, before its turn', () => {
    const stage = crowded();
    stage.draw(false, true);
    stage.editor.engine.selectAll();
    stage.draw(false, true);
    const { engine } = stage.editor;
    engine.view.setViewport({ ...engine.view.viewport, y: -20 });
    stage.editor.merge({ type: 'setData', id: 'n39', data: { value: '/files/a.png' } });
    finish(stage);
    expect(stage.differences()).toBeLessThan(SEAMS);
  });

  it('has each part in its turn, though all of it looks different again in every frame', () => {
    const stage = crowded();
    stage.draw(false, true);
    stage.editor.engine.selectAll();
    for (let frame = 0; frame < 4; frame++) {
      stage.editor.engine.repaint('everything');
      stage.draw(false, true);
    }
    expect(stage.isComplete).toBe(false);
    expect(stage.differences()).toBeLessThan(SEAMS);
  });

  it('is what a fresh one would be, whatever a person does meanwhile', () => {
    const steps = fc.array(fc.tuple(act, fc.boolean()), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(steps, (all) => {
        const stage = crowded();
        stage.draw(false, true);
        for (const [step, isHurried] of all) {
          perform(stage, step);
          stage.editor.engine.repaint('everything');
          stage.draw(isHurried, true);
        }
        stage.draw(false, true);
        finish(stage);
        expect(stage.differences()).toBeLessThan(SEAMS);
      }),
      { numRuns: 15 },
    );
  });
});

describe('the cached frame of a drag', () => {
  it.each([1, 1.25])(
    'goes with the drag and with the view, and is what a fresh one would be (pixel ratio %s)',
    (pixelRatio) => {
      const stage = new CachedStage(pixelRatio, cacheDragged, paintDragged);
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
