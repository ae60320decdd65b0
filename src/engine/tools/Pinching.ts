import { clampZoom, toWorld, type Camera } from '../geometry/camera';
import { distance, type Vector } from '../geometry/vector';
import type { PointerInput } from './input';
import type { ToolContext, ToolState } from './ToolState';

const middle = (a: Vector, b: Vector): Vector => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Two fingers: the world points under them stay under them. */
export class Pinching implements ToolState {
  readonly name = 'pinching';
  readonly #context: ToolContext;
  readonly #camera: Camera;
  readonly #anchor: Vector;
  readonly #gap: number;
  readonly #points: Map<number, Vector>;

  constructor(context: ToolContext, first: PointerInput, second: PointerInput) {
    this.#context = context;
    this.#camera = context.camera();
    this.#points = new Map([
      [first.pointerId, first.point],
      [second.pointerId, second.point],
    ]);
    this.#gap = Math.max(1, distance(first.point, second.point));
    this.#anchor = toWorld(context.camera(), middle(first.point, second.point));
  }

  onPointerMove(input: PointerInput): void {
    if (!this.#points.has(input.pointerId)) return;
    this.#points.set(input.pointerId, input.point);
    const [a, b] = [...this.#points.values()];
    if (!a || !b) return;
    const zoom = clampZoom((this.#camera.zoom * distance(a, b)) / this.#gap);
    const centre = middle(a, b);
    this.#context.setCamera({ x: centre.x - this.#anchor.x * zoom, y: centre.y - this.#anchor.y * zoom, zoom });
  }

  onPointerUp(input: PointerInput): void {
    if (this.#points.has(input.pointerId)) this.#context.enter({ name: 'idle' });
  }

  onCancel(): void {
    this.#context.setCamera(this.#camera);
    this.#context.enter({ name: 'idle' });
  }
}
