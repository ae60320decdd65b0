import { isSameBox, union, type Box, type DirtyRegion } from '../geometry/box';
import { EngineStats } from './EngineStats';
import { SpatialIndex, type BoxNow } from '../geometry/SpatialIndex';
import type { Vector } from '../geometry/vector';
import type { Change } from '../document/Change';
import type { Effect } from '../document/Effect';
import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import type { IdSet } from '../collections/IdSet';
import type { NodeView, EdgeView } from '../document/NodeEntry';
import type { NodeKinds } from '../nodes/NodeKinds';
import { cardsAbout } from './cardsAbout';
import { boxAroundEdge, boxOfEdge, routeOfEdge } from './edgeGeometry';
import { boxOfNode } from '../nodes/boxOfNode';
import { Folds, type Refolded } from './Folds';
import { FramedPictures } from './FramedPictures';
import { Mentioning } from './Mentioning';

/** A change of one node or edge. */
type SingleChange = Exclude<Change, { readonly type: 'moveAll' }>;

/** Parts of the scene that no longer look as they did. */
export interface DirtyRegions {
  /** Parts where cards came, went or changed. */
  readonly cards: DirtyRegion;
  /** Parts where cards or edges did. */
  readonly all: DirtyRegion;
  /** The nodes that another card is shown for now: folded away, or unfolded. */
  readonly folded: Refolded;
}

/**
 * Most changed or moved things that are handled one by one; beyond it, everything in view is repainted. `FrameCache` keeps the boxes of as
 * many.
 */
export const SINGLE_THINGS_MAX = 64;
/** Number of edges whose routes are worked out within a few milliseconds. */
const FEW_EDGES = 2048;
/** Routes remembered; more than any view holds. */
const ROUTES_MAX = 20_000;

/**
 * Boxes of the document's cards and edges, in indexes that follow its changes: a question costs what it finds, and an
 * edit what it touched.
 */
export class SceneIndex {
  readonly #document: GraphDocument;
  readonly #kinds: NodeKinds;
  readonly folds: Folds;
  readonly mentioning: Mentioning;
  readonly framed: FramedPictures;
  readonly stats = new EngineStats();
  readonly #nodeIndex = new SpatialIndex(this.stats);
  readonly #edgeIndex = new SpatialIndex(this.stats);
  /** Loaded by the first query: what changes before it, as unsent work does at opening, costs nothing here. */
  #isLoaded = false;
  /** Very many changes that the indexes follow only at the next query. */
  #late: (readonly SingleChange[])[] = [];
  readonly #routes = new Map<string, readonly Vector[]>();

  constructor(document: GraphDocument) {
    this.#document = document;
    this.#kinds = document.kinds;
    this.folds = new Folds(document);
    this.mentioning = new Mentioning(document);
    this.framed = new FramedPictures(document, this);
  }

  /** Does a step of deferred work, like `Scene.settle`. */
  settle(): boolean {
    // A step enters boxes as the document has them now, so changes that led there must be followed before, never after.
    this.#catchUp();
    return this.#nodeIndex.settle() || this.#edgeIndex.settle();
  }

  /** The ids of the nodes that touch the box, in no order. */
  nodeIdsIn(box: Box): string[] {
    return this.#nodes.search(box);
  }

  /** The ids of the edges that touch the box, in no order. */
  edgeIdsIn(box: Box): string[] {
    return this.#edges.search(box);
  }

  /** The ids of the edges at these nodes, each once. */
  edgeIdsAt(nodeIds: Iterable<string>): ReadonlySet<string> {
    return new Set(Array.from(nodeIds).flatMap((id) => this.#document.edgeIdsAt(id)));
  }

  /** The box around every card, or around those of these nodes; null for none. */
  bounds(nodeIds?: Iterable<string>): Box | null {
    if (!nodeIds) return this.#nodes.bounds();
    const cards = Array.from(nodeIds, (id) => {
      const node = this.folds.isHidden(id) ? this.#document.node(id) : undefined;
      return node ? this.folds.shownFor(node).id : id;
    });
    return union(this.#boxesOfNodes(cards));
  }

  /** Remembered, as every frame asks for what is in view; forgotten with what it was worked out for. */
  routeOf(edgeId: string): readonly Vector[] {
    const known = this.#routes.get(edgeId);
    if (known) return known;
    const edge = this.#document.edgeView(edgeId);
    if (!edge) return [];
    this.stats.routes++;
    const route = routeOfEdge(this.#kinds, edge.item, this.#source(edge), this.#target(edge));
    if (this.#routes.size >= ROUTES_MAX) this.#routes.clear();
    this.#routes.set(edgeId, route);
    return route;
  }

  /** Area of these nodes and edges, those that are there; 'all' for very many, or after a change of very many. */
  areaOf(nodeIds: readonly IdSet[], edgeIds: readonly IdSet[] = []): DirtyRegion {
    // Each set is looked at first: very large ones need not be gone through.
    if ([...nodeIds, ...edgeIds].some((ids) => ids.size > SINGLE_THINGS_MAX)) return 'all';
    const nodes = joined(nodeIds);
    const edges = joined(edgeIds);
    if (nodes.size + edges.size > SINGLE_THINGS_MAX || this.#late.length > 0) return 'all';
    return [...this.#boxesOfNodes(nodes), ...this.#boxesOfEdges(edges)];
  }

  /** Area of these nodes and every edge at them; 'all' as for areaOf. */
  areaAround(nodeIds: IdSet): DirtyRegion {
    if (nodeIds.size > SINGLE_THINGS_MAX || this.#late.length > 0) return 'all';
    return [...this.#boxesOfNodes(nodeIds), ...this.#boxesOfEdges(this.edgeIdsAt(nodeIds))];
  }

  /** Follows what the document did; to be called after every application. Returns the dirty regions that it makes. */
  update(changes: readonly Change[], effects: readonly Effect[]): DirtyRegions {
    this.mentioning.follow(changes);
    const folded = this.folds.follow(changes);
    if (!this.#isLoaded) return { cards: 'all', all: 'all', folded };
    const single: SingleChange[] = [];
    for (const change of changes) {
      if (change.type === 'moveAll') this.#moveAll(change.by);
      else single.push(change);
    }
    const hasMovedAll = single.length < changes.length;
    // Nodes that are hidden or shown now count as changed, since they are drawn elsewhere.
    for (const id of folded.keys()) single.push({ type: 'setData', id, data: {} });
    if (single.length > SINGLE_THINGS_MAX || hasMovedAll) {
      if (single.length > 0) this.#late.push(single);
      this.#routes.clear();
      return { cards: 'all', all: 'all', folded };
    }
    // The former box of an edge that has not been looked at is not known any more.
    const isUnseen = this.#edgeIndex.isRough;
    const touched = new Set<string>();
    const moved = new Set<string>();
    const cards: Box[] = [];
    const views: Box[] = [];
    for (const change of single) {
      switch (change.type) {
        case 'addNode':
        case 'replaceNode':
          touched.add(change.node.id);
          break;
        case 'moveNode':
        case 'setData':
        case 'addRow':
        case 'setRow':
        case 'removeRow':
          touched.add(change.id);
          break;
        case 'removeNode':
          // The card of a folded frame counts what it hides.
          cards.push(...present(this.#nodes.boxOf(this.folds.shownIdFor(change.id))));
          this.#nodes.remove(change.id);
          break;
        case 'addEdge':
          this.#indexEdge(change.edge.id, views);
          views.push(...this.#boxesTouching(this.#edges.boxOf(change.edge.id)));
          break;
        case 'removeEdge':
          views.push(...this.#boxesTouching(this.#edges.boxOf(change.id)));
          this.#edges.remove(change.id);
          this.#routes.delete(change.id);
          break;
      }
    }
    for (const id of touched) {
      const isMoved = this.#indexNode(id, cards);
      const node = this.folds.isHidden(id) ? this.#document.node(id) : undefined;
      if (node) cards.push(...present(this.#nodes.boxOf(this.folds.shownFor(node).id)));
      // The edges of its content end at its card.
      if (isMoved) for (const hidden of this.folds.hiddenBy(id)) moved.add(hidden);
    }
    for (const id of moved) touched.add(id);
    for (const id of this.edgeIdsAt(touched)) this.#indexEdge(id, views, touched);
    const called = this.#boxesAbout(single, effects);
    return { cards, all: isUnseen || called === 'all' ? 'all' : [...cards, ...views, ...called], folded };
  }

  get #nodes(): SpatialIndex {
    this.#catchUp();
    return this.#nodeIndex;
  }

  get #edges(): SpatialIndex {
    this.#catchUp();
    return this.#edgeIndex;
  }

  #boxesOfNodes(nodeIds: Iterable<string>): Box[] {
    return Array.from(nodeIds, (id) => this.#nodes.boxOf(id)).flatMap(present);
  }

  #boxesOfEdges(edgeIds: Iterable<string>): Box[] {
    return Array.from(edgeIds, (id) => this.#edges.boxOf(id)).flatMap(present);
  }

  /** An edge that comes or goes changes the cards at its ends too: whether they can run hangs on it. */
  #boxesTouching(box: Box | undefined): Box[] {
    return box ? [box, ...this.#boxesOfNodes(this.#nodes.search(box))] : [];
  }

  /** Boxes of the cards that show something of these nodes. */
  #boxesAbout(changes: readonly Change[], effects: readonly Effect[]): DirtyRegion {
    const ids = cardsAbout(this.#document, this, changes, effects, SINGLE_THINGS_MAX);
    return ids === 'all' ? 'all' : this.#boxesOfNodes(ids);
  }

  /** Returns whether it is at another place now. */
  #indexNode(id: string, cards: Box[]): boolean {
    const node = this.#document.node(id);
    if (!node) return false;
    const before = this.#nodes.boxOf(id);
    if (this.folds.isHidden(id)) {
      cards.push(...present(before));
      this.#nodes.remove(id);
      return before !== undefined;
    }
    const box = boxOfNode(this.#kinds, node);
    cards.push(...present(before), box);
    if (isSameBox(box, before)) return false;
    this.#nodes.set(id, box);
    return true;
  }

  /** Also moves the nodes of `#late`: they get the document's position, whatever the index had before. */
  #moveAll(by: Vector): void {
    this.#nodeIndex.moveAll(by);
    this.#edgeIndex.moveAll(by);
  }

  #load(): void {
    this.#isLoaded = true;
    const largest = { width: 0, height: 0 };
    const nodes = this.#document.allNodes();
    this.#nodeIndex.load(
      this.folds.isEmpty ? nodes : nodes.filter(({ id }) => !this.folds.isHidden(id)),
      ({ id }) => id,
      (node) => {
        const box = boxOfNode(this.#kinds, node);
        largest.width = Math.max(largest.width, box.width);
        largest.height = Math.max(largest.height, box.height);
        return box;
      },
    );
    const all = this.#document.edgeViews();
    const edges = this.folds.isEmpty ? all : all.filter(({ item }) => !this.folds.hidesEdge(item));
    if (edges.length <= FEW_EDGES) {
      this.#edgeIndex.load(edges, idOf, (edge) => this.#boxOfShown(edge));
      return;
    }
    const aroundOf = (edge: EdgeView): Box => boxAroundEdge(this.#source(edge), this.#target(edge), largest);
    // An edge that has gone has no box any more, and its nodes may have gone too.
    const nowOf = (edge: EdgeView): Box | null =>
      this.#document.edgeView(idOf(edge)) === edge ? (this.#boxOfEdge(edge) ?? null) : null;
    this.#edgeIndex.load(edges, idOf, aroundOf, nowOf);
  }

  /**
   * Follows very many changes at once, each index in one go. Not in the event that made them but with the next
   * question, mostly the next frame's: so the two share what would be too long for one.
   */
  #catchUp(): void {
    if (!this.#isLoaded) this.#load();
    if (this.#late.length === 0) return;
    const changes = this.#late.flat();
    this.#late = [];
    const shift = this.#shiftOfAll(changes);
    if (shift) {
      this.#moveAll(shift);
      return;
    }
    // All gone, or all back: there is nothing to follow from.
    if (changes.length >= this.#document.nodeCount + this.#document.edgeCount) {
      this.#load();
      return;
    }
    const nodes: BoxNow[] = [];
    const edges: BoxNow[] = [];
    const moved = new Set<NodeView>();
    const edgeIds: string[] = [];
    for (const change of changes) {
      if (change.type === 'addEdge') edgeIds.push(change.edge.id);
      else if (change.type === 'removeEdge') edgeIds.push(change.id);
      else {
        const id = 'node' in change ? change.node.id : change.id;
        const view = this.#document.nodeView(id);
        nodes.push([id, view && !this.folds.isHidden(id) ? boxOfNode(this.#kinds, view.item) : undefined]);
        if (view) moved.add(view);
        for (const hidden of this.folds.hiddenBy(id)) {
          const inner = this.#document.nodeView(hidden);
          if (inner) moved.add(inner);
        }
      }
    }
    for (const { into, outOf } of moved) {
      for (const edge of into) edges.push([edge.item.id, this.#boxOfEdge(edge)]);
      // The edges to another moved node are among those into that one.
      for (const view of outOf) if (!moved.has(view.target)) edges.push([view.item.id, this.#boxOfEdge(view)]);
    }
    for (const id of edgeIds) {
      const edge = this.#document.edgeView(id);
      if (!edge) edges.push([id, undefined]);
      else if (!moved.has(edge.source) && !moved.has(edge.target)) edges.push([id, this.#boxOfEdge(edge)]);
    }
    this.#nodeIndex.follow(nodes);
    this.#edgeIndex.follow(edges);
  }

  /** How far these changes have moved every node of the canvas, where they did just that. */
  #shiftOfAll(changes: readonly SingleChange[]): Vector | null {
    const { size } = this.#nodeIndex;
    if (changes.length < size || size !== this.#document.nodeCount) return null;
    if (changes.some(({ type }) => type !== 'moveNode')) return null;
    return this.#nodeIndex.shiftOfAll((id) => this.#document.node(id)?.position);
  }

  /** The nodes whose cards an edge is drawn between: what is hidden in a folded frame is shown by its card. */
  #source({ source }: EdgeView): FlowNode {
    return this.folds.shownFor(source.item);
  }

  #target({ target }: EdgeView): FlowNode {
    return this.folds.shownFor(target.item);
  }

  #boxOfShown(edge: EdgeView): Box {
    this.stats.edgeBoxes++;
    return boxOfEdge(this.#kinds, edge.item, this.#source(edge), this.#target(edge));
  }

  #boxOfEdge(edge: EdgeView): Box | undefined {
    return this.folds.hidesEdge(edge.item) ? undefined : this.#boxOfShown(edge);
  }

  #indexEdge(id: string, dirty: Box[], touched: IdSet = new Set()): void {
    const edge = this.#document.edgeView(id);
    if (!edge) return;
    this.#routes.delete(id);
    const before = this.#edges.boxOf(id);
    const box = this.#boxOfEdge(edge);
    if (!box) {
      dirty.push(...present(before));
      this.#edges.remove(id);
      return;
    }
    // An edge within the same box may run another way only when both its ends have changed.
    const isAsBefore = !touched.has(edge.item.source) || !touched.has(edge.item.target);
    if (isAsBefore && before && isSameBox(before, box)) return;
    dirty.push(...present(before), box);
    this.#edges.set(id, box);
  }
}

const idOf = ({ item }: EdgeView): string => item.id;

const present = <T>(one: T | undefined): T[] => (one === undefined ? [] : [one]);

const joined = (sets: readonly IdSet[]): ReadonlySet<string> => new Set(sets.flatMap((ids) => [...ids]));
