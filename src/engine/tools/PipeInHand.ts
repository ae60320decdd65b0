import type { Vector } from '../geometry/vector';
import { handleOf } from '../model/handles';
import { judgeConnection, type HandleRef } from '../scene/connectionRule';
import { nearestHandle } from '../scene/hitTest';
import type { ToolContext } from './ToolState';

/** product.md section 9: connection radius 20, screen pixels (decisions.md). */
const CONNECTION_RADIUS = 20;

/** A pipe between the handle that holds it and the pointer, shown as a preview; it snaps to a handle that may take it. */
export class PipeInHand {
  readonly anchor: HandleRef;
  readonly #context: ToolContext;
  readonly #movedEdgeId: string | null;
  #target: HandleRef | null = null;

  /** `movedEdgeId`: the edge of the document that is in the hand; null for a new one. */
  constructor(context: ToolContext, anchor: HandleRef, movedEdgeId: string | null = null) {
    this.#context = context;
    this.anchor = anchor;
    this.#movedEdgeId = movedEdgeId;
  }

  /** The handle within reach of the pointer, whether or not it may take the pipe. */
  get target(): HandleRef | null {
    return this.#target;
  }

  /** To a screen point. Answers false when nothing holds the pipe any more. */
  follow(screen: Vector): boolean {
    const { document, scene } = this.#context;
    const node = document.node(this.anchor.nodeId);
    const handle = node && handleOf(node, this.anchor.handleId);
    const isMovedThere = this.#movedEdgeId === null || document.edge(this.#movedEdgeId) !== undefined;
    if (!node || !handle?.isConnectable || !isMovedThere) return false;
    const pointer = this.#context.toWorld(screen);
    const isTaker = (ref: HandleRef): boolean => judgeConnection(document, this.anchor, ref).isAllowed;
    const near = nearestHandle(
      scene,
      pointer,
      CONNECTION_RADIUS / this.#context.camera().zoom,
      this.anchor,
      (other, end) => isTaker({ nodeId: other.id, handleId: end.id }),
    );
    this.#target = near && { nodeId: near.node.id, handleId: near.handle.id };
    const isAllowed = this.#target !== null && isTaker(this.#target);
    const end: Vector = near && isAllowed ? scene.handlePosition(near.node, near.handle) : pointer;
    const start = scene.handlePosition(node, handle);
    const isForward = handle.side === 'output';
    this.#context.setPreview({
      pipe: {
        anchor: this.anchor,
        movedEdgeId: this.#movedEdgeId,
        from: isForward ? start : end,
        to: isForward ? end : start,
        colour: handle.flow === 'image' ? 'image' : 'text',
        verdict: this.#target === null ? 'none' : isAllowed ? 'valid' : 'invalid',
        target: this.#target,
      },
    });
    return true;
  }

  clear(): void {
    this.#context.setPreview({ pipe: null });
  }
}
