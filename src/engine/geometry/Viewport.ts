import type { Box } from './box';
import {
  clampCamera,
  DEFAULT_CAMERA,
  fitBox,
  toScreen,
  toWorld,
  visibleBox,
  zoomTo,
  type Camera,
  type Size,
} from './camera';
import { isFinitePoint, type Vector } from './vector';

/** Screen pixels around what is fitted into view. */
const FIT_PADDING = 60;

/** The stage as a window on the world: how large it is, and the camera that says what it shows. */
export class Viewport {
  readonly #onChange: (what: 'camera' | 'size') => void;
  #camera: Camera;
  #size: Size = { width: 0, height: 0 };
  #measureCover: () => Box | null = () => null;

  constructor(camera: Camera | undefined, onChange: (what: 'camera' | 'size') => void) {
    this.#camera = clampCamera(camera ?? DEFAULT_CAMERA);
    this.#onChange = onChange;
  }

  get camera(): Camera {
    return this.#camera;
  }

  /** Of the stage, in screen pixels; zero until the stage is mounted. */
  get size(): Size {
    return this.#size;
  }

  setSize(size: Size): void {
    if (!Number.isFinite(size.width) || !Number.isFinite(size.height)) return;
    if (size.width === this.#size.width && size.height === this.#size.height) return;
    this.#size = size;
    this.#onChange('size');
  }

  /**
   * Something lies over a part of the stage, such as a minimap: what is let go over it lands beside it. `measure` tells where it
   * is now, in screen pixels.
   *
   * @returns how to tell that it is gone.
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

  /** Ignored when it is no camera: a coordinate or the zoom is no number. */
  setCamera({ x, y, zoom }: Camera): void {
    if (!isFinitePoint({ x, y }) || Number.isNaN(zoom)) return;
    const next = clampCamera({ ...this.#camera, x, y, zoom });
    if (next.x === this.#camera.x && next.y === this.#camera.y && next.zoom === this.#camera.zoom) return;
    this.#camera = next;
    this.#onChange('camera');
  }

  /** Moves the world over the stage; screen pixels. */
  panBy({ x, y }: Vector): void {
    const { camera } = this;
    this.setCamera({ x: camera.x + x, y: camera.y + y, zoom: camera.zoom });
  }

  /** Zooms by a factor around a screen point, the middle of the stage by default. */
  zoomBy(factor: number, around: Vector = this.#middle): void {
    this.#zoom(this.#camera.zoom * factor, around);
  }

  /** Zooms to exactly this, within bounds, around the middle of the stage. */
  zoomTo(zoom: number): void {
    this.#zoom(zoom, this.#middle);
  }

  /** Brings the whole box of the world into view; never nearer than 1. */
  fit(box: Box): void {
    if (this.#size.width > 0) this.setCamera(this.cameraThatFits(box));
  }

  /** The camera that shows the whole box; never nearer than 1. */
  cameraThatFits(box: Box): Camera {
    return clampCamera(fitBox(box, this.#size, FIT_PADDING));
  }

  /** Puts the world point in the middle of the stage. */
  centreOn(point: Vector): void {
    const { zoom } = this.#camera;
    this.setCamera({ x: this.#middle.x - point.x * zoom, y: this.#middle.y - point.y * zoom, zoom });
  }

  /** The part of the world on the stage. */
  visibleBox(): Box {
    return visibleBox(this.#camera, this.#size);
  }

  toWorld(screen: Vector): Vector {
    return toWorld(this.#camera, screen);
  }

  toScreen(world: Vector): Vector {
    return toScreen(this.#camera, world);
  }

  #zoom(zoom: number, around: Vector): void {
    if (!Number.isNaN(zoom)) this.setCamera(zoomTo(this.#camera, around, zoom));
  }

  get #middle(): Vector {
    return { x: this.#size.width / 2, y: this.#size.height / 2 };
  }
}
