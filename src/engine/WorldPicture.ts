import type { Editor } from './Editor';
import { deviceCamera, planRepaint, type PictureView, type StaleArea } from './geometry/repaintPlan';
import type { Vector } from './geometry/vector';
import type { Painter2D } from './paint/Painter2D';
import { paintWorld, type FrameCounts, type FrameOptions } from './paintLayers';

/** What keeps its pixels from one frame to the next. */
export interface KeptSurface {
  /** Scaled to the stage's pixels, at its top left corner. */
  readonly context: Painter2D;
  /** Moves all pixels by whole device pixels; what that uncovers may hold anything. */
  shift(by: Vector): void;
}

/**
 * The world as it stands on a surface that keeps its pixels: a pan moves them and paints what came into view, an edit
 * paints what it touched. What results is, pixel for pixel, what `paintWorld` would paint anew.
 */
export class WorldPicture {
  readonly #editor: Editor;
  #view: PictureView | null = null;
  #options: FrameOptions | null = null;
  #stale: StaleArea = 'all';

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  /** Notes what no longer shows what is so; painted by the next `paint`. */
  spoil(area: StaleArea): void {
    this.#stale = area === 'all' || this.#stale === 'all' ? 'all' : [...this.#stale, ...area];
  }

  /** Brings the surface, on which nothing else may draw, up to date. Answers what that painted. */
  paint(surface: KeptSurface, options: FrameOptions): FrameCounts {
    const { size, pixelRatio } = options;
    const view: PictureView = {
      camera: deviceCamera(this.#editor.camera, pixelRatio),
      width: Math.floor(size.width * pixelRatio),
      height: Math.floor(size.height * pixelRatio),
    };
    const kept = this.#options && looksAlike(this.#options, options) ? this.#view : null;
    const { shift, regions } = planRepaint(kept, view, this.#stale);
    if (shift.x !== 0 || shift.y !== 0) surface.shift(shift);
    const counts: FrameCounts = { nodes: 0, edges: 0 };
    for (const region of regions) {
      const painted = paintWorld(surface.context, this.#editor, options, region);
      counts.nodes += painted.nodes;
      counts.edges += painted.edges;
    }
    this.#view = view;
    this.#options = options;
    this.#stale = [];
    return counts;
  }
}

const looksAlike = (a: FrameOptions, b: FrameOptions): boolean =>
  a.theme === b.theme && a.words === b.words && a.pictures === b.pictures && a.isInteractive === b.isInteractive;
