import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { toScreen } from '../../src/engine/geometry/viewport';
import { MinimapCache } from '../../src/engine/render/minimap/MinimapCache';
import { minimapTransform } from '../../src/engine/render/minimap/minimapTransform';
import { MINIMAP_SIZE } from '../../src/engine/render/minimap/paintMinimap';
import { LIGHT } from '../support/paintWorld';
import { TestEditor } from '../support/TestEditor';

/** The minimap as MinimapCanvas shows it, and how many cards each frame paints. */
class DraggedMap {
  readonly picture: MinimapCache;
  readonly #editor: TestEditor;
  painted = 0;

  constructor(editor: TestEditor) {
    this.#editor = editor;
    this.picture = new MinimapCache(editor.engine, LIGHT, () => this.#blank());
    editor.engine.subscribe((event) => event.type === 'document' && this.picture.invalidate(event.cards));
    this.rest();
  }

  /** Draws frames until the map rests. */
  rest(): void {
    do this.picture.advance();
    while (!this.picture.isComplete);
  }

  /** The drawing in the middle of a card's box, and the map's bounds. */
  colourAt(x: number, y: number): 'card' | 'blank' {
    const { width, height } = MINIMAP_SIZE;
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    context.fillStyle = LIGHT.surface;
    context.fillRect(0, 0, width, height);
    const viewport = minimapTransform(this.picture.bounds, this.#editor.engine.view.visibleBox(), MINIMAP_SIZE);
    this.picture.drawOn(context, viewport);
    const at = toScreen(viewport, { x, y });
    const [red] = context.getImageData(Math.floor(at.x), Math.floor(at.y), 1, 1).data;
    return red === 255 ? 'blank' : 'card';
  }

  #blank() {
    const bitmap = createCanvas(MINIMAP_SIZE.width, MINIMAP_SIZE.height);
    const context = bitmap.getContext('2d');
    const fillRect = context.fillRect.bind(context);
    context.fillRect = (...box) => {
      this.painted++;
      fillRect(...box);
    };
    return { bitmap, context } as never;
  }
}

const desk = () =>
  TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0] }, words: { type: 'text', at: [600, 400] } });

describe('the minimap during a drag', () => {
  it('shows the card where the hand has it, step by step, and no longer where it was [STAGE-6]', () => {
    const editor = desk();
    const map = new DraggedMap(editor);
    expect([map.colourAt(110, 97), map.colourAt(110, 597)]).toEqual(['card', 'blank']);
    editor.pointerDown('idea').pointerMove([60, 320]);
    map.rest();
    expect([map.colourAt(110, 97), map.colourAt(110, 397)]).toEqual(['blank', 'card']);
    editor.pointerMove([60, 520]);
    map.rest();
    expect([map.colourAt(110, 397), map.colourAt(110, 597)]).toEqual(['blank', 'card']);
    editor.pointerUp();
    map.rest();
    expect([map.colourAt(110, 97), map.colourAt(110, 597)]).toEqual(['blank', 'card']);
    editor.undo();
    map.rest();
    expect([map.colourAt(110, 97), map.colourAt(110, 597)]).toEqual(['card', 'blank']);
  });

  it('grows with a card that is dragged out of it, and shrinks back when the drag is cancelled [STAGE-6]', () => {
    const editor = desk();
    const map = new DraggedMap(editor);
    const before = map.picture.bounds;
    editor.pointerDown('idea').pointerMove([60, -2980]);
    map.rest();
    expect(map.picture.bounds).toMatchObject({ x: 0, y: -3000 });
    expect(map.colourAt(110, -2903)).toBe('card');
    editor.keyDown('Escape');
    map.rest();
    expect(map.picture.bounds).toEqual(before);
    expect(map.colourAt(110, 97)).toBe('card');
  });

  it('paints nothing again for a step of dragging ten thousand, once they are taken up [STAGE-6]', () => {
    const nodes = Array.from({ length: 10_000 }, (_, index) => ({
      id: `n${index}`,
      type: 'image',
      position: { x: (index % 100) * 300, y: Math.floor(index / 100) * 240 },
      data: {},
    }));
    const editor = new TestEditor({ nodes, edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
    const map = new DraggedMap(editor);
    editor.engine.selectAll();
    editor.pointerDown('n0').pointerMove([90, 50]);
    map.rest();
    const before = map.painted;
    editor.pointerMove([9060, 50]);
    map.rest();
    expect(map.painted - before).toBe(0);
    expect([map.colourAt(100, 100), map.colourAt(9100, 100)]).toEqual(['blank', 'card']);
  });
});
