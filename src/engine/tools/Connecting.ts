import { contains } from '../geometry/box';
import type { Vector } from '../geometry/vector';
import type { HandleRef } from '../scene/connectionRule';
import type { PointerInput } from './input';
import { PipeInHand } from './PipeInHand';
import type { ToolContext, ToolState } from './ToolState';

/** A new pipe follows the pointer from the handle it was drawn out of; on the empty floor it asks what to add there. */
export class Connecting implements ToolState {
  readonly name = 'connecting';
  readonly isHolding = true;
  readonly #context: ToolContext;
  readonly #pipe: PipeInHand;

  constructor(context: ToolContext, anchor: HandleRef) {
    this.#context = context;
    this.#pipe = new PipeInHand(context, anchor);
  }

  onPointerMove(input: PointerInput): void {
    this.#pipe.follow(input.point);
  }

  onPointerUp(input: PointerInput): void {
    this.#pipe.letGo(this.#floorAt(input.point));
  }

  onExit(): void {
    this.#pipe.clear();
  }

  #floorAt(screen: Vector): Vector | null {
    const { editor } = this.#context;
    const { viewport } = editor;
    const stage = { x: 0, y: 0, ...viewport.size };
    const isFloor = contains(stage, screen) && editor.hit(screen).type === 'floor';
    return isFloor ? viewport.toWorld(screen) : null;
  }
}
