import { describe, expect, it } from 'vitest';
import { toScreen, toWorld } from '../../src/engine/geometry/viewport';
import { minimapTransform } from '../../src/engine/render/minimap/minimapTransform';
import { MINIMAP_SIZE, paintMinimap, paintMinimapCard } from '../../src/engine/render/minimap/paintMinimap';
import { Sheet } from '../support/nodeCanvas';
import { DARK, LIGHT } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';

const VIEW = { x: 0, y: 0, width: 1440, height: 900 };

describe('the minimap', () => {
  const scene = {
    bounds: { x: 0, y: 0, width: 2000, height: 1500 },
    nodes: [
      { box: { x: 0, y: 0, width: 400, height: 300 }, flow: 'text' as const },
      { box: { x: 1600, y: 1200, width: 400, height: 300 }, flow: 'image' as const },
    ],
    view: { x: 0, y: 0, width: 1000, height: 750 },
  };

  it.each([
    ['light', LIGHT],
    ['dark', DARK],
  ])('shows the nodes in their colours and the view as a rectangle (%s)', (_mode, theme) => {
    const sheet = new Sheet(MINIMAP_SIZE.width, MINIMAP_SIZE.height);
    paintMinimap(sheet.ctx, scene, MINIMAP_SIZE, theme, (under) => {
      for (const node of scene.nodes) paintMinimapCard(sheet.ctx, node, under, theme);
    });
    const viewport = minimapTransform(scene.bounds, scene.view, MINIMAP_SIZE);
    const inside = toScreen(viewport, { x: 200, y: 150 });
    const empty = toScreen(viewport, { x: 700, y: 150 });
    const outside = toScreen(viewport, { x: 1800, y: 1350 });
    expect(sheet.at(inside.x, inside.y)).toBe(theme.textEdge);
    expect(sheet.at(empty.x, empty.y)).toBe(theme.surface);
    // Outside the view a veil lies over everything.
    expect(sheet.at(outside.x, outside.y)).not.toBe(theme.imageEdge);
    expect(sheet.at(outside.x, outside.y)).not.toBe(sheet.at(3, 147));
  });

  it('keeps nodes and view on the map, wherever the view has gone', () => {
    for (const view of [VIEW, { ...VIEW, x: -9_000, y: 4_000 }, { ...VIEW, width: 90_000, height: 50_000 }]) {
      const viewport = minimapTransform(scene.bounds, view, MINIMAP_SIZE);
      for (const box of [view, ...scene.nodes.map((node) => node.box)]) {
        for (const corner of [
          { x: box.x, y: box.y },
          { x: box.x + box.width, y: box.y + box.height },
        ]) {
          const { x, y } = toScreen(viewport, corner);
          expect(x).toBeGreaterThanOrEqual(9.99);
          expect(x).toBeLessThanOrEqual(MINIMAP_SIZE.width - 9.99);
          expect(y).toBeGreaterThanOrEqual(9.99);
          expect(y).toBeLessThanOrEqual(MINIMAP_SIZE.height - 9.99);
        }
      }
    }
  });

  it('answers where in the world a press on it is', () => {
    const viewport = minimapTransform(scene.bounds, scene.view, MINIMAP_SIZE);
    const there = toWorld(viewport, toScreen(viewport, { x: 1234, y: 567 }));
    expect(there.x).toBeCloseTo(1234, 6);
    expect(there.y).toBeCloseTo(567, 6);
  });

  it('shows an empty canvas as the view alone', () => {
    const recorder = new Recorder();
    paintMinimap(recorder, { bounds: null, view: VIEW }, MINIMAP_SIZE, LIGHT, () => {});
    expect(recorder.count('roundRect')).toBe(1);
    expect(recorder.count('fillRect')).toBe(5);
  });
});
