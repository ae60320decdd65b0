import { toScreen, type Viewport } from '../geometry/viewport';
import type { Vector } from '../geometry/vector';
import { frameMs } from './frameMs';

/** Long enough to see where it goes; milliseconds. */
const FLIGHT_MS = 240;

/** Fast at first, gently to its end. */
const eased = (share: number): number => 1 - (1 - share) ** 3;

/** The view on its way to another one: it grows by equal factors, and what it flies to moves straight over the screen. */
export class Flight {
  readonly #from: Viewport;
  readonly #to: Viewport;
  readonly #around: Vector;
  #flownMs = 0;

  /** `around`: the world point that it flies to. */
  constructor(from: Viewport, to: Viewport, around: Vector) {
    this.#from = from;
    this.#to = to;
    this.#around = around;
  }

  get isOver(): boolean {
    return this.#flownMs >= FLIGHT_MS;
  }

  /** Returns the viewport after `elapsedMs` more. */
  step(elapsedMs: number): Viewport {
    this.#flownMs += frameMs(elapsedMs);
    if (this.isOver) return this.#to;
    const share = eased(this.#flownMs / FLIGHT_MS);
    const zoom = this.#from.zoom * (this.#to.zoom / this.#from.zoom) ** share;
    const start = toScreen(this.#from, this.#around);
    const end = toScreen(this.#to, this.#around);
    const at = { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
    return { x: at.x - this.#around.x * zoom, y: at.y - this.#around.y * zoom, zoom };
  }
}
