import { describe, expect, it } from 'vitest';
import { edgeRoute } from '../../src/engine/geometry/edgeRoute';
import { paintEdge, type EdgeState } from '../../src/engine/render/pane/paintEdge';
import { Sheet } from '../support/nodeCanvas';
import { DARK, environmentAt, LIGHT } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';

const STRAIGHT = edgeRoute({ x: 10, y: 50 }, { x: 190, y: 50 });
const STEP = edgeRoute({ x: 20, y: 30 }, { x: 180, y: 130 });

/** The positions of the drops in a flowing pipe, one character a pixel. */
const dropsAt = (flow: number): string => {
  const sheet = new Sheet(200, 100, LIGHT.pane);
  paintEdge(sheet.ctx, STRAIGHT, 'text', environmentAt(), { flow });
  expect(sheet.ctx.lineDashOffset).toBe(0);
  return Array.from({ length: 180 }, (_, x) => (sheet.at(10 + x, 50) === LIGHT.textEdgeCore ? '#' : '.')).join('');
};

const LONG = 2400;
/** The colours of a straight pipe, pixel by pixel beside its core. */
const along = (zoom: number, state: EdgeState, length = LONG) => {
  const width = Math.ceil(length * zoom);
  const sheet = new Sheet(width, 40, LIGHT.pane);
  sheet.ctx.scale(zoom, zoom);
  const y = 20 / zoom;
  paintEdge(sheet.ctx, edgeRoute({ x: 0, y }, { x: length, y }), 'text', environmentAt({ zoom }), state);
  return (x: number): string => sheet.at(x, 20 - 5 * zoom);
};
const blueness = (colour: string): number => -Number.parseInt(colour.slice(1, 3), 16);
const middleOf = (length: number): string => along(1, { fadesAt: 1 }, length)(length / 2);

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
    // Half the distance between two drops is 16 px.
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

  describe('that is long', () => {
    it.each([1, 0.6, 0.34])('is in full colour at its ends and faint between them, at zoom %d [CONN-15]', (zoom) => {
      const at = along(zoom, { fadesAt: zoom });
      const end = LONG * zoom - 1;
      for (const x of [0, 60, 119, end - 119, end - 60, end]) expect(at(x)).toBe(LIGHT.textEdge);
      const middle = at(end / 2);
      expect([LIGHT.textEdge, LIGHT.pane]).not.toContain(middle);
      expect(at(220)).toBe(middle);
      expect(at(end - 220)).toBe(middle);
      // No visible seam or step: it only becomes fainter, little by little.
      for (let x = 100; x < 220; x++) {
        const fainter = blueness(at(x)) - blueness(at(x + 1));
        expect(fainter).toBeGreaterThanOrEqual(0);
        expect(fainter).toBeLessThan(14);
      }
    });

    it('is full in colour all along up to half of a common screen, and has lost more the longer it is [CONN-15]', () => {
      expect(middleOf(720)).toBe(LIGHT.textEdge);
      const [short, longer, long, longest] = [780, 900, 960, 1500].map((length) => blueness(middleOf(length)));
      expect(short).toBeGreaterThan(longer ?? 0);
      expect(longer).toBeGreaterThan(long ?? 0);
      expect(long).toBe(longest);
    });

    it('counts as long by its length on the screen [CONN-15]', () => {
      expect(along(0.25, { fadesAt: 0.25 })(300)).toBe(LIGHT.textEdge);
      expect(along(0.5, { fadesAt: 0.5 })(600)).not.toBe(LIGHT.textEdge);
    });

    it('fades on a straight part, round its corners too, as faint where its parts meet, and makes no gradient [CONN-15]', () => {
      const sheet = new Sheet(900, 900, LIGHT.pane);
      const route = edgeRoute({ x: 10, y: 20 }, { x: 290, y: 880 });
      paintEdge(sheet.ctx, route, 'text', environmentAt(), { fadesAt: 1 });
      // Its level parts are too short to fade on: the corners are painted in full, and the upright part fades.
      expect(sheet.at(140, 20)).toBe(LIGHT.textEdgeCore);
      expect(sheet.at(144, 60)).not.toBe(sheet.at(144, 450));

      const flat = new Sheet(900, 300, LIGHT.pane);
      flat.ctx.scale(0.25, 0.25);
      const far = edgeRoute({ x: 40, y: 80 }, { x: 3500, y: 1100 });
      paintEdge(flat.ctx, far, 'image', environmentAt({ zoom: 0.25 }), { fadesAt: 0.25 });
      const [corner, before] = [flat.at(442, 20), flat.at(420, 20)];
      expect(corner).toBe(before);

      const recorder = new Recorder();
      paintEdge(recorder, route, 'text', environmentAt(), { fadesAt: 1 });
      expect(recorder.count('createLinearGradient')).toBe(0);
      expect(recorder.globalAlpha).toBe(1);
    });
  });

  it('ends round while pending and flat at a handle', () => {
    const flat = new Sheet(200, 100, LIGHT.pane);
    paintEdge(flat.ctx, STRAIGHT, 'text', environmentAt());
    expect(flat.at(193, 44)).toBe(LIGHT.pane);
    const round = new Sheet(200, 100, LIGHT.pane);
    paintEdge(round.ctx, STRAIGHT, 'text', environmentAt(), { isPreview: true });
    expect(round.at(193, 46)).toBe(LIGHT.textEdge);
  });
});
