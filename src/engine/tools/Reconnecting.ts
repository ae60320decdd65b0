import { contains } from '../geometry/box';
import type { Vector } from '../geometry/vector';
import type { HandleRef } from '../scene/connectionRule';
import type { PointerInput } from './input';
import { PipeInHand } from './PipeInHand';
import type { ToolContext, ToolState } from './ToolState';

/** A pipe has been taken by one of its ends and follows the pointer to another handle; over the pane it is let go. */
export class Reconnecting implements ToolState {
  readonly name = 'reconnecting';
  readonly isHolding = true;
  readonly #context: ToolContext;
  readonly #pipe: PipeInHand;

  constructor(context: ToolContext, edgeId: string, holder: HandleRef) {
    this.#context = context;
    this.#pipe = new PipeInHand(context, holder, edgeId);
  }

  onPointerMove(input: PointerInput): void {
    this.#pipe.follow(input.point);
  }

  onPointerUp(input: PointerInput): void {
    this.#pipe.letGo(this.#paneAt(input.point));
  }

  onExit(): void {
    this.#pipe.clear();
  }

  /** Pipes are no hindrance: the one in the hand is still hit where the document has it. */
  #paneAt(screen: Vector): Vector | null {
    const { editor } = this.#context;
    const { viewport } = editor;
    const isOnStage = contains({ x: 0, y: 0, ...viewport.size }, screen);
    return isOnStage && !('node' in editor.hit(screen)) ? viewport.toWorld(screen) : null;
  }
}
