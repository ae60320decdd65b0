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

  constructor(context: ToolContext, edgeId: string, holder: HandleRef) {
    this.#context = context;
    this.#edgeId = edgeId;
    this.#pipe = new PipeInHand(context, holder, edgeId);
  }

  onPointerMove(input: PointerInput): void {
    this.#pipe.follow(input.point);
  }

  onPointerUp(): void {
    const { editor, gesture } = this.#context;
    const { anchor, target } = this.#pipe;
    const changes = target && reconnect(editor.document, this.#edgeId, anchor, target);
    const wasSelected = editor.selection.edges.has(this.#edgeId);
    this.#context.enter({ name: 'idle' });
    if (changes) editor.run(changes);
    else if (target) gesture.refuse();
    // It is still the same pipe to the person who had selected it.
    const led = changes?.find(({ type }) => type === 'addEdge');
    if (wasSelected && led?.type === 'addEdge') editor.select({ edges: new Set([led.edge.id]) });
  }

  onExit(): void {
    this.#pipe.clear();
  }
}
