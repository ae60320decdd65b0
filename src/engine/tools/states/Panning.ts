import type { Viewport } from '../../geometry/viewport';
import { subtract, type Vector } from '../../geometry/vector';
import type { View } from '../../geometry/View';
import type { PointerInput } from '../input';
import type { ToolContext, ToolState } from '../ToolState';

/** The pane follows the pointer, step by step, so that a wheel turned meanwhile is not taken back. */
export class Panning implements ToolState {
  readonly name = 'panning';
  readonly #context: ToolContext;
  readonly #view: View;
  readonly #before: Viewport;
  #last: Vector;

  constructor(context: ToolContext, from: Vector) {
    this.#context = context;
    this.#view = context.editor.view;
    this.#before = this.#view.viewport;
    this.#last = from;
  }

  onPointerMove({ point }: PointerInput): void {
    this.#view.panBy(subtract(point, this.#last));
    this.#last = point;
  }

  onPointerUp(): void {
    this.#context.enter({ name: 'idle' });
  }

  onCancel(): void {
    this.#view.setViewport(this.#before);
  }
}
