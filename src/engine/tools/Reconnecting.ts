import { reconnect } from '../commands/reconnect';
import type { HandleRef } from '../scene/connectionRule';
import type { PointerInput } from './input';
import { PipeInHand } from './PipeInHand';
import type { ToolContext, ToolState } from './ToolState';

/**
 * A pipe has been taken by one of its ends and is led to another handle. Let go over the floor, or over a handle that
 * cannot take it, it springs back to where it was: nothing is lost by a slip of the hand, and its delete button deletes.
 */
export class Reconnecting implements ToolState {
  readonly name = 'reconnecting';
  readonly isHolding = true;
  readonly #context: ToolContext;
  readonly #edgeId: string;
  readonly #pipe: PipeInHand;
  #input: PointerInput;

  constructor(context: ToolContext, input: PointerInput, edgeId: string, holder: HandleRef) {
    this.#context = context;
    this.#input = input;
    this.#edgeId = edgeId;
    this.#pipe = new PipeInHand(context, holder, edgeId);
  }

  onEnter(): void {
    this.onPointerMove(this.#input);
  }

  onDocumentChange(): void {
    this.onPointerMove(this.#input);
  }

  onPointerMove(input: PointerInput): void {
    this.#input = input;
    if (!this.#pipe.follow(input.point)) this.#context.enter({ name: 'idle' });
  }

  onPointerUp(): void {
    const { anchor, target } = this.#pipe;
    const changes = target && reconnect(this.#context.document, this.#edgeId, anchor, target);
    const wasSelected = this.#context.selection().edges.has(this.#edgeId);
    this.#context.enter({ name: 'idle' });
    if (!changes) {
      if (target) this.#context.refuseConnection();
      return;
    }
    this.#context.run(changes);
    // It is still the same pipe to the person who had selected it.
    const led = changes.find(({ type }) => type === 'addEdge');
    if (wasSelected && led?.type === 'addEdge') this.#context.select({ edges: new Set([led.edge.id]) });
  }

  onCancel(): void {
    this.#context.enter({ name: 'idle' });
  }

  onExit(): void {
    this.#pipe.clear();
  }
}
