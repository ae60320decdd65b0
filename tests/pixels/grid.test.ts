import { describe, expect, it } from 'vitest';
import { gridStep, paintGrid } from '../../src/engine/paint/paintGrid';
import { Sheet } from '../support/nodeCanvas';
import { DARK, environmentAt, LIGHT } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';

const WINDOW = { width: 1440, height: 900 };

describe('the grid', () => {
  it.each([
    ['light', LIGHT],
    ['dark', DARK],
  ])('has its dots at multiples of 15 and leaves the floor between them (%s)', (_name, theme) => {
    const sheet = new Sheet(100, 100, theme.floor);
    paintGrid(sheet.ctx, { x: 0, y: 0, width: 100, height: 100 }, 15, environmentAt({ theme }));
    for (const x of [15, 30, 75]) expect(sheet.at(x, 45)).toBe(theme.line);
    expect(sheet.at(15, 52)).toBe(theme.floor);
    expect(sheet.at(22, 45)).toBe(theme.floor);
  });

  it('stays on the same world points when the view starts anywhere', () => {
    const sheet = new Sheet(60, 60, LIGHT.floor);
    sheet.ctx.translate(37, -1000);
    paintGrid(sheet.ctx, { x: -37, y: 1000, width: 60, height: 60 }, 15, environmentAt());
    expect(sheet.at(37 - 30, 1005 - 1000)).toBe(LIGHT.line);
    expect(sheet.at(37 + 15, 1020 - 1000)).toBe(LIGHT.line);
  });

  it.each([0.1, 0.2, 0.35, 0.75, 1, 2, 5])('draws at most some thousands, none below a pixel, at zoom %s', (zoom) => {
    const recorder = new Recorder();
    const view = { x: 0, y: 0, width: WINDOW.width / zoom, height: WINDOW.height / zoom };
    paintGrid(recorder, view, gridStep(WINDOW, zoom, 1), environmentAt({ zoom }));
    const dots = recorder.all('rect');
    expect(dots.length).toBeGreaterThan(20);
    expect(dots.length).toBeLessThan(7_000);
    for (const { args } of dots) expect(Number(args[2]) * zoom).toBeGreaterThanOrEqual(0.999);
  });

  it('comes to an end where adding a step changes nothing any more', () => {
    const recorder = new Recorder();
    paintGrid(recorder, { x: -1e300, y: 0, width: 1440, height: 900 }, 15, environmentAt());
    expect(recorder.all('rect').length).toBeLessThan(7_000);
  });

  it('thins out by doubling, so that the remaining dots stay where they were', () => {
    for (const scale of [5, 1, 0.5, 0.25, 0.1]) {
      const step = gridStep(WINDOW, scale, 1);
      expect(Math.log2(step / 15) % 1).toBe(0);
      expect(step * scale).toBeGreaterThanOrEqual(12);
    }
  });
});
