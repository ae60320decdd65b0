import { connect } from '../commands/connect';
import type { Vector } from '../geometry/vector';
import { handleOf } from '../model/handles';
import { judgeConnection, type HandleRef } from '../scene/connectionRule';
import { nearestHandle } from '../scene/hitTest';
import type { PointerInput } from './input';
import type { ToolContext, ToolState } from './ToolState';

/** product.md section 9: connection radius 20, screen pixels (decisions.md). */
const CONNECTION_RADIUS = 20;

/** A pipe follows the pointer from the handle it was drawn out of, and snaps to one that may take it. */
export class Connecting implements ToolState {
  readonly name = 'connecting';
  readonly isHolding = true;
  readonly #context: ToolContext;
  readonly #anchor: HandleRef;
  #input: PointerInput;
  #target: HandleRef | null = null;

  constructor(context: ToolContext, input: PointerInput, anchor: HandleRef) {
    this.#context = context;
    this.#input = input;
    this.#anchor = anchor;
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
    const { document, scene } = this.#context;
    const node = document.node(this.#anchor.nodeId);
    const handle = node && handleOf(node, this.#anchor.handleId);
    if (!node || !handle?.isConnectable) {
      this.#context.enter({ name: 'idle' });
      return;
    }
    const pointer = this.#context.toWorld(input.point);
    const near = nearestHandle(
      scene,
      pointer,
      CONNECTION_RADIUS / this.#context.camera().zoom,
      this.#anchor,
      (other, end) => judgeConnection(document, this.#anchor, { nodeId: other.id, handleId: end.id }).isAllowed,
    );
    this.#target = near && { nodeId: near.node.id, handleId: near.handle.id };
    const isAllowed = this.#target !== null && judgeConnection(document, this.#anchor, this.#target).isAllowed;
    const end: Vector = near && isAllowed ? scene.handlePosition(near.node, near.handle) : pointer;
    const start = scene.handlePosition(node, handle);
    const isForward = handle.side === 'output';
    this.#context.setPreview({
      pipe: {
        anchor: this.#anchor,
        from: isForward ? start : end,
        to: isForward ? end : start,
        colour: handle.flow === 'image' ? 'image' : 'text',
        verdict: this.#target === null ? 'none' : isAllowed ? 'valid' : 'invalid',
        target: this.#target,
      },
    });
  }

  onPointerUp(): void {
    const target = this.#target;
    const changes = target && connect(this.#context.document, this.#anchor, target);
    this.#context.enter({ name: 'idle' });
    if (changes) this.#context.run(changes);
    else if (target) this.#context.refuseConnection();
  }

  onCancel(): void {
    this.#context.enter({ name: 'idle' });
  }

  onExit(): void {
    this.#context.setPreview({ pipe: null });
  }
}
