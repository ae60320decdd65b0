import type { Editor } from '../../Editor';
import { translate, type Box } from '../../geometry/box';
import { looksAlike } from '../../render/frame/FrameCache';
import { draggedViewport, paintDragged, type FrameCounts, type FrameOptions } from '../../render/frame/paintLayers';
import { touchedPixels } from '../../render/frame/repaintPlan';
import { SpareCanvas } from './cacheCanvas';

/** A sprite as it was painted. */
interface Painted {
  /** Its place on the stage, less the offset of the dragged cards; device pixels. */
  readonly box: Box;
  readonly zoom: number;
  readonly nodeIds: unknown;
  readonly options: FrameOptions;
}

/** A few dragged cards and the edges between them as a small picture: it is painted once, and each step of the drag only places it. */
export class DragSprite {
  readonly #editor: Editor;
  readonly #canvas = new SpareCanvas();
  #painted: Painted | null = null;

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  /** Notes that a card may look different; painted by the next `paint`. */
  invalidate(): void {
    this.#painted = null;
  }

  /** Draws the sprite where the drag is. Returns what that painted, or null, and draws nothing, where it would be wider or higher than the stage. */
  paint(context: CanvasRenderingContext2D, options: FrameOptions): FrameCounts | null {
    const { x, y, zoom } = draggedViewport(this.#editor, options.pixelRatio);
    const last = this.#painted;
    const isKept =
      last?.zoom === zoom && last.nodeIds === this.#editor.scene.drag?.nodeIds && looksAlike(last.options, options);
    const counts = isKept ? { nodes: 0, edges: 0 } : this.#renew(context.canvas, options);
    if (!counts || !this.#painted) return null;
    const { box } = this.#painted;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.#canvas.canvas, box.x + x, box.y + y);
    context.restore();
    return counts;
  }

  #renew(stage: HTMLCanvasElement, options: FrameOptions): FrameCounts | null {
    this.#painted = null;
    const { scene } = this.#editor;
    const { pixelRatio } = options;
    const { x, y, zoom } = draggedViewport(this.#editor, pixelRatio);
    const bounds = scene.draggedBounds();
    if (!bounds) return null;
    const region = touchedPixels(bounds, { x, y, zoom });
    if (region.width > stage.width || region.height > stage.height) return null;
    this.#canvas.follow(region, pixelRatio);
    const { surface } = this.#canvas;
    surface.clear({ ...region, x: 0, y: 0 });
    const { context } = surface;
    context.save();
    context.translate(-region.x / pixelRatio, -region.y / pixelRatio);
    const counts = paintDragged(context, this.#editor, options, region);
    context.restore();
    const box = translate(region, { x: -x, y: -y });
    this.#painted = { box, zoom, nodeIds: scene.drag?.nodeIds, options };
    return counts;
  }
}
