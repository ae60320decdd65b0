import { describe, expect, it } from 'vitest';
import { edgeRoute } from '../../src/engine/geometry/edgeRoute';
import { paintEdge } from '../../src/engine/render/pane/paintEdge';
import { Sheet } from '../support/nodeCanvas';
import { DARK, environmentAt, LIGHT } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';

const STRAIGHT = edgeRoute({ x: 10, y: 50 }, { x: 190, y: 50 });
const STEP = edgeRoute({ x: 20, y: 30 }, { x: 180, y: 130 });

/** Where the drops of a flowing pipe are, a sign a pixel. */
const dropsAt = (flow: number): string => {
  const sheet = new Sheet(200, 100, LIGHT.pane);
  paintEdge(sheet.ctx, STRAIGHT, 'text', environmentAt(), { flow });
  expect(sheet.ctx.lineDashOffset).toBe(0);
  return Array.from({ length: 180 }, (_, x) => (sheet.at(10 + x, 50) === LIGHT.textEdgeCore ? '#' : '.')).join('');
};

describe('a pipe', () => {
  it.each([
    ['text', 'light', LIGHT, LIGHT.textEdge, LIGHT.textEdgeCore],
    ['image', 'light', LIGHT, LIGHT.imageEdge, LIGHT.imageEdgeCore],
    ['text', 'dark', DARK, DARK.textEdge, DARK.textEdgeCore],
    ['image', 'dark', DARK, DARK.imageEdge, DARK.imageEdgeCore],
  ] as const)('of %s is exactly 16 px wide with a 4 px core (%s) [CONN-10]', (colour, _mode, theme, pipe, core) => {
    const sheet = new Sheet(200, 100, theme.pane);
    paintEdge(sheet.ctx, STRAIGHT, colour, environmentAt({ theme }));
    expect(sheet.count(pipe, 100, 0, 1, 100)).toBe(12);
    expect(sheet.count(core, 100, 0, 1, 100)).toBe(4);
    expect(sheet.at(100, 41)).toBe(theme.pane);
    expect(sheet.at(100, 42)).toBe(pipe);
    expect(sheet.at(100, 57)).toBe(pipe);
    expect(sheet.at(100, 58)).toBe(theme.pane);
  });

  it('of neither kind is grey [CONN-10]', () => {
    const sheet = new Sheet(200, 100, LIGHT.pane);
    paintEdge(sheet.ctx, STRAIGHT, 'default', environmentAt());
    expect(sheet.at(100, 44)).toBe(LIGHT.faint);
  });

  it('turns with a centre radius of 5, so that its outer edge is rounded [CONN-10]', () => {
    const sheet = new Sheet(200, 160, LIGHT.pane);
    paintEdge(sheet.ctx, STEP, 'text', environmentAt());
    expect(sheet.at(107, 23)).toBe(LIGHT.pane);
    expect(sheet.at(102, 26)).toBe(LIGHT.textEdge);
    expect(sheet.at(100, 80)).toBe(LIGHT.textEdgeCore);
    const recorder = new Recorder();
    paintEdge(recorder, STEP, 'text', environmentAt());
    expect(recorder.all('arcTo').map(({ args }) => args[4])).toEqual([5, 5]);
  });

  it('turns in the room it has when the step is lower than two radii', () => {
    const recorder = new Recorder();
    paintEdge(recorder, edgeRoute({ x: 0, y: 0 }, { x: 200, y: 4 }), 'text', environmentAt());
    expect(recorder.all('arcTo').map(({ args }) => args[4])).toEqual([2, 2]);
  });

  it('that feeds a running node has drops that go from its beginning to its end, and leaves the context as it was', () => {
    expect(dropsAt(0)).not.toBe(dropsAt(0.5));
    // Half of the way between two drops is 16 px on.
    expect(dropsAt(0.5).slice(40, 140)).toBe(dropsAt(0).slice(24, 124));
    expect(dropsAt(0.999).slice(40, 140)).toBe(dropsAt(0).slice(40, 140));
  });

  it('has no core below 35 %', () => {
    const sheet = new Sheet(200, 100, LIGHT.pane);
    paintEdge(sheet.ctx, STRAIGHT, 'text', environmentAt({ zoom: 0.3 }));
    expect(sheet.count(LIGHT.textEdge, 100, 0, 1, 100)).toBe(16);
  });

  it('is rimmed with ink when selected and pale over what cannot take it', () => {
    const selected = new Sheet(200, 100, LIGHT.pane);
    paintEdge(selected.ctx, STRAIGHT, 'text', environmentAt(), { isSelected: true });
    expect([selected.at(100, 40), selected.at(100, 41)]).toEqual([LIGHT.ink, LIGHT.ink]);
    expect(selected.count(LIGHT.textEdge, 100, 0, 1, 100)).toBe(12);

    const recorder = new Recorder();
    paintEdge(recorder, STRAIGHT, 'text', environmentAt(), { isFaded: true });
    expect(recorder.all('stroke').every(({ alpha }) => alpha < 0.5)).toBe(true);
    expect(recorder.globalAlpha).toBe(1);
  });

  it('ends round in the hand and flat at a handle', () => {
    const flat = new Sheet(200, 100, LIGHT.pane);
    paintEdge(flat.ctx, STRAIGHT, 'text', environmentAt());
    expect(flat.at(193, 44)).toBe(LIGHT.pane);
    const round = new Sheet(200, 100, LIGHT.pane);
    paintEdge(round.ctx, STRAIGHT, 'text', environmentAt(), { isPreview: true });
    expect(round.at(193, 46)).toBe(LIGHT.textEdge);
  });
});
