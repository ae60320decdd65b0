import { connectionBeside, connectMany, type ConnectTarget, reconnect } from '../edits/connect';
import { contains } from '../geometry/box';
import { distance, type Vector } from '../geometry/vector';
import { isFoldedAway, type Refolded } from '../scene/Folds';
import type { FlowNode } from '../document/FlowNode';
import type { Handle } from '../nodes/handles';
import { detailAt, drawsHandle } from '../render/card/levelOfDetail';
import { fittingHandle, isSameHandle, judgeConnection, whyRefused, type HandleRef } from '../scene/connectionRule';
import { nearestHandle } from '../scene/hitTest';
import type { PendingEdge, Refusal, ToolContext } from './ToolState';

/** The connection radius, screen pixels (CONN-12). */
const CONNECTION_RADIUS = 20;
/** Most additional edges that are drawn with the pending connection; the others are joined too, but nobody could distinguish them. */
const BESIDE_MAX = 32;
/** Distance between two checks of a stroke over cards, in screen pixels: less than a card measures when it has handles. */
const SWEEP_STEP = 12;
/** Looks in one move: more than the diagonal of a large screen has. A way that is longer, since the view has jumped, is looked at more coarsely. */
const SWEEP_LOOKS_MAX = 500;

/**
 * An edge between its handle and the pointer, shown as a preview; it snaps to a handle within its reach, or to the fitting one of the card
 * under it. When it is drawn from one of several selected nodes, it is drawn from each of them. When it is swept over cards, it is joined
 * to each that takes it.
 */
export class PendingConnection {
  readonly anchor: HandleRef;
  readonly #context: ToolContext;
  readonly #movedEdgeId: string | null;
  /** Ids of the nodes selected with its node, but for those folded away since; empty where that one is selected alone, or not at all. */
  readonly selected: Set<string>;
  /** Ids of its own node and of those selected with it: an edge is drawn out of each. */
  readonly #sources: ReadonlySet<string>;
  /** Aims on the cards that it was swept over, by node id, in that order. */
  readonly #swept = new Map<string, ConnectTarget>();
  /** Aims that the sweep has judged: each is judged once, until cards are folded away or unfolded. */
  readonly #asked = new Set<string>();
  /** World point that the sweep has reached; null while it rests. */
  #sweptTo: Vector | null = null;
  #target: HandleRef | null = null;
  #refusal: Refusal | null = null;

  /** `movedEdgeId`: the edge of the document that is being reconnected; null for a new one. */
  constructor(context: ToolContext, anchor: HandleRef, movedEdgeId: string | null = null) {
    this.#context = context;
    this.anchor = anchor;
    this.#movedEdgeId = movedEdgeId;
    const { nodes } = context.editor.selection;
    const isOfSeveral = movedEdgeId === null && nodes.size > 1 && nodes.has(anchor.nodeId);
    this.selected = new Set(isOfSeveral ? nodes : []);
    this.#sources = isOfSeveral ? this.selected : new Set([anchor.nodeId]);
  }

  /** Whether it will be joined to cards that it has left again. */
  get isSweeping(): boolean {
    return this.#swept.size > 0;
  }

  /**
   * Leads the edge to a screen point: to a handle within its reach, which alone decides there, else to the card under it. With
   * `sweeps` it takes in every card on the way too.
   */
  follow(screen: Vector, sweeps = false): void {
    const pointer = this.#context.editor.view.toWorld(screen);
    if (sweeps) this.#sweep(pointer);
    this.#sweptTo = sweeps ? pointer : null;
    const { target, refuser } = this.#under(pointer);
    this.#moveTo(target, pointer, refuser);
  }

  /** Lets go of the nodes that were folded away: nobody would see them joined. */
  leaveFolded(folded: Refolded): void {
    // When they are unfolded, a stroke over them joins them again.
    if (folded.size > 0) this.#asked.clear();
    for (const id of folded.keys()) {
      if (!isFoldedAway(folded, id)) continue;
      this.selected.delete(id);
      this.#swept.delete(id);
    }
  }

  #under(pointer: Vector): { readonly target: HandleRef | null; readonly refuser: FlowNode | null } {
    const { document, view } = this.#context.editor;
    const near = this.#handleNear(pointer, CONNECTION_RADIUS / view.viewport.zoom);
    const card = near ? null : this.#cardAt(pointer);
    const fitting = card && fittingHandle(document, this.anchor, card);
    const target = near ?? (card && fitting ? { nodeId: card.id, handleId: fitting.id } : null);
    return { target, refuser: card && !fitting ? card : null };
  }

  /** Takes in every card on the straight way to a world point that can be joined and is not yet. */
  #sweep(to: Vector): void {
    const { zoom } = this.#context.editor.view.viewport;
    const from = this.#sweptTo ?? to;
    const steps = Math.min(SWEEP_LOOKS_MAX, Math.max(1, Math.ceil((distance(from, to) * zoom) / SWEEP_STEP)));
    for (let step = 1; step <= steps; step++) {
      const part = step / steps;
      const { target, refuser } = this.#under({
        x: from.x + (to.x - from.x) * part,
        y: from.y + (to.y - from.y) * part,
      });
      const aim = target ?? (refuser && { nodeId: refuser.id, handleId: null });
      const key = aim && `${aim.nodeId} ${aim.handleId}`;
      if (!aim || key === null || this.#swept.has(aim.nodeId) || this.#asked.has(key)) continue;
      this.#asked.add(key);
      if (this.#isNewFor(aim)) this.#swept.set(aim.nodeId, aim);
    }
  }

  /** Whether a new edge could be joined to this target: a stroke that grazes a card adds none of its edges again. */
  #isNewFor(aim: ConnectTarget): boolean {
    const { document } = this.#context.editor;
    for (const nodeId of this.#sources) {
      const connection = nodeId === aim.nodeId ? null : connectionBeside(document, this.anchor, nodeId, aim);
      if (!connection) continue;
      const { source, target } = connection;
      const isThere = document
        .edgesOutOf(source.nodeId)
        .some((edge) => edge.target === target.nodeId && edge.targetHandle === target.handleId);
      if (!isThere) return true;
    }
    return false;
  }

  /**
   * Leads the edge to a handle, or to the world point when there is none that may take it. Either end may have moved or gone since
   * the last time: when nothing holds the edge any more, the gesture ends. A folded frame holds an edge that leads out of it, but no new one.
   */
  moveTo(target: HandleRef | null, at: Vector): void {
    this.#moveTo(target, at, null);
  }

  /** `refuser`: the card under the edge, of which no handle fits. */
  #moveTo(target: HandleRef | null, at: Vector, refuser: FlowNode | null): void {
    const { document, scene } = this.#context.editor;
    const { folds } = scene;
    const held = this.#find(this.anchor);
    const edgeId = this.#movedEdgeId;
    const isThere = edgeId === null ? !folds.isHidden(this.anchor.nodeId) : folds.showsEdge(edgeId);
    if (!held?.handle.isConnectable || !isThere) {
      this.#context.enter({ name: 'idle' });
      return;
    }
    const found = target && !folds.isHidden(target.nodeId) ? this.#find(target) : null;
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
        beside: [...this.#sweptEdges(), ...this.#beside(end, this.#aim(), isForward)].slice(0, BESIDE_MAX),
      },
    });
  }

  /** The present aim of the pending connection: a handle, or a card of which no handle takes it. */
  #aim(): ConnectTarget | null {
    return this.#target ?? (this.#refusal && { nodeId: this.#refusal.nodeId, handleId: null });
  }

  /** Edges to the cards that it was swept over. */
  #sweptEdges(): PendingEdge[] {
    const { document } = this.#context.editor;
    const edges: PendingEdge[] = [];
    for (const aim of this.#swept.values()) {
      for (const nodeId of this.#sources) {
        if (edges.length === BESIDE_MAX) return edges;
        const connection = nodeId === aim.nodeId ? null : connectionBeside(document, this.anchor, nodeId, aim);
        const [from, to] = [connection && this.#find(connection.source), connection && this.#find(connection.target)];
        if (from && to) edges.push({ from: from.position, to: to.position, flow: from.handle.flow, isRefused: false });
      }
    }
    return edges;
  }

  /** The edges of the other selected nodes, to where each would be joined, or to the loose end of the pending connection. */
  #beside(loose: Vector, aim: ConnectTarget | null, isForward: boolean): PendingEdge[] {
    const { document } = this.#context.editor;
    const edges: PendingEdge[] = [];
    for (const nodeId of this.selected) {
      if (edges.length === BESIDE_MAX) break;
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
   * Drops it, which ends its gesture: at a handle or a card the two are joined or refused. On the pane, at a given world point, a new edge
   * opens the add menu and one of the document is deleted; without a point both are as they were.
   */
  letGo(pane: Vector | null): void {
    const { anchor } = this;
    const target = this.#target;
    const isRefused = this.#refusal !== null;
    if (this.#movedEdgeId !== null) {
      this.#reconnect(this.#movedEdgeId, pane !== null);
      return;
    }
    if (!target && !isRefused && pane && !this.isSweeping) {
      this.#context.enter({ name: 'addMenuOpen', from: anchor, at: pane });
      return;
    }
    const aim = this.#aim();
    this.#context.enter({ name: 'idle' });
    if (this.isSweeping) this.#connectAll([...this.#swept.values(), ...this.#lastSwept(aim)]);
    else if (aim && this.selected.size > 1) this.#connectAll([aim]);
    else if (target) this.#context.editor.connect(anchor, target);
    else if (isRefused) this.#context.gesture.refuse();
  }

  /** The card that a sweep ends on, where it was reached without one and takes an edge. */
  #lastSwept(aim: ConnectTarget | null): readonly ConnectTarget[] {
    return aim && !this.#swept.has(aim.nodeId) && this.#isNewFor(aim) ? [aim] : [];
  }

  /** Joins every selected node that can be joined, in one step; reports the others. */
  #connectAll(aims: readonly ConnectTarget[]): void {
    const { editor, gesture } = this.#context;
    const { changes, refused } = connectMany(editor.document, this.anchor, this.#sources, aims);
    editor.apply(changes);
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
    if (changes) editor.apply(changes);
    else if (target || isRefused) gesture.refuse();
    else if (isOverPane) editor.apply([{ type: 'removeEdge', id: edgeId }]);
    // It is still the same edge to the person who had selected it.
    const added = changes?.find(({ type }) => type === 'addEdge');
    if (wasSelected && added?.type === 'addEdge') editor.select({ edges: new Set([added.edge.id]) });
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

  /** Whether this is the fixed end of the edge that is being reconnected; its ring is drawn at every zoom. */
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
