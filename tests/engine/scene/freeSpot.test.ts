import { describe, expect, it } from 'vitest';
import { freeSpot } from '../../../src/engine';
import { TestEditor } from '../../support/TestEditor';

const SIZE = { width: 245, height: 195 };

describe('a free spot', () => {
  it('is where it was asked for, on the grid, when nothing lies there', () => {
    expect(freeSpot(TestEditor.with({}).engine.scene, SIZE, { x: 101, y: 52 })).toEqual({ x: 105, y: 45 });
  });

  it('places nodes that are added in sequence side by side: none lies on another, and four are in a line [DROP-8]', () => {
    const editor = TestEditor.with({});
    const { scene } = editor.engine;
    for (let index = 0; index < 9; index++)
      editor.engine.addNode('image', null, freeSpot(scene, SIZE, { x: 100, y: 50 }));
    expect(editor.nodes.map((name) => editor.at(name))).toEqual([
      [105, 45],
      [390, 45],
      [675, 45],
      [960, 45],
      [105, 270],
      [390, 270],
      [675, 270],
      [960, 270],
      [105, 495],
    ]);
    for (const node of editor.engine.document.allNodes()) expect(scene.nodesIn(scene.boxOf(node))).toEqual([node]);
  });

  it('goes round what lies in the way', () => {
    const { scene } = TestEditor.with({ wall: { type: 'image', at: [200, -60] } }).engine;
    expect(freeSpot(scene, SIZE, { x: 0, y: 0 })).toEqual({ x: 570, y: 0 });
  });

  it('is where it was asked for when there is no room for far around', () => {
    const walls = Object.fromEntries(
      Array.from({ length: 60 * 12 }, (_, index) => [
        `w${index}`,
        { type: 'image', at: [(index % 12) * 150 - 300, Math.floor(index / 12) * 210] as const },
      ]),
    );
    expect(freeSpot(TestEditor.with(walls).engine.scene, SIZE, { x: 0, y: 0 })).toEqual({ x: 0, y: 0 });
  });
});
