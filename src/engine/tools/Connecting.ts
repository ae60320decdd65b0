import { contains } from '../geometry/box';
import type { Vector } from '../geometry/vector';
import type { HandleRef } from '../scene/connectionRule';
import type { PointerInput } from './input';
import { joinHandles } from './joinHandles';
import { PipeInHand } from './PipeInHand';
import type { ToolContext, ToolState } from './ToolState';

/** A new pipe follows the pointer from the handle it was drawn out of; on the empty floor it asks what to add there. */
export class Connecting implements ToolState {
  readonly name = 'connecting';
  readonly isHolding = true;
  readonly #context: ToolContext;
  readonly #pipe: PipeInHand;
  #input: PointerInput;

  constructor(context: ToolContext, input: PointerInput, anchor: HandleRef) {
    this.#context = context;
    this.#input = input;
    this.#pipe = new PipeInHand(context, anchor);
  }

  onEnter(): void {
    this.onPointerMove(this.#input);
  }

  /** Either end may have moved or gone. */
  onDocumentChange(): void {
    this.onPointerMove(this.#input);
  }

  onPointerMove(input: PointerInput): void {
    this.#input = input;
    if (!this.#pipe.follow(input.point)) this.#context.enter({ name: 'idle' });
  }

  onPointerUp(input: PointerInput): void {
    const { anchor, target } = this.#pipe;
    if (target) joinHandles(this.#context, anchor, target);
    else if (this.#isOnFloor(input.point))
      this.#context.enter({ name: 'offering', from: anchor, at: this.#context.toWorld(input.point) });
    else this.#context.enter({ name: 'idle' });
  }

  #isOnFloor(screen: Vector): boolean {
    const stage = { x: 0, y: 0, ...this.#context.size() };
    return contains(stage, screen) && this.#context.hit(screen).type === 'floor';
  }

  onCancel(): void {
    this.#context.enter({ name: 'idle' });
  }

  onExit(): void {
    this.#pipe.clear();
  }
}
