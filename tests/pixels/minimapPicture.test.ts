import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import type { EditorEvent } from '../../src/engine';
import { MinimapCache } from '../../src/engine/render/minimap/MinimapCache';
import { minimapTransform } from '../../src/engine/render/minimap/minimapTransform';
import { MINIMAP_SIZE } from '../../src/engine/render/minimap/paintMinimap';
import { toScreen, type Viewport } from '../../src/engine/geometry/viewport';
import { Sheet } from '../support/nodeCanvas';
import { LIGHT } from '../support/paintWorld';
import { TestEditor } from '../support/TestEditor';

const NODES = 10_000;
const COLUMNS = 100;
const CARDS_A_FRAME = 2_000;
/** Most cards near a change, on a map whose cards lie less than two pixels apart. */
const NEAR_BY = 100;
/** A soft edge that is painted in parts may differ slightly. */
const SOFT_EDGE = 20;
const name = (index: number) => `n${index}`;

interface Manner {
  /** Device pixels for one of the minimap. */
  readonly ratio?: number;
  /** Invalidates the map after an event of the editor. */
  readonly tell?: typeof tellOfChange;
}

/** The minimap's cards as on the screen, with the cost of each frame. */
class MapOnScreen {
  readonly picture: MinimapCache;
  readonly #editor: TestEditor;
  readonly #ratio: number;
  #painted = 0;
  /** The pictures that were begun. */
  begun = 0;

  constructor(editor: TestEditor, { ratio = 1, tell = tellOfChange }: Manner = {}) {
    this.#editor = editor;
    this.#ratio = ratio;
    this.picture = new MinimapCache(editor.engine, LIGHT, () => {
      this.begun++;
      const { bitmap, context } = this.#blank();
      const fillRect = context.fillRect.bind(context);
      context.fillRect = (...box) => {
        this.#painted++;
        fillRect(...box);
      };
      return { bitmap, context };
    });
    editor.engine.subscribe((event) => tell(event, this.picture));
  }

  /** Draws a frame; returns how many cards it painted. */
  frame(): number {
    const before = this.#painted;
    this.picture.advance();
    return this.#painted - before;
  }

  /** Draws frames until the map rests; returns the count of each. */
  finish(): number[] {
    const counts = [];
    while (!this.picture.isComplete) counts.push(this.frame());
    return counts;
  }

  /** Pans; returns the cost of the following frames. */
  pan(): number {
    this.#editor.engine.view.panBy({ x: 50, y: 40 });
    return sum([...this.finish(), this.frame()]);
  }

  /** The device pixels of the map, as it is at rest. */
  look(): Uint8ClampedArray {
    this.finish();
    const { bitmap, context } = this.#blank();
    context.fillStyle = LIGHT.surface;
    context.fillRect(0, 0, MINIMAP_SIZE.width, MINIMAP_SIZE.height);
    this.picture.drawOn(context, viewportOf(this.#editor));
    return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
  }

  #blank() {
    const { width, height } = MINIMAP_SIZE;
    const bitmap = createCanvas(Math.round(width * this.#ratio), Math.round(height * this.#ratio));
    const context = bitmap.getContext('2d');
    context.scale(bitmap.width / width, bitmap.height / height);
    return { bitmap, context };
  }
}

const tellOfChange = (event: EditorEvent, picture: MinimapCache): void => {
  if (event.type === 'document') picture.invalidate(event.cards);
};

/** A viewport that shows all cards on the map. */
const viewportOf = ({ engine }: TestEditor): Viewport => {
  const bounds = engine.scene.bounds() ?? { x: 0, y: 0, width: 1, height: 1 };
  return minimapTransform(bounds, bounds, MINIMAP_SIZE);
};

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

/** Cards in rows, every other one of another colour. */
const rows = (count: number, columns: number): TestEditor =>
  new TestEditor({
    nodes: Array.from({ length: count }, (_, index) => ({
      id: name(index),
      type: index % 2 === 0 ? 'textPrompt' : 'image',
      position: { x: (index % columns) * 300, y: Math.floor(index / columns) * 240 },
      data: {},
    })),
    edges: [],
    viewport: { x: 0, y: 0, zoom: 1 },
  });

function largeMap(manner?: Manner) {
  const editor = rows(NODES, COLUMNS);
  return { editor, map: new MapOnScreen(editor, manner) };
}

/** How many colour values of the map at rest differ from those of a new one. */
function differences(map: MapOnScreen, editor: TestEditor, ratio = 1): number {
  const wanted = new MapOnScreen(editor, { ratio }).look();
  return map.look().filter((value, index) => Math.abs(value - (wanted[index] ?? 0)) > SOFT_EDGE).length;
}

describe('the picture of the minimap', () => {
  it('is made some cards a frame, so that no frame pays for all of them', () => {
    const { map } = largeMap();
    const counts = map.finish();
    expect(sum(counts)).toBe(NODES);
    expect(Math.max(...counts)).toBeLessThanOrEqual(CARDS_A_FRAME);
    expect(counts[0], 'while the stage paints all of its view').toBe(0);
  });

  it('costs nothing for a pan, and the cards near by for an edit', () => {
    const { editor, map } = largeMap();
    map.finish();
    expect(map.pan()).toBe(0);

    editor.merge({ type: 'moveNode', id: name(5_050), position: { x: 9_000, y: 9_000 } });
    const counts = map.finish();
    expect(counts).toHaveLength(1);
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[0]).toBeLessThan(NEAR_BY);
  });

  it('would be seen to cost, if a pan invalidated it, an edit touched more than its surroundings, or a frame had no end', () => {
    const { editor, map } = largeMap({ tell: (_, picture) => picture.invalidate('all') });
    map.finish();
    expect(map.pan()).toBe(NODES);

    editor.merge({ type: 'moveNode', id: name(5_050), position: { x: 9_000, y: 9_000 } });
    const counts = map.finish();
    expect(Math.max(...counts)).toBeGreaterThan(NEAR_BY);
    expect(sum(counts), 'of a frame that goes on to the end').toBeGreaterThan(CARDS_A_FRAME);
  });

  it('waits for nobody after a move of everything, nor makes anybody work all of it out', () => {
    const { editor, map } = largeMap();
    map.finish();
    while (editor.engine.scene.settle());
    editor.keyDown('a', { primary: true }).keyDown('ArrowRight');
    expect([map.frame(), map.frame()]).toEqual([0, CARDS_A_FRAME]);
    expect(editor.engine.scene.settle(), 'the other cards are still to be looked at').toBe(true);
    map.finish();
    expect(map.picture.isComplete).toBe(true);
  });

  it('shows a card where it went and no longer where it was', () => {
    const { editor, map } = largeMap();
    const alone = { id: 'alone', type: 'textPrompt', position: { x: 60_000, y: 0 }, data: {} };
    editor.merge(
      { type: 'addNode', node: alone, index: NODES },
      { type: 'addNode', node: { ...alone, id: 'corner', position: { x: 60_000, y: 40_000 } }, index: NODES + 1 },
    );
    map.finish();
    const viewport = viewportOf(editor);
    const colourAt = (x: number, y: number) => {
      const sheet = new Sheet(MINIMAP_SIZE.width, MINIMAP_SIZE.height, LIGHT.surface);
      map.picture.drawOn(sheet.ctx, viewport);
      const at = toScreen(viewport, { x, y });
      return sheet.at(at.x + 1, at.y + 1);
    };
    expect(colourAt(60_000, 0)).toBe(LIGHT.textEdge);

    editor.merge({ type: 'moveNode', id: 'alone', position: { x: 50_000, y: 30_000 } });
    map.finish();
    expect(colourAt(60_000, 0)).toBe(LIGHT.surface);
    expect(colourAt(50_000, 30_000)).toBe(LIGHT.textEdge);
  });

  it('is rebuilt when the canvas grows, and shows the old one until then', () => {
    const { editor, map } = largeMap();
    map.finish();
    editor.merge({ type: 'moveNode', id: name(0), position: { x: -90_000, y: 0 } });
    expect(map.finish().length).toBeGreaterThan(2);
  });

  it('is finished again and again while the canvas grows with every frame, not begun anew each time', () => {
    const { editor, map } = largeMap();
    map.finish();
    const whole = 1 + NODES / CARDS_A_FRAME;
    const { begun } = map;
    for (let frame = 0; frame < 3 * whole; frame++) {
      editor.merge({ type: 'moveNode', id: name(0), position: { x: -15 * frame, y: 0 } });
      map.frame();
    }
    expect(map.begun - begun, 'pictures in the time of three').toBeLessThanOrEqual(4);
    expect(differences(map, editor), 'once the canvas rests').toBe(0);
  });
});

describe.each([1, 1.1, 1.25, 1.75, 2, 2.625])(
  'after many edits, on a screen of %s pixels for one of the page',
  (ratio) => {
    /** Moves a card in steps over the others; returns the differences. */
    function differencesAfterEdits(editor: TestEditor, step: number, tell = tellOfChange): number {
      const map = new MapOnScreen(editor, { ratio, tell });
      map.finish();
      for (let way = step; way <= 12 * step; way += step) {
        editor.merge({ type: 'moveNode', id: name(8), position: { x: way, y: way / 3 } });
        map.finish();
      }
      return differences(map, editor, ratio);
    }

    it('shows what a new one would, the cards larger or smaller than they are drawn', () => {
      expect(differencesAfterEdits(rows(24, 6), 97)).toBe(0);
      expect(differencesAfterEdits(rows(2_400, 60), 797)).toBe(0);
    });

    it('would be seen to differ if the edits were not reported', () => {
      expect(differencesAfterEdits(rows(24, 6), 97, () => undefined)).toBeGreaterThan(100);
      expect(differencesAfterEdits(rows(2_400, 60), 797, () => undefined)).toBeGreaterThan(10);
    });
  },
);
