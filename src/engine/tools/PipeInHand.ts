import type { Vector } from '../geometry/vector';
import { handleOf, type Handle } from '../model/handles';
import { judgeConnection, type HandleRef } from '../scene/connectionRule';
import { nearestHandle } from '../scene/hitTest';
import type { ToolContext } from './ToolState';

/** product.md section 9: connection radius 20, screen pixels (decisions.md). */
const CONNECTION_RADIUS = 20;

/** A pipe between the handle that holds it and the hand, shown as a preview; it snaps to a handle that may take it. */
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

  /** The handle it is led to, whether or not it may take the pipe. */
  get target(): HandleRef | null {
    return this.#target;
  }

  /** To a screen point, and to a handle within its reach. Answers false when nothing holds the pipe any more. */
  follow(screen: Vector): boolean {
    const pointer = this.#context.toWorld(screen);
    const near = nearestHandle(
      this.#context.scene,
      pointer,
      CONNECTION_RADIUS / this.#context.camera().zoom,
      this.anchor,
      (node, handle) => this.#isTaker({ nodeId: node.id, handleId: handle.id }),
    );
    return this.lead(near && { nodeId: near.node.id, handleId: near.handle.id }, pointer);
  }

  /**
   * To a handle, or to the world point when there is none that may take the pipe. Answers false when nothing holds the
   * pipe any more.
   */
  lead(target: HandleRef | null, at: Vector): boolean {
    const held = this.#find(this.anchor);
    const isMovedThere = this.#movedEdgeId === null || this.#context.document.edge(this.#movedEdgeId) !== undefined;
    if (!held?.handle.isConnectable || !isMovedThere) return false;
    const found = target && this.#find(target);
    this.#target = found ? target : null;
    const isAllowed = this.#target !== null && this.#isTaker(this.#target);
    const end = found && isAllowed ? found.position : at;
    const isForward = held.handle.side === 'output';
    this.#context.setPreview({
      pipe: {
        anchor: this.anchor,
        movedEdgeId: this.#movedEdgeId,
        from: isForward ? held.position : end,
        to: isForward ? end : held.position,
        colour: held.handle.flow === 'image' ? 'image' : 'text',
        verdict: this.#target === null ? 'none' : isAllowed ? 'valid' : 'invalid',
        target: this.#target,
      },
    });
    return true;
  }

  clear(): void {
    this.#context.setPreview({ pipe: null });
  }

  #isTaker(ref: HandleRef): boolean {
    return judgeConnection(this.#context.document, this.anchor, ref).isAllowed;
  }

  #find({ nodeId, handleId }: HandleRef): { readonly handle: Handle; readonly position: Vector } | null {
    const { document, scene } = this.#context;
    const node = document.node(nodeId);
    const handle = node && handleOf(node, handleId);
    return handle ? { handle, position: scene.handlePosition(node, handle) } : null;
  }
}
