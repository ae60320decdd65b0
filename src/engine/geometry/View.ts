import { centreOfBox, intersects, type Box } from './box';
import { centredOn, fitBox } from './fitBox';
import {
  boxToScreen,
  clampViewport,
  DEFAULT_VIEWPORT,
  toScreen,
  toWorld,
  visibleBox,
  zoomTo,
  type Viewport,
  type Size,
} from './viewport';
import { isFinitePoint, type Vector } from './vector';

/** Room around things that are fitted into view; screen pixels. */
const FIT_PADDING = 32;

/** The stage as a window on the world: its size, and the viewport that it shows. */
export class View {
  readonly #onChange: (what: 'viewport' | 'size') => void;
  #viewport: Viewport;
  #size: Size = { width: 0, height: 0 };
  #measureCover: () => Box | null = () => null;
  #measureFree: () => Box | null = () => null;

  constructor(viewport: Viewport | undefined, onChange: (what: 'viewport' | 'size') => void) {
    this.#viewport = clampViewport(viewport ?? DEFAULT_VIEWPORT);
    this.#onChange = onChange;
  }

  get viewport(): Viewport {
    return this.#viewport;
  }

  /** Size of the stage; screen pixels. Zero until the stage is mounted. */
  get size(): Size {
    return this.#size;
  }

  /** Ignored when it is no size: a length is negative or no finite number. */
  setSize(size: Size): void {
    if (![size.width, size.height].every((length) => Number.isFinite(length) && length >= 0)) return;
    if (size.width === this.#size.width && size.height === this.#size.height) return;
    this.#size = size;
    this.#onChange('size');
  }

  /**
   * Notes that something covers a part of the stage, such as a minimap: a thing dropped on it lands beside it. `measure` returns its
   * current box in screen pixels.
   *
   * @returns a function that removes the note.
   */
  coverBy(measure: () => Box | null): () => void {
    this.#measureCover = measure;
    return () => {
      if (this.#measureCover === measure) this.#measureCover = () => null;
    };
  }

  /** See `coverBy`. */
  get covered(): Box | null {
    return this.#measureCover();
  }

  /**
   * Notes that panels and tools leave only a part of the stage free: things are brought into view there. `measure` returns its current box
   * in screen pixels; null for the whole stage.
   *
   * @returns a function that removes the note.
   */
  freeBy(measure: () => Box | null): () => void {
    this.#measureFree = measure;
    return () => {
      if (this.#measureFree === measure) this.#measureFree = () => null;
    };
  }

  /** The part of the stage that things are brought into (see `freeBy`); screen pixels. */
  get free(): Box {
    return this.#measureFree() ?? { x: 0, y: 0, ...this.#size };
  }

  /** Ignored when it is no viewport: a coordinate or the zoom is no finite number. */
  setViewport({ x, y, zoom }: Viewport): void {
    if (!isFinitePoint({ x, y }) || !Number.isFinite(zoom)) return;
    const next = clampViewport({ ...this.#viewport, x, y, zoom });
    if (next.x === this.#viewport.x && next.y === this.#viewport.y && next.zoom === this.#viewport.zoom) return;
    this.#viewport = next;
    this.#onChange('viewport');
  }

  /** Moves the world over the stage; screen pixels. */
  panBy({ x, y }: Vector): void {
    const { viewport } = this;
    this.setViewport({ x: viewport.x + x, y: viewport.y + y, zoom: viewport.zoom });
  }

  /** Zooms by a factor around a screen point, the middle of the stage by default. */
  zoomBy(factor: number, around: Vector = this.#middle): void {
    this.#zoom(this.#viewport.zoom * factor, around);
  }

  /** Zooms to exactly this, within bounds, around the middle of the stage. */
  zoomTo(zoom: number): void {
    this.#zoom(zoom, this.#middle);
  }

  /** Brings the whole box of the world into the free part of the stage; never nearer than 1. */
  fit(box: Box): void {
    if (this.#size.width > 0) this.setViewport(this.viewportThatFits(box));
  }

  /** The viewport that shows the whole box, clear of the thing that covers a part of the stage; never nearer than 1. */
  viewportThatFits(box: Box): Viewport {
    const { free, covered } = this;
    const fitInto = (part: Box): Viewport => clampViewport(fitBox(box, part, FIT_PADDING));
    const whole = fitInto(free);
    const isClear = !covered || !intersects(boxToScreen(whole, box), covered);
    if (isClear) return whole;
    const beside = fitInto({ ...free, width: covered.x - free.x });
    const above = fitInto({ ...free, height: covered.y - free.y });
    return beside.zoom >= above.zoom ? beside : above;
  }

  /** Puts the world point in the middle of the stage. */
  centreOn(point: Vector): void {
    this.setViewport(centredOn(point, this.#size, this.#viewport.zoom));
  }

  /** The part of the world on the stage. */
  visibleBox(): Box {
    return visibleBox(this.#viewport, this.#size);
  }

  /** The part of the world on the free part of the stage. */
  freeBox(): Box {
    const { x, y, width, height } = this.free;
    const { zoom } = this.#viewport;
    return { ...this.toWorld({ x, y }), width: width / zoom, height: height / zoom };
  }

  /** World point in the middle of the free part of the stage. Things that are added without a place go there. */
  freeMiddle(): Vector {
    return centreOfBox(this.freeBox());
  }

  toWorld(screen: Vector): Vector {
    return toWorld(this.#viewport, screen);
  }

  toScreen(world: Vector): Vector {
    return toScreen(this.#viewport, world);
  }

  /** A box of the world where the stage shows it. */
  boxToScreen(world: Box): Box {
    return boxToScreen(this.#viewport, world);
  }

  #zoom(zoom: number, around: Vector): void {
    if (Number.isFinite(zoom)) this.setViewport(zoomTo(this.#viewport, around, zoom));
  }

  get #middle(): Vector {
    return { x: this.#size.width / 2, y: this.#size.height / 2 };
  }
}
