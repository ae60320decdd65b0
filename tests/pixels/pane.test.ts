import { describe, expect, it } from 'vitest';
import { gridStep, paintPane } from '../../src/engine/render/pane/paintPane';
import { Sheet } from '../support/nodeCanvas';
import { DARK, LIGHT } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';

const WINDOW = { width: 1440, height: 900 };
const whole = { x: 0, y: 0, ...WINDOW };

describe('the pane', () => {
  it.each([
    ['light', LIGHT],
    ['dark', DARK],
  ])('has its dots at multiples of 15 and is bare between them (%s)', (_name, theme) => {
    const sheet = new Sheet(100, 100);
    paintPane(sheet.ctx, { x: 0, y: 0, zoom: 1 }, { x: 0, y: 0, width: 100, height: 100 }, 15, theme);
    for (const x of [15, 30, 75]) expect(sheet.at(x, 45)).toBe(theme.line);
    expect(sheet.at(15, 52)).toBe(theme.pane);
    expect(sheet.at(22, 45)).toBe(theme.pane);
    expect(sheet.at(22, 52)).toBe(theme.pane);
    // Seven dots each way of two by two pixels; of those at the edge, the visible half.
    expect(sheet.count(theme.line, 0, 0, 100, 100)).toBe(13 * 13);
    expect(sheet.count(theme.pane, 0, 0, 100, 100)).toBe(100 * 100 - 13 * 13);
  });

  it('stays on the same world points when the view starts anywhere', () => {
    const sheet = new Sheet(60, 60);
    paintPane(sheet.ctx, { x: 37, y: -1000, zoom: 1 }, { x: 0, y: 0, width: 60, height: 60 }, 15, LIGHT);
    expect(sheet.at(37 - 30, 1005 - 1000)).toBe(LIGHT.line);
    expect(sheet.at(37 + 15, 1020 - 1000)).toBe(LIGHT.line);
  });

  it.each([0.1, 0.37, 0.9, 1.1, 2.6])(
    'is the same in parts as in one piece, all its dots alike, at zoom %s',
    (zoom) => {
      const viewport = { x: -4321, y: 77, zoom };
      const step = gridStep(WINDOW, zoom, 1);
      const inOne = new Sheet(200, 100);
      paintPane(inOne.ctx, viewport, { x: 0, y: 0, width: 200, height: 100 }, step, LIGHT);
      const inParts = new Sheet(200, 100);
      paintPane(inParts.ctx, viewport, { x: 0, y: 0, width: 61, height: 100 }, step, LIGHT);
      paintPane(inParts.ctx, viewport, { x: 61, y: 0, width: 139, height: 47 }, step, LIGHT);
      paintPane(inParts.ctx, viewport, { x: 61, y: 47, width: 139, height: 53 }, step, LIGHT);
      expect(inParts.print(0, 0, 200, 100)).toBe(inOne.print(0, 0, 200, 100));
      expect(inOne.count(LIGHT.line, 0, 0, 200, 100)).toBeGreaterThan(0);
      expect(inOne.count(LIGHT.line, 0, 0, 200, 100) + inOne.count(LIGHT.pane, 0, 0, 200, 100)).toBe(200 * 100);
    },
  );

  it.each([0.1, 0.2, 0.35, 0.75, 1, 2, 5])('takes some hundred rectangles at most, at zoom %s', (zoom) => {
    const recorder = new Recorder();
    paintPane(recorder, { x: 0, y: 0, zoom }, whole, gridStep(WINDOW, zoom, 1), LIGHT);
    expect(recorder.count('fillRect')).toBeGreaterThan(20);
    expect(recorder.count('fillRect')).toBeLessThan(250);
  });

  it('comes to an end where adding a step changes nothing any more', () => {
    const recorder = new Recorder();
    paintPane(recorder, { x: 1e300, y: -1e300, zoom: 1 }, whole, 15, LIGHT);
    expect(recorder.count('fillRect')).toBeLessThan(250);
  });

  it('thins out by doubling, so that the remaining dots stay where they were', () => {
    for (const scale of [5, 1, 0.5, 0.25, 0.1]) {
      const step = gridStep(WINDOW, scale, 1);
      expect(Math.log2(step / 15) % 1).toBe(0);
      expect(step * scale).toBeGreaterThanOrEqual(12);
    }
  });
});
