import { connectionBeside, connectMany, type Aim } from '../edits/connectMany';
import { reconnect } from '../edits/reconnect';
import { contains } from '../geometry/box';
import { distance, type Vector } from '../geometry/vector';
import type { FlowNode } from '../document/FlowNode';
import type { Handle } from '../nodes/handles';
import { detailAt, drawsHandle } from '../render/card/levelOfDetail';
import { judgeConnection, type HandleRef } from '../scene/connectionRule';
import { fittingHandle, whyRefused } from '../scene/fittingHandle';
import { nearestHandle } from '../scene/hitTest';
import type { PendingEdge, Refusal, ToolContext } from './ToolState';

/** The connection radius, screen pixels (CONN-12). */
const CONNECTION_RADIUS = 20;
/** Most edges beside the pending connection that are drawn; the others are joined too, but nobody could tell them apart. */
const MAX_BESIDE = 32;

/**
 * An edge between the handle that holds it and the hand, shown as a preview; it snaps to a handle within its reach, or to the
 * one that fits of the card under it. One that is drawn out of several selected nodes is drawn out of each of them.
 */
export class PendingConnection {
  readonly anchor: HandleRef;
  readonly #context: ToolContext;
  readonly #movedEdgeId: string | null;
  /** Ids of the nodes selected with its node; empty where that one is selected alone, or not at all. */
  readonly #selected: ReadonlySet<string>;
  #target: HandleRef | null = null;
  #refusal: Refusal | null = null;

  /** `movedEdgeId`: the edge of the document that is led elsewhere; null for a new one. */
  constructor(context: ToolContext, anchor: HandleRef, movedEdgeId: string | null = null) {
    this.#context = context;
    this.anchor = anchor;
    this.#movedEdgeId = movedEdgeId;
    const { nodes } = context.editor.selection;
    const isOfSeveral = movedEdgeId === null && nodes.size > 1 && nodes.has(anchor.nodeId);
    this.#selected = new Set(isOfSeveral ? nodes : []);
  }

  /** Leads the edge to a screen point: to a handle within its reach, which alone decides there, else to the card under it. */
  follow(screen: Vector): void {
    const { view } = this.#context.editor;
    const pointer = view.toWorld(screen);
    const near = this.#handleNear(pointer, CONNECTION_RADIUS / view.viewport.zoom);
    const card = near ? null : this.#cardAt(pointer);
    const fitting = card && fittingHandle(this.#context.editor.document, this.anchor, card);
    const target = near ?? (card && fitting ? { nodeId: card.id, handleId: fitting.id } : null);
    this.#moveTo(target, pointer, card && !fitting ? card : null);
  }

  /**
   * Leads the edge to a handle, or to the world point when there is none that may take it. Either end may have moved or gone since
   * the last time: when nothing holds the edge any more, the gesture ends.
   */
  moveTo(target: HandleRef | null, at: Vector): void {
    this.#moveTo(target, at, null);
  }

  /** `refuser`: the card under the edge, of which no handle fits. */
  #moveTo(target: HandleRef | null, at: Vector, refuser: FlowNode | null): void {
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
    const refusing = refuser ?? (found && !isAllowed ? found.node : null);
    this.#refusal = refusing && {
      nodeId: refusing.id,
      reason: whyRefused(document, this.anchor, refusing, found?.handle),
      at,
    };
    const end = found && isAllowed ? found.position : at;
    const isForward = held.handle.side === 'output';
    this.#context.gesture.setPreview({
      connection: {
        anchor: this.anchor,
        movedEdgeId: this.#movedEdgeId,
        from: isForward ? held.position : end,
        to: isForward ? end : held.position,
        flow: held.handle.flow,
        verdict: isAllowed ? 'valid' : refusing ? 'invalid' : 'none',
        target: this.#target,
        refusal: this.#refusal,
        beside: this.#beside(end, this.#aim(), isForward),
      },
    });
  }

  /** The present aim of the pending connection: a handle, or a card of which no handle takes it. */
  #aim(): Aim | null {
    return this.#target ?? (this.#refusal && { nodeId: this.#refusal.nodeId, handleId: null });
  }

  /** The edges of the other selected nodes, to where each would be joined, or to the loose end of the one in hand. */
  #beside(loose: Vector, aim: Aim | null, isForward: boolean): PendingEdge[] {
    const { document } = this.#context.editor;
    const edges: PendingEdge[] = [];
    for (const nodeId of this.#selected) {
      if (edges.length === MAX_BESIDE) break;
      const node = document.node(nodeId);
      if (!node || nodeId === this.anchor.nodeId || nodeId === aim?.nodeId) continue;
      const connection = aim && connectionBeside(document, this.anchor, nodeId, aim);
      const [own, other] = isForward
        ? [connection?.source, connection?.target]
        : [connection?.target, connection?.source];
      const side = isForward ? 'output' : 'input';
      const handles = document.kinds.handlesOf(node);
      const first = handles.find((handle) => handle.side === side && handle.isConnectable);
      const begin = this.#find(own ?? { nodeId, handleId: first?.id ?? '' });
      if (!begin) continue;
      const end = (other && this.#find(other)?.position) ?? loose;
      const [from, to] = isForward ? [begin.position, end] : [end, begin.position];
      edges.push({ from, to, flow: begin.handle.flow, isRefused: aim !== null && !connection });
    }
    return edges;
  }

  /**
   * It is let go, which ends its gesture: at the handle or the card it is led to the two are joined or refused. Over the
   * pane, a world point of which is given, a new edge asks what to add and one of the document goes; without a point both
   * are as they were.
   */
  letGo(pane: Vector | null): void {
    const { anchor } = this;
    const target = this.#target;
    const isRefused = this.#refusal !== null;
    if (this.#movedEdgeId !== null) {
      this.#reconnect(this.#movedEdgeId, pane !== null);
      return;
    }
    if (!target && !isRefused && pane) {
      this.#context.enter({ name: 'addMenuOpen', from: anchor, at: pane });
      return;
    }
    const aim = this.#aim();
    this.#context.enter({ name: 'idle' });
    if (aim && this.#selected.size > 0) this.#connectAll(aim);
    else if (target) this.#context.editor.connect(anchor, target);
    else if (isRefused) this.#context.gesture.refuse();
  }

  /** Every selected node that can be joined is, in one step; the others are told. */
  #connectAll(aim: Aim): void {
    const { editor, gesture } = this.#context;
    const { changes, refused } = connectMany(editor.document, this.anchor, this.#selected, aim);
    editor.run(changes);
    if (refused.length > 0) gesture.refuse(refused);
  }

  clear(): void {
    this.#context.gesture.setPreview({ connection: null });
  }

  #reconnect(edgeId: string, isOverPane: boolean): void {
    const { editor, gesture } = this.#context;
    const target = this.#target;
    const isRefused = this.#refusal !== null;
    const changes = target && reconnect(editor.document, edgeId, this.anchor, target);
    const wasSelected = editor.selection.edges.has(edgeId);
    this.#context.enter({ name: 'idle' });
    if (changes) editor.run(changes);
    else if (target || isRefused) gesture.refuse();
    else if (isOverPane) editor.run([{ type: 'removeEdge', id: edgeId }]);
    // It is still the same edge to the person who had selected it.
    const led = changes?.find(({ type }) => type === 'addEdge');
    if (wasSelected && led?.type === 'addEdge') editor.select({ edges: new Set([led.edge.id]) });
  }

  #handleNear(pointer: Vector, reach: number): HandleRef | null {
    const { scene, view } = this.#context.editor;
    const detail = detailAt(view.viewport.zoom);
    const near = nearestHandle(scene, pointer, reach, {
      isThere: (node, handle) =>
        !isSameHandle(refOf(node, handle), this.anchor) &&
        (drawsHandle(detail, handle) || this.#isWhereItWas(refOf(node, handle))),
      isPreferred: (node, handle) => this.#isTaker(refOf(node, handle)),
    });
    return near && refOf(near.node, near.handle);
  }

  /** The other end of the edge that is led, whose ring is drawn at every zoom. */
  #isWhereItWas({ nodeId, handleId }: HandleRef): boolean {
    const edge = this.#movedEdgeId === null ? undefined : this.#context.editor.document.edge(this.#movedEdgeId);
    if (!edge) return false;
    return (
      (edge.source === nodeId && edge.sourceHandle === handleId) ||
      (edge.target === nodeId && edge.targetHandle === handleId)
    );
  }

  /** The topmost card under the pointer; none while the edge has hardly left its handle on its own card. */
  #cardAt(pointer: Vector): FlowNode | null {
    const { scene, view } = this.#context.editor;
    const there = scene.cardsIn({ ...pointer, width: 0, height: 0 });
    const card = there.findLast((node) => contains(scene.boxOf(node), pointer));
    if (card?.id !== this.anchor.nodeId) return card ?? null;
    const held = this.#find(this.anchor);
    const gap = held ? distance(held.position, pointer) : 0;
    return gap > CONNECTION_RADIUS / view.viewport.zoom ? card : null;
  }

  #isTaker(ref: HandleRef): boolean {
    return judgeConnection(this.#context.editor.document, this.anchor, ref).isAllowed;
  }

  #find({ nodeId, handleId }: HandleRef): { node: FlowNode; handle: Handle; position: Vector } | null {
    const { document, scene } = this.#context.editor;
    const node = document.node(nodeId);
    const handle = node && document.kinds.handleOf(node, handleId);
    return handle ? { node, handle, position: scene.handlePosition(node, handle) } : null;
  }
}

const refOf = (node: FlowNode, handle: Handle): HandleRef => ({ nodeId: node.id, handleId: handle.id });

const isSameHandle = (one: HandleRef, other: HandleRef): boolean =>
  one.nodeId === other.nodeId && one.handleId === other.handleId;
