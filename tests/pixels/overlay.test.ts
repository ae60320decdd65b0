import { describe, expect, it } from 'vitest';
import { toScreen, toWorld } from '../../src/engine/geometry/camera';
import { minimapTransform } from '../../src/engine/render/minimap/minimapTransform';
import { paintDeleteButton } from '../../src/engine/render/card/paintDeleteButton';
import { paintMarquee } from '../../src/engine/render/pane/paintMarquee';
import { MINIMAP_SIZE, paintMinimap, paintMinimapCard } from '../../src/engine/render/minimap/paintMinimap';
import { Sheet } from '../support/nodeCanvas';
import { DARK, environmentAt, LIGHT } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';

const VIEW = { x: 0, y: 0, width: 1440, height: 900 };

describe('the delete button', () => {
  it.each([
    ['light', LIGHT],
    ['dark', DARK],
  ])('is round, red, 12 px in radius and carries a cross (%s)', (_mode, theme) => {
    const sheet = new Sheet(60, 60, theme.pane);
    paintDeleteButton(sheet.ctx, { x: 30, y: 30 }, 12, environmentAt({ theme }));
    expect(sheet.at(30, 20)).toBe(theme.danger);
    expect(sheet.at(40, 30)).toBe(theme.danger);
    expect(sheet.at(30, 30)).toBe(theme.surface);
    expect(sheet.at(30, 17)).toBe(theme.surface);
    expect(sheet.at(30, 14)).toBe(theme.pane);
    expect(sheet.at(19, 19)).toBe(theme.pane);
  });
});

describe('the marquee', () => {
  it('tints what it covers, under an outline of one CSS pixel at any zoom', () => {
    const sheet = new Sheet(100, 100, LIGHT.pane);
    paintMarquee(sheet.ctx, { x: 10.5, y: 10.5, width: 60, height: 40 }, environmentAt(), 1);
    expect(sheet.at(40, 10)).toBe(LIGHT.focus);
    expect(sheet.at(40, 30)).not.toBe(LIGHT.pane);
    expect(sheet.at(80, 30)).toBe(LIGHT.pane);
    const recorder = new Recorder();
    paintMarquee(recorder, VIEW, environmentAt({ zoom: 0.1 }), 0.1);
    expect(recorder.all('strokeRect')[0]?.lineWidth).toBe(10);
  });
});

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
    const camera = minimapTransform(scene.bounds, scene.view, MINIMAP_SIZE);
    const inside = toScreen(camera, { x: 200, y: 150 });
    const empty = toScreen(camera, { x: 700, y: 150 });
    const outside = toScreen(camera, { x: 1800, y: 1350 });
    expect(sheet.at(inside.x, inside.y)).toBe(theme.textEdge);
    expect(sheet.at(empty.x, empty.y)).toBe(theme.surface);
    // Outside the view a veil lies over everything.
    expect(sheet.at(outside.x, outside.y)).not.toBe(theme.imageEdge);
    expect(sheet.at(outside.x, outside.y)).not.toBe(sheet.at(3, 147));
  });

  it('keeps nodes and view on the map, wherever the view has gone', () => {
    for (const view of [VIEW, { ...VIEW, x: -9_000, y: 4_000 }, { ...VIEW, width: 90_000, height: 50_000 }]) {
      const camera = minimapTransform(scene.bounds, view, MINIMAP_SIZE);
      for (const box of [view, ...scene.nodes.map((node) => node.box)]) {
        for (const corner of [
          { x: box.x, y: box.y },
          { x: box.x + box.width, y: box.y + box.height },
        ]) {
          const { x, y } = toScreen(camera, corner);
          expect(x).toBeGreaterThanOrEqual(9.99);
          expect(x).toBeLessThanOrEqual(MINIMAP_SIZE.width - 9.99);
          expect(y).toBeGreaterThanOrEqual(9.99);
          expect(y).toBeLessThanOrEqual(MINIMAP_SIZE.height - 9.99);
        }
      }
    }
  });

  it('answers where in the world a press on it is', () => {
    const camera = minimapTransform(scene.bounds, scene.view, MINIMAP_SIZE);
    const there = toWorld(camera, toScreen(camera, { x: 1234, y: 567 }));
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
