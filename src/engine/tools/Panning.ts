import type { Camera } from '../geometry/camera';
import { subtract, type Vector } from '../geometry/vector';
import type { Viewport } from '../geometry/Viewport';
import type { PointerInput } from './input';
import type { ToolContext, ToolState } from './ToolState';

/** The pane follows the pointer, step by step, so that a wheel turned meanwhile is not taken back. */
export class Panning implements ToolState {
  readonly name = 'panning';
  readonly #context: ToolContext;
  readonly #viewport: Viewport;
  readonly #before: Camera;
  #last: Vector;

  constructor(context: ToolContext, from: Vector) {
    this.#context = context;
    this.#viewport = context.editor.viewport;
    this.#before = this.#viewport.camera;
    this.#last = from;
  }

  onPointerMove({ point }: PointerInput): void {
    this.#viewport.panBy(subtract(point, this.#last));
    this.#last = point;
  }

  onPointerUp(): void {
    this.#context.enter({ name: 'idle' });
  }

  onCancel(): void {
    this.#viewport.setCamera(this.#before);
  }
}
