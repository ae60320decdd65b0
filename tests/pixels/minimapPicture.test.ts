import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { MinimapPicture } from '../../src/engine/MinimapPicture';
import { minimapTransform } from '../../src/engine/paint/minimapTransform';
import { MINIMAP_SIZE } from '../../src/engine/paint/paintMinimap';
import { toScreen } from '../../src/engine/geometry/camera';
import { Sheet } from '../support/nodeCanvas';
import { LIGHT } from '../support/paintWorld';
import { TestEditor } from '../support/TestEditor';

const NODES = 10_000;
const COLUMNS = 100;
const name = (index: number) => `n${index}`;

/** A large canvas of picture nodes, one in the middle missing so that a hole can be seen. */
function largeMap() {
  const nodes = Array.from({ length: NODES }, (_, index) => ({
    id: name(index),
    type: 'image',
    position: { x: (index % COLUMNS) * 300, y: Math.floor(index / COLUMNS) * 240 },
    data: {},
  }));
  const editor = new TestEditor({ nodes, edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
  const picture = new MinimapPicture(editor.engine, LIGHT, () => {
    const bitmap = createCanvas(MINIMAP_SIZE.width, MINIMAP_SIZE.height);
    return { bitmap, context: bitmap.getContext('2d') };
  });
  editor.engine.subscribe((event) => {
    if (event.type === 'document') picture.spoil(event.cards);
  });
  return { editor, picture };
}

const finish = (picture: MinimapPicture): number[] => {
  const counts = [];
  while (!picture.isComplete) counts.push(picture.advance());
  return counts;
};

describe('the picture of the minimap', () => {
  it('is made some cards a frame, so that no frame pays for all of them', () => {
    const { picture } = largeMap();
    const counts = finish(picture);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(NODES);
    expect(Math.max(...counts)).toBeLessThanOrEqual(2_000);
    expect(counts[0], 'while the stage paints all of its view').toBe(0);
  });

  it('costs nothing for a pan, and the cards near by for an edit', () => {
    const { editor, picture } = largeMap();
    finish(picture);
    editor.engine.viewport.setCamera({ x: 500, y: 400, zoom: 0.5 });
    expect(picture.isComplete).toBe(true);

    editor.merge({ type: 'moveNode', id: name(5_050), position: { x: 9_000, y: 9_000 } });
    expect(picture.isComplete).toBe(false);
    const counts = finish(picture);
    expect(counts).toHaveLength(1);
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[0]).toBeLessThan(60);
  });

  it('waits for nobody after a move of everything, nor makes anybody work all of it out', () => {
    const { editor, picture } = largeMap();
    finish(picture);
    while (editor.engine.scene.settle());
    editor.keyDown('a', { primary: true }).keyDown('ArrowRight');
    expect([picture.advance(), picture.advance()]).toEqual([0, 2_000]);
    expect(editor.engine.scene.settle(), 'the other cards are still to be looked at').toBe(true);
    finish(picture);
    expect(picture.isComplete).toBe(true);
  });

  it('shows a card where it went and no longer where it was', () => {
    const { editor, picture } = largeMap();
    const alone = { id: 'alone', type: 'textPrompt', position: { x: 60_000, y: 0 }, data: {} };
    editor.merge(
      { type: 'addNode', node: alone, index: NODES },
      { type: 'addNode', node: { ...alone, id: 'corner', position: { x: 60_000, y: 40_000 } }, index: NODES + 1 },
    );
    finish(picture);
    const bounds = editor.engine.scene.bounds();
    const camera = minimapTransform(bounds, bounds ?? { x: 0, y: 0, width: 1, height: 1 }, MINIMAP_SIZE);
    const colourAt = (x: number, y: number) => {
      const sheet = new Sheet(MINIMAP_SIZE.width, MINIMAP_SIZE.height, LIGHT.surface);
      picture.drawOn(sheet.ctx, camera);
      const at = toScreen(camera, { x, y });
      return sheet.at(at.x + 1, at.y + 1);
    };
    expect(colourAt(60_000, 0)).toBe(LIGHT.textPipe);

    editor.merge({ type: 'moveNode', id: 'alone', position: { x: 50_000, y: 30_000 } });
    finish(picture);
    expect(colourAt(60_000, 0)).toBe(LIGHT.surface);
    expect(colourAt(50_000, 30_000)).toBe(LIGHT.textPipe);
  });

  it('is made anew when the canvas grows, and shows the old one until then', () => {
    const { editor, picture } = largeMap();
    finish(picture);
    editor.merge({ type: 'moveNode', id: name(0), position: { x: -90_000, y: 0 } });
    expect(finish(picture).length).toBeGreaterThan(2);
  });
});
