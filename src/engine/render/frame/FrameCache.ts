import type { Editor } from '../../Editor';
import { union, type Box, type DirtyRegion } from '../../geometry/box';
import type { Viewport } from '../../geometry/viewport';
import { deviceViewport, isMoved, planRepaint, planStretch, stripsOf, type PictureView } from './repaintPlan';
import type { Vector } from '../../geometry/vector';
import type { Painter2D } from '../shapes/Painter2D';
import { draggedViewport, paintDragged, paintWorld, type FrameCounts, type FrameOptions } from './paintLayers';

/** A surface that keeps its pixels from one frame to the next. */
export interface CacheSurface {
  /** Context scaled to the stage's pixels, with the origin at its top left corner. */
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

/** The subject of a cache, with the viewport it is painted under, whose offset is in whole device pixels. */
interface Subject {
  /** An unpainted surface may be shown: it is no wrong picture of the subject, only an empty one. */
  readonly mayBeMissing: boolean;
  viewport(pixelRatio: number): Viewport;
  /** How many cards the whole of it shows. */
  count(): number;
  paint(ctx: Painter2D, options: FrameOptions, region: Box): FrameCounts;
}

/** Dirty boxes above this number are replaced by the one around them: a long zoom over running work adds some with every frame. */
const DIRTY_BOXES_MAX = 64;

/** Cards in a strip: with the soft edges around them they are half of what a frame has room for. */
const CARDS_A_STRIP = 16;
const STRIPS_MAX = 4;

const present = (box: Box | null): Box[] => (box ? [box] : []);

/**
 * A picture on a surface that keeps its pixels: when its viewport moves they are moved and the parts that came into view are painted; an
 * edit repaints what it touched. The result is what a fresh painting would be, except for the rounding of soft edges.
 *
 * A hurried frame is less: the last whole one, scaled, with missing parts painted around and over it. And when everything looks different
 * at once, it may be painted in parts: a strip a frame, the others unchanged until their turn.
 */
export class FrameCache {
  readonly #subject: Subject;
  #view: PictureView | null = null;
  #options: FrameOptions | null = null;
  #dirty: DirtyRegion = 'all';
  /** Strips of the world that are still to be painted, the next one first. */
  #waiting: readonly Box[] = [];
  /** Strips painted so far: when everything looks different again and again, each strip gets its turn. */
  #turns = 0;
  /** The view that the surface remembers, in the middle of a zoom. */
  #still: PictureView | null = null;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  /** Marks an area as out of date; the next `paint` repaints it. */
  invalidate(area: DirtyRegion): void {
    const dirty = area === 'all' || this.#dirty === 'all' ? 'all' : [...this.#dirty, ...area];
    this.#dirty = dirty.length > DIRTY_BOXES_MAX && dirty !== 'all' ? present(union(dirty)) : dirty;
  }

  /** Whether nothing is left for another frame. */
  get isComplete(): boolean {
    return this.#waiting.length === 0;
  }

  /**
   * Brings the surface, on which nothing else may draw, up to date, or with `inParts` nearer to that. Returns what that painted.
   */
  paint(surface: CacheSurface, options: FrameOptions, inParts = false): FrameCounts {
    const { size, pixelRatio } = options;
    const view: PictureView = {
      viewport: this.#subject.viewport(pixelRatio),
      width: Math.floor(size.width * pixelRatio),
      height: Math.floor(size.height * pixelRatio),
    };
    const cached = this.#options && looksAlike(this.#options, options) ? this.#view : null;
    // A zoom has no parts: a strip that waits for its turn is only dirty then.
    const last = inParts && !options.isHurried && !this.#still ? this.#takeTurn(cached, view) : this.#takeAll(cached);
    const still = last && (this.#still ?? last);
    const stretch = options.isHurried && still ? planStretch(still, view, this.#dirty) : null;
    let regions;
    if (stretch) {
      if (!this.#still) surface.remember();
      this.#still = still;
      surface.stretch(stretch.to);
      ({ regions } = stretch);
    } else {
      const plan = planRepaint(this.#still ? null : last, view, this.#dirty);
      this.#still = null;
      this.#dirty = [];
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

  #takeAll(cached: PictureView | null): PictureView | null {
    this.invalidate(this.#waiting);
    this.#waiting = [];
    return cached;
  }

  /** Makes the next strip dirty, of those that wait or of all. Returns what the surface shows. */
  #takeTurn(cached: PictureView | null, view: PictureView): PictureView | null {
    const last = cached ?? (this.#view === null && this.#subject.mayBeMissing ? view : null);
    if (!last || !isMoved(last, view)) return this.#takeAll(cached);
    if (this.#dirty === 'all') {
      const count = Math.max(1, Math.min(STRIPS_MAX, Math.ceil(this.#subject.count() / CARDS_A_STRIP)));
      const strips = stripsOf(view, count);
      const first = this.#turns % count;
      this.#waiting = [...strips.slice(first), ...strips.slice(0, first)];
      this.#dirty = [];
    }
    const [strip, ...others] = this.#waiting;
    if (!strip) return last;
    this.#waiting = others;
    this.#turns++;
    this.invalidate([strip]);
    return last;
  }
}

/** Everything at rest. */
export const cacheWorld = (editor: Editor): FrameCache =>
  new FrameCache({
    mayBeMissing: false,
    count: () => editor.scene.restingNodesIn(editor.view.visibleBox()).length,
    viewport: (pixelRatio) => deviceViewport(editor.view.viewport, pixelRatio),
    paint: (ctx, options, region) => paintWorld(ctx, editor, options, region),
  });

/** A cache of the dragged cards, which move as they are. */
export const cacheDragged = (editor: Editor): FrameCache =>
  new FrameCache({
    mayBeMissing: true,
    count: () => editor.scene.draggedNodesIn(editor.view.visibleBox()).length,
    viewport: (pixelRatio) => draggedViewport(editor, pixelRatio),
    paint: (ctx, options, region) => paintDragged(ctx, editor, options, region),
  });

/** Whether what was painted by the one will do for the other. */
export const looksAlike = (a: FrameOptions, b: FrameOptions): boolean =>
  a.theme === b.theme &&
  a.words === b.words &&
  a.pictures === b.pictures &&
  a.cells === b.cells &&
  a.isInteractive === b.isInteractive &&
  (!a.isHurried || b.isHurried === true);
