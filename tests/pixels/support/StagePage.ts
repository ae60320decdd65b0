import { createHash } from 'node:crypto';
import { createCanvas, type Canvas } from '@napi-rs/canvas';
import type Konva from 'konva';
import { vi } from 'vitest';
import type { FrameOptions, LayerName, Vector } from '../../../src/engine';
import { StagePainter } from '../../../src/engine/konva/stage/StagePainter';
import { startDrawLoop } from '../../../src/engine/konva/stage/startDrawLoop';
import { crowd, SIZE } from '../../support/CachedStage';
import { ON_SCREEN } from './frames';

/** The two surfaces of a stage in a page whose frames the test triggers. */
export class StagePage {
  readonly editor = crowd();
  readonly #frames: (() => void)[] = [];
  readonly #painter: StagePainter;
  readonly #stage: Konva.Stage;
  #options: FrameOptions;
  #world = createCanvas(SIZE.width, SIZE.height);
  readonly #overlay = Object.assign(createCanvas(SIZE.width, SIZE.height), { style: { display: 'block' } });
  /** Canvases that are not visible. */
  readonly #hidden: Canvas[] = [];
  #stopLoop: () => void;

  constructor(pixelRatio = 1) {
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => this.#frames.push(draw));
    vi.stubGlobal('cancelAnimationFrame', () => this.#frames.splice(0));
    vi.stubGlobal('document', {
      createElement: () => {
        const canvas = createCanvas(1, 1);
        this.#hidden.push(canvas);
        return canvas;
      },
    });
    const { engine } = this.editor;
    this.#options = { ...ON_SCREEN, size: SIZE, pixelRatio };
    engine.view.setSize(SIZE);
    this.#fitCanvases();
    this.#painter = new StagePainter(engine);
    const context = (name: LayerName) =>
      (name === 'world' ? this.#world : this.#overlay).getContext('2d') as unknown as CanvasRenderingContext2D;
    const layers = [
      { draw: () => this.#painter.paintWorld(context('world'), this.#options) },
      {
        draw: () => {
          const { width, height } = this.#options.size;
          this.#overlay.getContext('2d').clearRect(0, 0, width, height);
          this.#painter.paintOverlay(context('overlay'), this.#options);
        },
        getNativeCanvasElement: () => this.#overlay,
      },
    ];
    const attributes = new Map<string, unknown>();
    this.#stage = {
      getLayers: () => layers,
      getAttr: (name: string) => attributes.get(name),
      setAttr: (name: string, value: unknown) => attributes.set(name, value),
    } as unknown as Konva.Stage;
    this.#stopLoop = startDrawLoop(engine, this.#stage, this.#painter);
    engine.repaint('everything');
    this.settle();
  }

  /** Leaves the page. */
  close(): void {
    this.#stopLoop();
    vi.unstubAllGlobals();
  }

  /** Stops the draw loop and starts it again on the same stage. */
  restartLoop(): void {
    this.#stopLoop();
    this.#stopLoop = startDrawLoop(this.editor.engine, this.#stage, this.#painter);
  }

  /** Replaces the world's canvas with an empty one, and draws it as Konva does by itself. */
  renewWorld(): void {
    this.#world = createCanvas(SIZE.width, SIZE.height);
    this.#stage.getLayers()[0]?.draw();
  }

  /** Zooms the page, not the canvas: fewer pixels on the same screen, each covering more of it. */
  zoomPage(by: number): void {
    const { pixelRatio, size } = this.#options;
    this.#options = {
      ...this.#options,
      pixelRatio: pixelRatio * by,
      size: { width: size.width / by, height: size.height / by },
    };
    this.#fitCanvases();
    this.editor.engine.view.setSize(this.#options.size);
    this.editor.engine.repaint('pixelRatio');
  }

  /** Every canvas is lost and comes back blank, its state forgotten; the stage's own are fitted again, as by `useCrispStage`. */
  loseCanvases(): void {
    for (const canvas of this.#hidden) canvas.width *= 1;
    this.#fitCanvases();
    this.editor.engine.repaint('restored');
  }

  /** Draws one frame; returns how many cards are visible in it. */
  frame(): number {
    for (const draw of this.#frames.splice(0)) draw();
    return this.cardsSeen();
  }

  /** Grabs a card, and with it the selection, and moves. */
  drag(): void {
    const [x, y] = this.editor.at('idea');
    this.editor
      .pointerDown('idea')
      .pointerMove([x + 90, y + 75])
      .expectState('dragging');
  }

  /** Draws until nothing is pending; returns how many cards were visible in each frame. */
  settle(): number[] {
    const seen: number[] = [];
    while (this.#frames.length > 0) seen.push(this.frame());
    return seen;
  }

  get isOverlayShown(): boolean {
    return this.#overlay.style.display === 'block';
  }

  /** The world's pixels as one string, to compare two drawings. */
  print(): string {
    return createHash('sha256').update(this.#world.data()).digest('hex');
  }

  /** Cards in view whose middle is not bare pane on both surfaces together, at its current place. */
  cardsSeen(): number {
    const { width, height } = this.#world;
    const shown = createCanvas(width, height).getContext('2d');
    shown.drawImage(this.#world, 0, 0);
    if (this.isOverlayShown) shown.drawImage(this.#overlay, 0, 0);
    const { data } = shown.getImageData(0, 0, width, height);
    const { pixelRatio } = this.#options;
    const isCard = (x: number, y: number) =>
      (data[(Math.round(y * pixelRatio) * width + Math.round(x * pixelRatio)) * 4] ?? 0) > 0xf6;
    return this.#middlesInView().filter(({ x, y }) => isCard(x, y)).length;
  }

  /** Cards whose middle is on the stage. */
  cardsInView(): number {
    return this.#middlesInView().length;
  }

  #middlesInView(): Vector[] {
    const { scene, view } = this.editor.engine;
    const { size } = this.#options;
    return this.editor.nodes
      .map((id) => {
        const { x, y, width, height } = scene.boxOf(this.editor.node(id));
        return view.toScreen({ x: x + width / 2, y: y + height * 0.7 });
      })
      .filter(({ x, y }) => x >= 0 && y >= 0 && x < size.width && y < size.height);
  }

  /** Resizes as Konva does: a canvas whose size is set is empty and has the stage's scale. */
  #fitCanvases(): void {
    const { pixelRatio, size } = this.#options;
    for (const canvas of [this.#world, this.#overlay]) {
      canvas.width = size.width * pixelRatio;
      canvas.height = size.height * pixelRatio;
      canvas.getContext('2d').scale(pixelRatio, pixelRatio);
    }
  }
}
