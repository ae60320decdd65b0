import type { Editor } from './Editor';
import { union, type Box } from './geometry/box';
import type { Camera } from './geometry/camera';
import { deviceCamera, planRepaint, planStretch, type PictureView, type StaleArea } from './geometry/repaintPlan';
import type { Vector } from './geometry/vector';
import type { Painter2D } from './paint/Painter2D';
import { carriedCamera, paintCarried, paintWorld, type FrameCounts, type FrameOptions } from './paintLayers';

/** What keeps its pixels from one frame to the next. */
export interface KeptSurface {
  /** Scaled to the stage's pixels, at its top left corner. */
  readonly context: Painter2D;
  /** Moves all pixels by whole device pixels; what that uncovers may hold anything. */
  shift(by: Vector): void;
  /** Makes a box of device pixels transparent. */
  clear(region: Box): void;
  /** Remembers all pixels as they are now, until the next `shift`. */
  remember(): void;
  /** Draws what it remembers scaled to a box, in device pixels. */
  stretch(to: Box): void;
}

/** What is painted, and the camera it stands under, whose offset is in whole device pixels. */
interface Subject {
  camera(pixelRatio: number): Camera;
  paint(ctx: Painter2D, options: FrameOptions, region: Box): FrameCounts;
}

/** More boxes are kept as the one around them: a long zoom over work that goes on adds some with every frame. */
const MANY = 64;

const present = (box: Box | null): Box[] => (box ? [box] : []);

/**
 * A picture on a surface that keeps its pixels: when its camera moves they are moved and what came into view is painted,
 * an edit paints what it touched. What results is what would be painted anew, but for the rounding of soft edges.
 *
 * A hurried frame is less: the last whole one scaled, with what it does not show painted around and over it.
 */
export class KeptPicture {
  readonly #subject: Subject;
  #view: PictureView | null = null;
  #options: FrameOptions | null = null;
  #stale: StaleArea = 'all';
  /** What the surface remembers, in the middle of a zoom. */
  #still: PictureView | null = null;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  /** Notes what no longer shows what is so; painted by the next `paint`. */
  spoil(area: StaleArea): void {
    const stale = area === 'all' || this.#stale === 'all' ? 'all' : [...this.#stale, ...area];
    this.#stale = stale.length > MANY && stale !== 'all' ? present(union(stale)) : stale;
  }

  /** Brings the surface, on which nothing else may draw, up to date. Answers what that painted. */
  paint(surface: KeptSurface, options: FrameOptions): FrameCounts {
    const { size, pixelRatio } = options;
    const view: PictureView = {
      camera: this.#subject.camera(pixelRatio),
      width: Math.floor(size.width * pixelRatio),
      height: Math.floor(size.height * pixelRatio),
    };
    const kept = this.#options && looksAlike(this.#options, options) ? this.#view : null;
    const still = kept && (this.#still ?? kept);
    const stretch = options.isHurried && still ? planStretch(still, view, this.#stale) : null;
    let regions;
    if (stretch) {
      if (!this.#still) surface.remember();
      this.#still = still;
      surface.stretch(stretch.to);
      ({ regions } = stretch);
    } else {
      const plan = planRepaint(this.#still ? null : kept, view, this.#stale);
      this.#still = null;
      this.#stale = [];
      if (plan.shift.x !== 0 || plan.shift.y !== 0) surface.shift(plan.shift);
      ({ regions } = plan);
    }
    const counts: FrameCounts = { nodes: 0, edges: 0 };
    for (const region of regions) {
      surface.clear(region);
      const painted = this.#subject.paint(surface.context, options, region);
      counts.nodes += painted.nodes;
      counts.edges += painted.edges;
    }
    this.#view = view;
    this.#options = options;
    return counts;
  }
}

/** Everything at rest. */
export const keepWorld = (editor: Editor): KeptPicture =>
  new KeptPicture({
    camera: (pixelRatio) => deviceCamera(editor.viewport.camera, pixelRatio),
    paint: (ctx, options, region) => paintWorld(ctx, editor, options, region),
  });

/** What moves with a drag as it is. */
export const keepCarried = (editor: Editor): KeptPicture =>
  new KeptPicture({
    camera: (pixelRatio) => carriedCamera(editor, pixelRatio),
    paint: (ctx, options, region) => paintCarried(ctx, editor, options, region),
  });

/** Whether what was painted by the one will do for the other. */
const looksAlike = (a: FrameOptions, b: FrameOptions): boolean =>
  a.theme === b.theme &&
  a.words === b.words &&
  a.pictures === b.pictures &&
  a.isInteractive === b.isInteractive &&
  (!a.isHurried || b.isHurried === true);
