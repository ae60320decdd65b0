import { createCanvas } from '@napi-rs/canvas';
import type Konva from 'konva';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FrameOptions, LayerName } from '../../src/engine';
import { StagePainter } from '../../src/engine/konva/StagePainter';
import { startDrawLoop } from '../../src/engine/konva/startDrawLoop';
import { crowd, SIZE } from '../support/KeptStage';
import { registerFonts } from '../support/nodeCanvas';
import { ON_SCREEN } from './support/frames';

const OPTIONS: FrameOptions = { ...ON_SCREEN, size: SIZE };
const CARDS = 80;

/** The two surfaces of a stage in a page whose frames come when they are asked for. */
class Page {
  readonly editor = crowd();
  readonly #frames: (() => void)[] = [];
  #world = createCanvas(SIZE.width, SIZE.height);
  readonly #overlay = Object.assign(createCanvas(SIZE.width, SIZE.height), { style: { display: 'block' } });
  readonly #drawWorld: () => void;
  readonly stop: () => void;

  constructor() {
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => this.#frames.push(draw));
    vi.stubGlobal('cancelAnimationFrame', () => undefined);
    vi.stubGlobal('document', { createElement: () => createCanvas(1, 1) });
    const { engine } = this.editor;
    engine.viewport.setSize(SIZE);
    const painter = new StagePainter(engine);
    const context = (name: LayerName) =>
      (name === 'world' ? this.#world : this.#overlay).getContext('2d') as unknown as CanvasRenderingContext2D;
    this.#drawWorld = () => painter.paintWorld(context('world'), OPTIONS);
    const layers = [
      { draw: this.#drawWorld },
      {
        draw: () => {
          this.#overlay.getContext('2d').clearRect(0, 0, SIZE.width, SIZE.height);
          painter.paintOverlay(context('overlay'), OPTIONS);
        },
        getNativeCanvasElement: () => this.#overlay,
      },
    ];
    const attributes = new Map<string, unknown>();
    const stage = {
      getLayers: () => layers,
      getAttr: (name: string) => attributes.get(name),
      setAttr: (name: string, value: unknown) => attributes.set(name, value),
    };
    this.stop = startDrawLoop(engine, stage as unknown as Konva.Stage, painter);
    engine.repaint('everything');
    this.settle();
  }

  /** Puts an empty canvas in the place of the world's, and draws it as Konva does by itself. */
  renewWorld(): void {
    this.#world = createCanvas(SIZE.width, SIZE.height);
    this.#drawWorld();
  }

  /** Draws one frame; answers how many cards are seen in it. */
  frame(): number {
    for (const draw of this.#frames.splice(0)) draw();
    return this.cardsSeen();
  }

  /** Draws until nothing more is wanted; answers how many cards were seen in each frame. */
  settle(): number[] {
    const seen: number[] = [];
    while (this.#frames.length > 0) seen.push(this.frame());
    return seen;
  }

  /** Cards whose middle is not floor on what both surfaces show together, wherever it is now. */
  cardsSeen(): number {
    const { scene, viewport } = this.editor.engine;
    const shown = createCanvas(SIZE.width, SIZE.height).getContext('2d');
    shown.drawImage(this.#world, 0, 0);
    if (this.#overlay.style.display === 'block') shown.drawImage(this.#overlay, 0, 0);
    const { data } = shown.getImageData(0, 0, SIZE.width, SIZE.height);
    const isCard = (x: number, y: number) => (data[(Math.round(y) * SIZE.width + Math.round(x)) * 4] ?? 0) > 0xf6;
    return this.editor.nodes.filter((id) => {
      const { x, y, width, height } = scene.boxOf(this.editor.node(id));
      const middle = viewport.toScreen({ x: x + width / 2, y: y + height * 0.7 });
      return isCard(middle.x, middle.y);
    }).length;
  }
}

beforeAll(registerFonts);

describe('what is taken up and put down', () => {
  let page: Page;
  beforeEach(() => {
    page = new Page();
  });
  afterEach(() => {
    page.stop();
    vi.unstubAllGlobals();
  });

  const drag = () => {
    const [x, y] = page.editor.at('idea');
    page.editor
      .pointerDown('idea')
      .pointerMove([x + 90, y + 75])
      .expectState('dragging');
  };
  const takeUp = () => {
    page.editor.engine.selectAll();
    page.settle();
    drag();
  };

  it('is taken up and put down in several frames, and no card is missing in any of them', () => {
    expect(page.cardsSeen()).toBe(CARDS);
    takeUp();
    const lifting = page.settle();
    expect(lifting.length).toBeGreaterThan(1);
    page.editor.pointerUp();
    const putting = page.settle();
    expect(putting.length).toBeGreaterThan(1);
    expect([...lifting.slice(-1), ...putting]).toEqual([CARDS, ...putting.map(() => CARDS)]);
  });

  it('would be seen to be missing', () => {
    page.editor.engine.run(page.editor.nodes.slice(1).map((id) => ({ type: 'removeNode', id })));
    page.settle();
    expect(page.cardsSeen()).toBe(1);
  });

  it('is put down at once when the view moves before it has been', () => {
    takeUp();
    page.settle();
    page.editor.pointerUp();
    page.frame();
    page.editor.engine.viewport.panBy({ x: 14, y: 0 });
    expect(page.frame()).toBe(CARDS);
  });

  it('can be taken up again before it has been put down', () => {
    takeUp();
    page.settle();
    page.editor.pointerUp();
    page.frame();
    drag();
    page.settle();
    expect(page.cardsSeen()).toBe(CARDS);
    page.editor.cancel();
    expect(page.settle().at(-1)).toBe(CARDS);
  });
});

it('paints a canvas that takes the place of another whole, though nothing has changed', () => {
  const page = new Page();
  page.renewWorld();
  expect(page.settle()).toEqual([]);
  expect(page.cardsSeen()).toBe(CARDS);
  page.stop();
  vi.unstubAllGlobals();
});
