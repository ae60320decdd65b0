import type { Editor } from '../Editor';
import type { EditorEvent } from '../EditorEvent';
import { keepCarried, keepWorld, type KeptSurface } from '../KeptPicture';
import { paintOverlay, type FrameCounts, type FrameOptions } from '../paintLayers';
import { CanvasBeside, keptCanvas } from './keptCanvas';

/** With fewer cards in the hand, painting them costs less than moving a picture of the whole stage. */
const WORTH_KEEPING = 24;

/** Steps of a zoom that follow one another sooner than this are one zoom; after so long without one it rests. */
const REST_MS = 100;

/** Paints the two surfaces of a stage, keeping of each frame what the next one can use. */
export class StagePainter {
  readonly #editor: Editor;
  readonly #world;
  readonly #carried;
  #surface: KeptSurface | null = null;
  #beside: CanvasBeside | null = null;
  #zoom: number | null = null;
  #zoomedAtMs = -Infinity;
  #isZooming = false;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(editor: Editor) {
    this.#editor = editor;
    this.#world = keepWorld(editor);
    this.#carried = keepCarried(editor);
  }

  /** Notes what an event of the editor has made stale. */
  follow(event: EditorEvent): void {
    if (event.type !== 'stale' || !event.layers.includes('world')) return;
    this.#world.spoil(event.area);
    if (event.reason !== 'camera') this.#carried.spoil('all');
  }

  paintWorld(context: CanvasRenderingContext2D, options: FrameOptions): FrameCounts {
    if (this.#surface?.context !== context) this.#surface = keptCanvas(context);
    this.#followZoom();
    return this.#world.paint(this.#surface, { ...options, isHurried: this.#isZooming });
  }

  /** Lets go of what is still to be painted. */
  stop(): void {
    clearTimeout(this.#rest);
  }

  /** Steps of a zoom that follow one another are hurried, until it rests and all is painted in full. */
  #followZoom(): void {
    const { zoom } = this.#editor.viewport.camera;
    if (zoom === this.#zoom) return;
    const nowMs = performance.now();
    if (this.#zoom !== null && nowMs - this.#zoomedAtMs < REST_MS) {
      this.#isZooming = true;
      clearTimeout(this.#rest);
      this.#rest = setTimeout(() => {
        this.#isZooming = false;
        this.#editor.repaint('rest');
      }, REST_MS);
    }
    this.#zoom = zoom;
    this.#zoomedAtMs = nowMs;
  }

  paintOverlay(context: CanvasRenderingContext2D, options: FrameOptions): FrameCounts {
    const { drag } = this.#editor.scene;
    if (!drag || drag.nodeIds.size < WORTH_KEEPING) {
      this.#beside = null;
      return paintOverlay(context, this.#editor, options);
    }
    if (!this.#beside) this.#carried.spoil('all');
    const beside = (this.#beside ??= new CanvasBeside());
    beside.follow(context.canvas, options.pixelRatio);
    const carried = this.#carried.paint(beside.surface, options);
    return paintOverlay(context, this.#editor, options, () => {
      context.drawImage(beside.canvas, 0, 0, options.size.width, options.size.height);
      return carried;
    });
  }
}
