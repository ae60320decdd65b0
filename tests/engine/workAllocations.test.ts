import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cacheWorld, type CacheSurface } from '../../src/engine/render/frame/FrameCache';
import { paintOverlay } from '../../src/engine/render/frame/paintLayers';
import type { TestEditor } from '../support/TestEditor';
import { gridEditor, FRAME, name } from './support/gridEditor';
import { bytesOf, WARMING } from './support/bytesOf';
import { MutePainter } from './support/MutePainter';

const FEW = 1000;
const MANY = 100_000;
/** Largest growth of an event's allocations with a hundred times as many nodes: the index is a little deeper. */
const GROWTH = 1 / 4;
/** Bytes that an event and its frame may allocate for a stage full of cards, in unoptimised code: a tenth more than they do. */
const LIMITS = { look: 18_500, pan: 80_000, zoom: 12_000, drag: 135_000 };
type Event = keyof typeof LIMITS;
const EVENTS: readonly { readonly event: Event; readonly is: string }[] = [
  { event: 'look', is: 'a pointer that wanders over a card' },
  { event: 'pan', is: 'a frame of a pan' },
  { event: 'zoom', is: 'a frame of a zoom' },
  { event: 'drag', is: 'a step of a drag and its frame' },
];

const CONTEXT = new MutePainter();
const SURFACE: CacheSurface = { context: CONTEXT, shift() {}, clear() {}, remember() {}, stretch() {} };

/** A canvas in use, with a frame after each event. */
class BusyCanvas {
  readonly editor: TestEditor;
  readonly #grabbed: string;
  readonly #frame: (isHurried: boolean) => void;
  #turn = 1;

  constructor(count: number, midst: number) {
    this.#grabbed = name(midst);
    this.editor = gridEditor(count, this.#grabbed);
    const { engine } = this.editor;
    while (engine.scene.settle());
    const world = cacheWorld(engine);
    engine.subscribe((event) => {
      if (event.type === 'invalidate' && event.layers.includes('world')) world.invalidate(event.area);
    });
    this.#frame = (isHurried) => {
      world.paint(SURFACE, { ...FRAME, isHurried });
      paintOverlay(CONTEXT, engine, FRAME);
      this.editor.takeEvents();
    };
  }

  /** Moves there and back, so that each round is like the others. */
  #back(): number {
    this.#turn = -this.#turn;
    return this.#turn;
  }

  readonly pan = () => {
    this.editor.engine.view.panBy({ x: 7 * this.#back(), y: 0 });
    this.#frame(false);
  };

  readonly zoom = () => {
    this.editor.wheel(this.editor.onScreen(500, 350), 0, 20 * this.#back(), { primary: true });
    this.#frame(true);
  };

  readonly drag = () => {
    const { x, y } = this.editor.node(this.#grabbed).position;
    if (this.editor.state === 'select.idle') this.editor.pointerDown(this.#grabbed).pointerMove({ x: x + 160, y });
    this.editor.expectState('dragging').pointerMove({ x: x + 160 + 15 * this.#back(), y });
    this.#frame(false);
  };

  readonly look = () => {
    const { x, y } = this.editor.node(this.#grabbed).position;
    this.editor.pointerMove({ x: x + 60 + this.#back(), y: y + 20 });
  };
}

/** Excess bytes of an event, on few nodes and on many. */
const excess = (event: Event, few: number, many: number): string[] => [
  ...(Math.max(few, many) > LIMITS[event] ? [`${Math.max(few, many)} > ${LIMITS[event]}`] : []),
  ...(many > few * (1 + GROWTH) ? [`${many} grows from ${few}`] : []),
];

describe('what an event leaves to the collector', () => {
  let few: BusyCanvas;
  let many: BusyCanvas;

  beforeAll(() => {
    few = new BusyCanvas(FEW, 450);
    many = new BusyCanvas(MANY, 50_050);
  });

  afterEach(() => {
    few.editor.cancel();
    many.editor.cancel();
  });

  it.each(EVENTS)('$event: $is makes as little among 100,000 nodes as among 1,000', ({ event }) => {
    expect(excess(event, bytesOf(few[event]), bytesOf(many[event]))).toEqual([]);
  });

  it.each(EVENTS)('$event: $is would be seen to copy the list of all nodes', ({ event }) => {
    const kept: unknown[] = [[]];
    const copying = (canvas: BusyCanvas) => () => {
      canvas[event]();
      kept[0] = [...canvas.editor.engine.document.allNodes()];
    };
    expect(excess(event, bytesOf(copying(few)), bytesOf(copying(many)))).toEqual([
      expect.stringContaining(` > ${LIMITS[event]}`),
      expect.stringContaining(' grows from '),
    ]);
    expect(kept[0]).toHaveLength(MANY);
  });

  it('would be seen where it makes so much that the collector has to run', () => {
    const kept: unknown[] = [[]];
    let times = 0;
    const wasteful = () => {
      // Not made before the measurement: that would take long.
      if (++times > WARMING) kept[0] = Array.from({ length: 200_000 }, (_, index) => ({ index }));
    };
    expect(excess('pan', 0, bytesOf(wasteful))).toHaveLength(2);
    expect(kept[0]).toHaveLength(200_000);
  });
});
