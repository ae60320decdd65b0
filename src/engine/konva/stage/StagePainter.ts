import type { Editor } from '../../Editor';
import type { EditorEvent, LayerName } from '../../EditorEvent';
import { cacheDragged, cacheWorld, type FrameCache, type CacheSurface } from '../../render/frame/FrameCache';
import { paintDragged, paintOverlay, type FrameCounts, type FrameOptions } from '../../render/frame/paintLayers';
import { SpareCanvas, cacheCanvas } from './cacheCanvas';
import { DragSprite } from './DragSprite';
import { Shimmer } from './Shimmer';

/** Dragged cards that are worth a frame cache of their own: a picture of fewer is moved faster than one of the whole stage. */
const WORTH_CACHING = 24;

/** Steps of a zoom that follow one another sooner than this are one zoom; after so long without one it rests. */
const REST_MS = 100;

/** Paints the dragged cards once, on a surface of their own. */
class DraggedCards {
  readonly beside = new SpareCanvas();
  readonly picture: FrameCache;
  /** Shows all that has left the world. */
  isWhole = false;

  constructor(editor: Editor) {
    this.picture = cacheDragged(editor);
  }
}

/**
 * Paints the two layers of a stage, keeping of each frame what the next one can use. A frame in which everything looks different is
 * spread over several. Cards that are dragged or dropped leave the one layer only when the other shows them.
 */
export class StagePainter {
  readonly #editor: Editor;
  readonly #shimmer: Shimmer;
  #world: FrameCache;
  #dragged: DraggedCards | null = null;
  #sprite: DragSprite | null = null;
  /** Set when the document changes during a hand-over between layers, or a layer is empty; the rest is then painted in one frame. */
  #isRushed = false;
  #surface: CacheSurface | null = null;
  #zoom: number | null = null;
  #zoomedAtMs = -Infinity;
  #isZooming = false;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(editor: Editor) {
    this.#editor = editor;
    this.#world = cacheWorld(editor);
    this.#shimmer = new Shimmer(editor);
  }

  /** Notes the dirty region of an event of the editor. */
  follow(event: EditorEvent): void {
    if (event.type !== 'invalidate' || !event.layers.includes('world')) return;
    if (event.reason === 'restored') this.#forgetSurfaces();
    if (this.#isPassing && (event.area === 'all' || event.reason === 'viewport')) this.#isRushed = true;
    this.#world.invalidate(event.area);
    if (event.reason === 'viewport') return;
    this.#dragged?.picture.invalidate('all');
    this.#sprite?.invalidate();
  }

  /** The order in which a frame draws the layers: first the one that cards come to, then the one they leave. */
  get order(): readonly LayerName[] {
    return this.#editor.scene.drag ? ['overlay', 'world'] : ['world', 'overlay'];
  }

  /** Whether the layer may be drawn now, after the ones before it: during a hand-over it shows cards until the other one does. */
  mayPaint(layer: LayerName): boolean {
    if (!this.#dragged) return true;
    const isHeld = this.#editor.scene.drag !== null;
    if (layer === 'world') return !isHeld || this.#dragged.isWhole;
    return isHeld || this.#world.isComplete;
  }

  /** Whether another frame of the layer is wanted. */
  isComplete(layer: LayerName): boolean {
    return layer === 'world' ? this.#world.isComplete : (this.#dragged?.picture.isComplete ?? true);
  }

  /** Nothing is on the overlay any more. */
  clearOverlay(): void {
    this.#dragged = null;
    this.#sprite = null;
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

  /** The surface of a context. A new one has nothing on it yet: the frame cache of another is no use to it. */
  #surfaceOf(context: CanvasRenderingContext2D): CacheSurface {
    if (this.#surface?.context === context) return this.#surface;
    this.#world = cacheWorld(this.#editor);
    this.#surface = cacheCanvas(context);
    return this.#surface;
  }

  /** Drops the surfaces. A browser that has lost one canvas has lost the hidden ones too: new ones are painted at once, the stage being empty. */
  #forgetSurfaces(): void {
    this.#surface = null;
    this.#dragged = null;
    this.#sprite = null;
    this.#isRushed = true;
  }

  /** Drops the unfinished painting, and so ends a zoom: nothing would paint the parts that a zoom leaves out. */
  stop(): void {
    clearTimeout(this.#rest);
    this.#isZooming = false;
    this.#shimmer.stop();
  }

  /** Steps of a zoom that follow one another are hurried, until it rests and all is painted in full. */
  #followZoom(): void {
    const { zoom } = this.#editor.view.viewport;
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
    if (!drag || drag.nodeIds.size < WORTH_CACHING) {
      this.#dragged = null;
      const sprite = drag && (this.#sprite ?? new DragSprite(this.#editor));
      this.#sprite = sprite;
      return paintOverlay(
        context,
        this.#editor,
        options,
        () => sprite?.paint(context, options) ?? paintDragged(context, this.#editor, options),
      );
    }
    const dragged = (this.#dragged ??= new DraggedCards(this.#editor));
    const { beside, picture } = dragged;
    beside.follow(context.canvas, options.pixelRatio);
    const painted = picture.paint(beside.surface, options, !this.#isRushed);
    dragged.isWhole ||= picture.isComplete;
    this.#isRushed &&= this.#isPassing;
    return paintOverlay(context, this.#editor, options, () => {
      context.drawImage(beside.canvas, 0, 0, options.size.width, options.size.height);
      return painted;
    });
  }

  /** Cards are on their way from one layer to the other. */
  get #isPassing(): boolean {
    if (!this.#dragged) return false;
    return this.#editor.scene.drag ? !this.#dragged.isWhole : !this.#world.isComplete;
  }
}
