import { reconnect } from '../commands/reconnect';
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

  /** To a screen point, and to a handle within its reach. */
  follow(screen: Vector): void {
    const { scene, viewport } = this.#context.editor;
    const pointer = viewport.toWorld(screen);
    const reach = CONNECTION_RADIUS / viewport.camera.zoom;
    const near = nearestHandle(scene, pointer, reach, this.anchor, (node, handle) =>
      this.#isTaker({ nodeId: node.id, handleId: handle.id }),
    );
    this.lead(near && { nodeId: near.node.id, handleId: near.handle.id }, pointer);
  }

  /**
   * To a handle, or to the world point when there is none that may take the pipe. Either end may have moved or gone since
   * the last time: when nothing holds the pipe any more, the gesture ends.
   */
  lead(target: HandleRef | null, at: Vector): void {
    const { document } = this.#context.editor;
    const held = this.#find(this.anchor);
    const isMovedThere = this.#movedEdgeId === null || document.edge(this.#movedEdgeId) !== undefined;
    if (!held?.handle.isConnectable || !isMovedThere) {
      this.#context.enter({ name: 'idle' });
      return;
    }
    const found = target && this.#find(target);
    this.#target = found ? target : null;
    const isAllowed = this.#target !== null && this.#isTaker(this.#target);
    const end = found && isAllowed ? found.position : at;
    const isForward = held.handle.side === 'output';
    this.#context.gesture.setPreview({
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
  }

  /**
   * It is let go, which ends its gesture. At the handle it is led to, the two are joined or refused. Elsewhere a new pipe is
   * offered at the world point, if one is given, and one of the document springs back to where it was: nothing is lost by
   * a slip of the hand, and its delete button deletes.
   */
  letGo(floor: Vector | null): void {
    const { anchor, target } = this;
    if (this.#movedEdgeId !== null) {
      this.#reconnect(this.#movedEdgeId);
      return;
    }
    if (!target && floor) {
      this.#context.enter({ name: 'offering', from: anchor, at: floor });
      return;
    }
    this.#context.enter({ name: 'idle' });
    if (target) this.#context.editor.connect(anchor, target);
  }

  clear(): void {
    this.#context.gesture.setPreview({ pipe: null });
  }

  #reconnect(edgeId: string): void {
    const { editor, gesture } = this.#context;
    const target = this.#target;
    const changes = target && reconnect(editor.document, edgeId, this.anchor, target);
    const wasSelected = editor.selection.edges.has(edgeId);
    this.#context.enter({ name: 'idle' });
    if (changes) editor.run(changes);
    else if (target) gesture.refuse();
    // It is still the same pipe to the person who had selected it.
    const led = changes?.find(({ type }) => type === 'addEdge');
    if (wasSelected && led?.type === 'addEdge') editor.select({ edges: new Set([led.edge.id]) });
  }

  #isTaker(ref: HandleRef): boolean {
    return judgeConnection(this.#context.editor.document, this.anchor, ref).isAllowed;
  }

  #find({ nodeId, handleId }: HandleRef): { readonly handle: Handle; readonly position: Vector } | null {
    const { document, scene } = this.#context.editor;
    const node = document.node(nodeId);
    const handle = node && handleOf(node, handleId);
    return handle ? { handle, position: scene.handlePosition(node, handle) } : null;
  }
}
