import { clampZoom, type Viewport } from '../../geometry/viewport';
import { distance, type Vector } from '../../geometry/vector';
import type { View } from '../../geometry/View';
import type { PointerInput } from '../input';
import type { ToolContext, ToolState } from '../ToolState';

const middle = (a: Vector, b: Vector): Vector => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Two fingers: the world points under them stay under them. The one that stays down longer goes on panning. */
export class Pinching implements ToolState {
  readonly name = 'pinching';
  readonly #context: ToolContext;
  readonly #view: View;
  readonly #before: Viewport;
  readonly #anchor: Vector;
  readonly #gap: number;
  readonly #fingers: Map<number, PointerInput>;

  constructor(context: ToolContext, first: PointerInput, second: PointerInput) {
    this.#context = context;
    this.#view = context.editor.view;
    this.#before = this.#view.viewport;
    this.#fingers = new Map([
      [first.pointerId, first],
      [second.pointerId, second],
    ]);
    this.#gap = Math.max(1, distance(first.point, second.point));
    this.#anchor = this.#view.toWorld(middle(first.point, second.point));
  }

  onPointerMove(input: PointerInput): void {
    if (!this.#fingers.has(input.pointerId)) return;
    this.#fingers.set(input.pointerId, input);
    const [a, b] = [...this.#fingers.values()];
    if (!a || !b) return;
    const zoom = clampZoom((this.#before.zoom * distance(a.point, b.point)) / this.#gap);
    const centre = middle(a.point, b.point);
    this.#view.setViewport({ x: centre.x - this.#anchor.x * zoom, y: centre.y - this.#anchor.y * zoom, zoom });
  }

  onPointerUp(input: PointerInput): void {
    if (!this.#fingers.delete(input.pointerId)) return;
    const [left] = this.#fingers.values();
    this.#context.enter(left ? { name: 'panning', from: left.point, input: left } : { name: 'idle' });
  }

  onCancel(): void {
    this.#view.setViewport(this.#before);
  }
}
