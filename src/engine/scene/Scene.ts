import {
  areaOfBox,
  boundsOf,
  centreOfBox,
  inflate,
  intersects,
  translate,
  union,
  type Box,
  type DirtyRegion,
} from '../geometry/box';
import { STUB } from '../geometry/edgeRoute';
import type { EngineStats } from './EngineStats';
import { add, type Vector } from '../geometry/vector';
import type { Change } from '../document/Change';
import type { Effect } from '../document/Effect';
import type { FlowEdge } from '../document/FlowEdge';
import type { FlowNode } from '../document/FlowNode';
import type { Framed } from '../document/Framed';
import type { GraphDocument } from '../document/GraphDocument';
import type { Handle } from '../nodes/handles';
import type { IdSet } from '../collections/IdSet';
import type { EdgeView } from '../document/NodeEntry';
import { flowRow } from '../nodes/flows';
import type { NodeKinds } from '../nodes/NodeKinds';
import { cardsAbout } from './cardsAbout';
import { aroundRoute, routeOfEdge, liftAtFold } from './edgeGeometry';
import { boxOfNode } from '../nodes/boxOfNode';
import { isInside, type Folds } from './Folds';
import type { Mentioning } from './Mentioning';
import { SINGLE_THINGS_MAX, SceneIndex, type DirtyRegions } from './SceneIndex';

/** Nodes on their way: the document still has them where they were. */
export interface Drag {
  readonly nodeIds: IdSet;
  readonly delta: Vector;
}

/** The stacking of a selected or clicked card; all others have 0 (SELECT-3). */
const RAISED_STACKING = 1000;
/** Frames lie behind, selected or not. */
const FRAME_STACKING = -1;

/**
 * Present positions of everything: finds what lies in a part of the world, which node lies above which, and where each is drawn.
 * A drag is laid over the document without changing it.
 */
export class Scene {
  readonly #document: GraphDocument;
  readonly #index: SceneIndex;
  #drag: Drag | null = null;
  raised: IdSet = new Set();

  constructor(document: GraphDocument) {
    this.#document = document;
    this.#index = new SceneIndex(document);
    document.framed = this.framed;
  }

  /** The document's kinds. */
  get kinds(): NodeKinds {
    return this.#document.kinds;
  }

  /** The counts of its work, see `Editor.stats`. */
  get stats(): Readonly<EngineStats> {
    return this.#index.stats;
  }

  /** The nodes hidden in folded frames, and the card that is shown for each. */
  get folds(): Folds {
    return this.#index.folds;
  }

  /** The nodes that each text mentions. */
  get mentioning(): Mentioning {
    return this.#index.mentioning;
  }

  /** The pictures in frames; the document has it too. */
  get framed(): Framed {
    return this.#index.framed;
  }

  get drag(): Drag | null {
    return this.#drag;
  }

  /**
   * Follows what the document did; to be called after every application, in the middle of a drag too. Returns what that makes dirty.
   *
   * @param effects Of the application: they know the edges that have gone.
   */
  update(changes: readonly Change[], effects: readonly Effect[] = []): DirtyRegions {
    return this.#index.update(changes, effects);
  }

  /** The other cards that show words or numbers of what these changes have changed, as `cardsAbout` says; 'all' for more than `most`. */
  cardsAbout(changes: readonly Change[], effects: readonly Effect[], most: number): ReadonlySet<string> | 'all' {
    return cardsAbout(this.#document, this.#index, changes, effects, most);
  }

  /**
   * Does about a millisecond of the work that prepares a large document, after it was opened or all of it has changed. Returns whether
   * there is more; a query that needs it sooner does it then.
   */
  settle(): boolean {
    return this.#index.settle() || this.#document.settle();
  }

  /**
   * Area of these nodes and edges in the document, those that are there; 'all' for very many, or after a change of very
   * many.
   */
  areaOf(nodeIds: readonly IdSet[], edgeIds?: readonly IdSet[]): DirtyRegion {
    return this.#index.areaOf(nodeIds, edgeIds);
  }

  /** Area of these nodes and every edge at them in the document; 'all' as for areaOf. */
  areaAround(nodeIds: IdSet): DirtyRegion {
    return this.#index.areaAround(nodeIds);
  }

  /** The box around every node, or around these, where the document has them; null for none. */
  bounds(nodeIds?: Iterable<string>): Box | null {
    return this.#index.bounds(nodeIds);
  }

  /** The box around the dragged nodes and the edges between them, where the document has them; null for none. Costs what is dragged. */
  draggedBounds(): Box | null {
    const drag = this.#drag;
    if (!drag) return null;
    const back = { x: -drag.delta.x, y: -drag.delta.y };
    const edges = this.#edgesAt(this.#index.edgeIdsAt(drag.nodeIds), 2).map((edge) => boundsOf(this.routeOf(edge)));
    const boxes = edges.flatMap((bounds) => (bounds ? translate(aroundRoute(bounds), back) : []));
    return union([...boxes, ...[this.#index.bounds(drag.nodeIds)].filter((box) => box !== null)]);
  }

  startDrag(nodeIds: IdSet): void {
    this.#drag = { nodeIds, delta: { x: 0, y: 0 } };
  }

  moveDrag(delta: Vector): void {
    if (this.#drag) this.#drag = { nodeIds: this.#drag.nodeIds, delta };
  }

  endDrag(): void {
    this.#drag = null;
  }

  /** The node's height among the others. */
  stackingOf(node: FlowNode): number {
    if (this.kinds.isFrame(node)) return FRAME_STACKING;
    return this.raised.has(node.id) ? RAISED_STACKING : 0;
  }

  /** Position at which the node is drawn now, a drag included. */
  positionOf(node: FlowNode): Vector {
    return this.#drag?.nodeIds.has(node.id) ? add(node.position, this.#drag.delta) : node.position;
  }

  boxOf(node: FlowNode): Box {
    return { ...this.positionOf(node), ...this.kinds.sizeOf(node) };
  }

  committedBoxOf(node: FlowNode): Box {
    return boxOfNode(this.kinds, node);
  }

  handlePosition(node: FlowNode, handle: Handle): Vector {
    const shown = this.folds.shownFor(node);
    if (shown === node) return add(this.positionOf(node), handle.offset);
    const { x, y, width, height } = this.boxOf(shown);
    return { x: handle.side === 'output' ? x + width : x, y: y + height / 2 - liftAtFold(handle.flow) };
  }

  /** The corners of the edge as drawn now. */
  routeOf(edge: FlowEdge): readonly Vector[] {
    const delta = this.#drag?.delta;
    const ends = this.#endsOnTheWay(edge);
    if (ends === 1) {
      const view = this.#document.edgeView(edge.id);
      if (!view) return [];
      this.#index.stats.routes++;
      const [source, target] = [view.source, view.target].map(({ item }) => this.folds.shownFor(item));
      return source && target ? routeOfEdge(this.kinds, edge, source, target, (node) => this.positionOf(node)) : [];
    }
    const route = this.#index.routeOf(edge.id);
    return ends === 2 && delta ? route.map((corner) => add(corner, delta)) : route;
  }

  /** The nodes that touch the box, lowest first: frames, document order, then the raised ones; those on their way above all. */
  nodesIn(box: Box): FlowNode[] {
    return [...this.restingNodesIn(box), ...this.draggedNodesIn(box)];
  }

  /** The nodes that touch the box and are at rest, lowest first. */
  restingNodesIn(box: Box): FlowNode[] {
    const drag = this.#drag;
    const ids = this.#index.nodeIdsIn(box);
    return this.#inOrder(drag ? ids.filter((id) => !drag.nodeIds.has(id)) : ids);
  }

  /** The nodes on their way that touch the box, lowest first. */
  draggedNodesIn(box: Box): FlowNode[] {
    const drag = this.#drag;
    if (!drag) return [];
    const from = translate(box, { x: -drag.delta.x, y: -drag.delta.y });
    return this.#inOrder(this.#index.nodeIdsIn(from).filter((id) => drag.nodeIds.has(id)));
  }

  /** The nodes that touch the box where the document has them, lowest first. */
  committedNodesIn(box: Box): FlowNode[] {
    return this.#inOrder(this.#index.nodeIdsIn(box));
  }

  /** Those of these nodes that are seen in the box, by their card or by the folded frame's that hides them, in no order. Costs what is in the box. */
  seenIn(box: Box, nodeIds: IdSet): ReadonlySet<string> {
    const seen = new Set<string>();
    const delta = this.#drag?.delta;
    for (const part of delta ? [box, translate(box, { x: -delta.x, y: -delta.y })] : [box]) {
      for (const card of this.#index.nodeIdsIn(part)) {
        if (nodeIds.has(card)) seen.add(card);
        const hidden = this.folds.hiddenBy(card);
        const [few, many] = hidden.size < nodeIds.size ? [hidden, nodeIds] : [nodeIds, hidden];
        if (hidden.size > 0) for (const id of few) if (many.has(id)) seen.add(id);
      }
    }
    return seen;
  }

  /** `nodesIn` without frames. */
  cardsIn(box: Box): FlowNode[] {
    return this.nodesIn(box).filter((node) => !this.kinds.isFrame(node));
  }

  /**
   * The ids of the nodes in a frame as the document has it, inner frames included, or of those that a folded one hides; in no order. None
   * for a hidden frame: the cards that are seen where it stood are not in it.
   */
  contentOf(frame: FlowNode): string[] {
    if (this.kinds.isFolded(frame) || this.folds.isHidden(frame.id)) return [...this.folds.hiddenBy(frame.id)];
    const box = this.committedBoxOf(frame);
    const standing = this.#index.nodeIdsIn(box).filter((id) => {
      const node = id === frame.id ? undefined : this.#document.node(id);
      return node !== undefined && isInside(box, this.kinds, node, this.committedBoxOf(node));
    });
    return standing.concat(standing.flatMap((id) => [...this.folds.hiddenBy(id)]));
  }

  /** The smallest frame that contains a node, at its document position or with another box, but none that is left out; null for none. */
  frameOf(
    node: FlowNode,
    box: Box = this.committedBoxOf(node),
    isLeftOut: (frameId: string) => boolean = () => false,
  ): FlowNode | null {
    // Every frame that contains it contains its middle; a large frame may lie over very many cards. Only frames are put in order.
    const ids = this.#index.nodeIdsIn({ ...centreOfBox(box), width: 0, height: 0 }).filter((id) => {
      const other = id === node.id || isLeftOut(id) ? undefined : this.#document.node(id);
      return other !== undefined && this.kinds.isFrame(other);
    });
    return this.#inOrder(ids).findLast((frame) => isInside(this.committedBoxOf(frame), this.kinds, node, box)) ?? null;
  }

  /** The edges that touch the box, lowest first; those on their way above all. */
  edgesIn(box: Box): FlowEdge[] {
    return [...this.restingEdgesIn(box), ...this.draggedEdgesIn(box)];
  }

  /** The edges that touch the box and are at rest, lowest first. */
  restingEdgesIn(box: Box): FlowEdge[] {
    return this.#edgesAt(this.#index.edgeIdsIn(box), 0);
  }

  /** The edges on their way that touch the box; those that are stretched lie below the others. */
  draggedEdgesIn(box: Box): FlowEdge[] {
    return [...this.stretchedEdgesIn(box), ...this.rigidEdgesIn(box)];
  }

  /** The edges with both ends on the way that touch the box; they move as they are. */
  rigidEdgesIn(box: Box): FlowEdge[] {
    const drag = this.#drag;
    if (!drag) return [];
    if (isFew(drag)) return this.#touching(this.#edgesAt(this.#index.edgeIdsAt(drag.nodeIds), 2), box);
    const { x, y } = drag.delta;
    return this.#edgesAt(this.#index.edgeIdsIn(translate(box, { x: -x, y: -y })), 2);
  }

  /** The edges with one dragged end that touch the box; they are routed again for every step of the drag. */
  stretchedEdgesIn(box: Box): FlowEdge[] {
    const drag = this.#drag;
    if (!drag) return [];
    return this.#touching(this.#edgesAt(this.#maybeStretched(drag, box), 1), box);
  }

  #touching(edges: readonly FlowEdge[], box: Box): FlowEdge[] {
    return edges.filter((edge) => {
      const bounds = boundsOf(this.routeOf(edge));
      return bounds !== null && intersects(aroundRoute(bounds), box);
    });
  }

  #maybeStretched(drag: Drag, box: Box): Iterable<string> {
    const { nodeIds, delta } = drag;
    if (isFew(drag)) return this.#index.edgeIdsAt(nodeIds);
    const reach = union([box, translate(box, { x: -delta.x, y: -delta.y })]) ?? box;
    // An edge that turns back reaches beyond its ends, wherever they are.
    return this.#index.edgeIdsIn(inflate(reach, STUB));
  }

  /** Those of these edges with so many ends on the way, lowest first: by the layers of their flows, then in document order. */
  #edgesAt(ids: Iterable<string>, endsOnTheWay: 0 | 1 | 2): FlowEdge[] {
    const layers: [EdgeView[], EdgeView[]] = [[], []];
    for (const id of ids) {
      const view = this.#document.edgeView(id);
      if (view && this.#endsOnTheWay(view.item) === endsOnTheWay) layers[flowRow(view.item.type).layer].push(view);
    }
    return layers.flatMap((views) => views.toSorted((a, b) => a.order - b.order).map(({ item }) => item));
  }

  #endsOnTheWay(edge: FlowEdge): 0 | 1 | 2 {
    const dragged = this.#drag?.nodeIds;
    if (!dragged) return 0;
    const source = dragged.has(edge.source);
    const target = dragged.has(edge.target);
    return source && target ? 2 : source || target ? 1 : 0;
  }

  #inOrder(ids: readonly string[]): FlowNode[] {
    // The order is read once for each node, not once for each comparison.
    const placed: { readonly node: FlowNode; readonly stacking: number; readonly order: number }[] = [];
    for (const id of ids) {
      const node = this.#document.node(id);
      if (!node) continue;
      const stacking = this.stackingOf(node);
      // Larger frames lie below smaller ones, whichever was made first.
      const order = stacking === FRAME_STACKING ? -areaOfBox(this.committedBoxOf(node)) : this.#document.orderOf(id);
      placed.push({ node, stacking, order });
    }
    return placed.toSorted((a, b) => a.stacking - b.stacking || a.order - b.order).map(({ node }) => node);
  }
}

/** The edges of a few nodes are read; those of many are found by the box that they may reach. */
const isFew = ({ nodeIds }: Drag): boolean => nodeIds.size <= SINGLE_THINGS_MAX;
