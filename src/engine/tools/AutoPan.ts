import type { Size } from '../geometry/viewport';
import type { Vector } from '../geometry/vector';
import { frameMs } from './frameMs';

/** How near to the stage's edge the pointer pulls the view along; screen pixels. */
const ZONE = 40;
/** Speed at the very edge and beyond it; screen pixels a millisecond. */
const SPEED_MAX = 1;
/** Time to full speed: it sets off gently, so that a card lifted near the edge can be dragged inwards; milliseconds. */
const RAMP_MS = 300;

/** Strength of the pull: 0 where the zone begins, 1 at the edge and beyond, negative towards the start of the axis. */
function pull(at: number, length: number): number {
  const zone = Math.min(ZONE, length / 4);
  if (zone <= 0) return 0;
  const depth = (gap: number): number => Math.min(1, Math.max(0, 1 - gap / zone));
  return depth(length - at) - depth(at);
}

/** Whether a pointer at this point of the stage pulls the view along. */
export const isPulling = (point: Vector, { width, height }: Size): boolean =>
  pull(point.x, width) !== 0 || pull(point.y, height) !== 0;

/** A view that is pulled along by the pointer at the edge of the stage: how fast, and how far it has gone. */
export class AutoPan {
  #pulledMs = 0;
  /** Distance panned; world pixels, so that a zoom in between does not falsify it. */
  #panned: Vector = { x: 0, y: 0 };

  get panned(): Vector {
    return this.#panned;
  }

  /** How far the view moves over the world in this step, in screen pixels; nothing away from the edge. */
  step(point: Vector, { width, height }: Size, zoom: number, elapsedMs: number): Vector {
    const stepMs = frameMs(elapsedMs);
    this.#pulledMs += stepMs;
    const length = stepMs * SPEED_MAX * Math.min(1, this.#pulledMs / RAMP_MS);
    const step = { x: pull(point.x, width) * length, y: pull(point.y, height) * length };
    this.#panned = { x: this.#panned.x + step.x / zoom, y: this.#panned.y + step.y / zoom };
    return step;
  }

  /** The pointer is away from the edge: the next pull sets off gently again. */
  rest(): void {
    this.#pulledMs = 0;
  }
}
