import { beforeAll, describe, expect, it } from 'vitest';
import { paintWorld } from '../../src/engine';
import { FEW, CachedStage, SIZE } from '../support/CachedStage';
import { registerFonts } from '../support/nodeCanvas';
import { EN, LIGHT, picturesOf } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';
import { TestEditor } from '../support/TestEditor';

const ALL_VALUES = 4 * SIZE.width * SIZE.height;

beforeAll(registerFonts);

/** The number of words that a frame of this many cards writes. */
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
  it('is the last whole one, larger, and paints nothing', () => {
    const stage = new CachedStage(1);
    stage.draw();
    for (let turn = 0; turn < 3; turn++) {
      stage.editor.wheel([100, 80], 0, -20, { primary: true });
      expect(stage.draw(true)).toEqual({ nodes: 0, edges: 0 });
      // The same cards at the same places, only less sharp.
      expect(stage.differences()).toBeLessThan(ALL_VALUES / 8);
    }
    expect(stage.differences()).toBeGreaterThan(FEW);
    stage.draw();
    expect(stage.differences()).toBeLessThan(FEW);
  });

  it('paints what comes into view around it, and after some steps the whole of it', () => {
    const stage = new CachedStage(1);
    const { engine } = stage.editor;
    engine.view.setViewport({ x: 0, y: 0, zoom: 0.8 });
    stage.draw();
    const whole = stage.editor.engine.scene.restingNodesIn({ x: 0, y: 0, width: 400, height: 300 }).length;
    expect(whole).toBeGreaterThan(3);
    engine.view.setViewport({ x: 0, y: 0, zoom: 0.78 });
    const { nodes } = stage.draw(true);
    expect(nodes).toBeGreaterThan(0);
    expect(nodes).toBeLessThanOrEqual(whole);
    expect(stage.differences()).toBeLessThan(ALL_VALUES / 8);

    engine.view.setViewport({ x: 0, y: 0, zoom: 0.3 });
    stage.draw(true);
    expect(stage.differences()).toBeLessThan(FEW);
  });

  it('shows an edit at once during the zoom, and keeps showing it', () => {
    const stage = new CachedStage(1);
    stage.editor.engine.view.setViewport({ x: 20, y: 20, zoom: 0.3 });
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
