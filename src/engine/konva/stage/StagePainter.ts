import type { Editor } from '../../Editor';
import type { EditorEvent, LayerName } from '../../EditorEvent';
import { keepCarried, keepWorld, type KeptPicture, type KeptSurface } from '../../render/frame/KeptPicture';
import { paintOverlay, type FrameCounts, type FrameOptions } from '../../render/frame/paintLayers';
import { CanvasBeside, keptCanvas } from './keptCanvas';
import { Shimmer } from './Shimmer';

/** With fewer cards in the hand, painting them costs less than moving a picture of the whole stage. */
const WORTH_KEEPING = 24;

/** Steps of a zoom that follow one another sooner than this are one zoom; after so long without one it rests. */
const REST_MS = 100;

/** What is carried, painted once on a surface of its own. */
class Carried {
  readonly beside = new CanvasBeside();
  readonly picture: KeptPicture;
  /** Shows all that has left the world. */
  isWhole = false;

  constructor(editor: Editor) {
    this.picture = keepCarried(editor);
  }
}

/**
 * Paints the two surfaces of a stage, keeping of each frame what the next one can use. Where everything looks different it is
 * painted over some frames. What is taken up or put down meanwhile goes from the one surface only when the other has it.
 */
export class StagePainter {
  readonly #editor: Editor;
  readonly #shimmer: Shimmer;
  #world: KeptPicture;
  #carried: Carried | null = null;
  /** More has changed while cards pass from one surface to the other, or nothing is there: the rest is painted at once. */
  #isRushed = false;
  #surface: KeptSurface | null = null;
  #zoom: number | null = null;
  #zoomedAtMs = -Infinity;
  #isZooming = false;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(editor: Editor) {
    this.#editor = editor;
    this.#world = keepWorld(editor);
    this.#shimmer = new Shimmer(editor);
  }

  /** Notes what an event of the editor has made stale. */
  follow(event: EditorEvent): void {
    if (event.type !== 'stale' || !event.layers.includes('world')) return;
    if (event.reason === 'restored') this.#forgetSurfaces();
    if (this.#isPassing && (event.area === 'all' || event.reason === 'camera')) this.#isRushed = true;
    this.#world.spoil(event.area);
    if (event.reason !== 'camera') this.#carried?.picture.spoil('all');
  }

  /** In which order a frame draws: first the surface that cards come to, then the one they leave. */
  get order(): readonly LayerName[] {
    return this.#editor.scene.drag ? ['overlay', 'world'] : ['world', 'overlay'];
  }

  /** Whether the layer may be drawn now, after the ones before it: it may still show what the other one has not yet. */
  mayPaint(layer: LayerName): boolean {
    if (!this.#carried) return true;
    const isHeld = this.#editor.scene.drag !== null;
    if (layer === 'world') return !isHeld || this.#carried.isWhole;
    return isHeld || this.#world.isComplete;
  }

  /** Whether another frame of the layer is wanted. */
  isComplete(layer: LayerName): boolean {
    return layer === 'world' ? this.#world.isComplete : (this.#carried?.picture.isComplete ?? true);
  }

  /** Nothing is on the overlay any more. */
  clearOverlay(): void {
    this.#carried = null;
  }

  paintWorld(context: CanvasRenderingContext2D, options: FrameOptions): FrameCounts {
    const surface = this.#surfaceOf(context);
    this.#followZoom();
    const frame: FrameOptions = { ...options, ...this.#shimmer.options(), isHurried: this.#isZooming };
    const counts = this.#world.paint(surface, frame, !this.#isRushed);
    this.#shimmer.follow();
    this.#isRushed &&= this.#isPassing;
    return counts;
  }

  /** A new one has nothing on it yet: what was kept of another is none of its own. */
  #surfaceOf(context: CanvasRenderingContext2D): KeptSurface {
    if (this.#surface?.context === context) return this.#surface;
    this.#world = keepWorld(this.#editor);
    this.#surface = keptCanvas(context);
    return this.#surface;
  }

  /** A browser that has lost one canvas has lost the hidden ones too: new ones are painted at once, the stage being empty. */
  #forgetSurfaces(): void {
    this.#surface = null;
    this.#carried = null;
    this.#isRushed = true;
  }

  /** Lets go of what is still to be painted. A zoom is at rest by that: nobody would paint what it leaves out. */
  stop(): void {
    clearTimeout(this.#rest);
    this.#isZooming = false;
    this.#shimmer.stop();
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
      this.#carried = null;
      return paintOverlay(context, this.#editor, options);
    }
    const carried = (this.#carried ??= new Carried(this.#editor));
    const { beside, picture } = carried;
    beside.follow(context.canvas, options.pixelRatio);
    const painted = picture.paint(beside.surface, options, !this.#isRushed);
    carried.isWhole ||= picture.isComplete;
    this.#isRushed &&= this.#isPassing;
    return paintOverlay(context, this.#editor, options, () => {
      context.drawImage(beside.canvas, 0, 0, options.size.width, options.size.height);
      return painted;
    });
  }

  /** Cards are on their way from one surface to the other. */
  get #isPassing(): boolean {
    if (!this.#carried) return false;
    return this.#editor.scene.drag ? !this.#carried.isWhole : !this.#world.isComplete;
  }
}
