import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { keepCarried } from '../../src/engine/KeptPicture';
import { paintCarried } from '../../src/engine/paintLayers';
import { FEW, ids, KeptStage, SIZE } from '../support/KeptStage';
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
