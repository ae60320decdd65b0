import type { HandleRef } from '../scene/connectionRule';
import type { PointerInput } from './input';
import { PipeInHand } from './PipeInHand';
import type { ToolContext, ToolState } from './ToolState';

/** A pipe has been taken by one of its ends and follows the pointer to another handle. */
export class Reconnecting implements ToolState {
  readonly name = 'reconnecting';
  readonly isHolding = true;
  readonly #pipe: PipeInHand;

  constructor(context: ToolContext, edgeId: string, holder: HandleRef) {
    this.#pipe = new PipeInHand(context, holder, edgeId);
  }

  onPointerMove(input: PointerInput): void {
    this.#pipe.follow(input.point);
  }

  onPointerUp(): void {
    this.#pipe.letGo(null);
  }

  onExit(): void {
    this.#pipe.clear();
  }
}
