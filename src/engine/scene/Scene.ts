import { boundsOf, inflate, intersects, translate, type Box } from '../geometry/box';
import { PIPE_WIDTH, pipeRoute } from '../geometry/pipeRoute';
import type { StaleArea } from '../geometry/repaintPlan';
import { SpatialIndex } from '../geometry/SpatialIndex';
import { add, type Vector } from '../geometry/vector';
import type { Change } from '../model/Change';
import type { FlowEdge } from '../model/FlowEdge';
import type { FlowNode } from '../model/FlowNode';
import type { GraphDocument } from '../model/GraphDocument';
import { handleOf, handlesOf, type Handle } from '../model/handles';
import { nodeSize } from '../model/nodeSize';

/** Nodes on their way: the document still has them where they were. */
export interface Drag {
  readonly nodeIds: ReadonlySet<string>;
  readonly delta: Vector;
}

/** Where the scene no longer looks as it did. */
export interface Spoilt {
  /** Where cards came, went or changed. */
  readonly cards: StaleArea;
  /** The same, and where pipes did. */
  readonly all: StaleArea;
}

/** product.md section 9: a selected or clicked node stands at 1000, all others at 0. */
const RAISED_LEVEL = 1000;
/** More than this at once, and everything in view is worth painting anew. */
const MANY = 64;

/**
 * Where everything is: answers what a part of the world holds from indexes that follow the document's changes,
 * so that a question costs what it finds and an edit costs what it touched. A drag is laid over the document
 * without changing it.
 */
export class Scene {
  readonly #document: GraphDocument;
  readonly #nodes = new SpatialIndex();
  readonly #edges = new SpatialIndex();
  #drag: Drag | null = null;
  /** Edges with one end on the way; they are routed anew for every step of the drag. */
  #stretched: ReadonlyMap<string, FlowEdge> = new Map();
  /** Edges with both ends on the way; they move as they are. */
  #carried: ReadonlySet<string> = new Set();
  raised: ReadonlySet<string> = new Set();

  constructor(document: GraphDocument) {
    this.#document = document;
    this.#nodes.load(document.nodes.map((node) => [node.id, boxOf(node)] as const));
    this.#edges.load(document.edges.map((edge) => [edge.id, this.#committedEdgeBox(edge)] as const));
  }

  get drag(): Drag | null {
    return this.#drag;
  }

  /**
   * Follows what the document did; to be called after every application, in the middle of a drag too. Answers what that
   * spoils.
   */
  update(changes: readonly Change[]): Spoilt {
    const touched = new Set<string>();
    const cards: Box[] = [];
    const pipes: Box[] = [];
    for (const change of changes) {
      switch (change.type) {
        case 'addNode':
        case 'replaceNode':
          touched.add(change.node.id);
          break;
        case 'moveNode':
        case 'setData':
          touched.add(change.id);
          break;
        case 'removeNode':
          cards.push(...present(this.#nodes.boxOf(change.id)));
          this.#nodes.remove(change.id);
          break;
        case 'addEdge':
          this.#indexEdge(change.edge.id, pipes);
          pipes.push(...this.#boxesTouching(this.#edges.boxOf(change.edge.id)));
          break;
        case 'removeEdge':
          pipes.push(...this.#boxesTouching(this.#edges.boxOf(change.id)));
          this.#edges.remove(change.id);
          break;
      }
    }
    for (const id of touched) this.#indexNode(id, cards, pipes);
    if (this.#drag && changes.some(isAboutEdges)) this.#sortEdges(this.#drag.nodeIds);
    return changes.length > MANY ? { cards: 'all', all: 'all' } : { cards, all: [...cards, ...pipes] };
  }

  /** Where these nodes lie in the document, those that are there; 'all' for very many. */
  areaOf(nodeIds: ReadonlySet<string>, edgeIds: ReadonlySet<string> = new Set()): StaleArea {
    if (nodeIds.size + edgeIds.size > MANY) return 'all';
    return [...this.#boxesOf(nodeIds), ...this.#boxesOfEdges(edgeIds)];
  }

  #boxesOf(nodeIds: Iterable<string>): Box[] {
    return Array.from(nodeIds, (id) => this.#nodes.boxOf(id)).flatMap(present);
  }

  /** Where these nodes and every pipe at them lie in the document. */
  areaAround(nodeIds: ReadonlySet<string>): StaleArea {
    if (nodeIds.size > MANY) return 'all';
    const ids = [...nodeIds];
    const edgeIds = new Set(ids.flatMap((id) => [...this.#document.edgeIdsAt(id)]));
    return [...this.#boxesOf(ids), ...this.#boxesOfEdges(edgeIds)];
  }

  #boxesOfEdges(edgeIds: Iterable<string>): Box[] {
    return Array.from(edgeIds, (id) => this.#edges.boxOf(id)).flatMap(present);
  }

  startDrag(nodeIds: ReadonlySet<string>): void {
    this.#sortEdges(nodeIds);
    this.#drag = { nodeIds, delta: { x: 0, y: 0 } };
  }

  #sortEdges(nodeIds: ReadonlySet<string>): void {
    const carried = new Set<string>();
    const stretched = new Map<string, FlowEdge>();
    for (const nodeId of nodeIds) {
      for (const edgeId of this.#document.edgeIdsAt(nodeId)) {
        const edge = this.#document.edge(edgeId);
        if (!edge || carried.has(edgeId)) continue;
        if (nodeIds.has(edge.source) && nodeIds.has(edge.target)) carried.add(edgeId);
        else stretched.set(edgeId, edge);
      }
    }
    this.#carried = carried;
    this.#stretched = stretched;
  }

  moveDrag(delta: Vector): void {
    if (this.#drag) this.#drag = { nodeIds: this.#drag.nodeIds, delta };
  }

  endDrag(): void {
    this.#drag = null;
    this.#carried = new Set();
    this.#stretched = new Map();
  }

  /** Where the node is drawn now, a drag included. */
  positionOf(node: FlowNode): Vector {
    return this.#drag?.nodeIds.has(node.id) ? add(node.position, this.#drag.delta) : node.position;
  }

  boxOf(node: FlowNode): Box {
    return { ...this.positionOf(node), ...nodeSize(node) };
  }

  handlePosition(node: FlowNode, handle: Handle): Vector {
    return add(this.positionOf(node), handle.offset);
  }

  /** The corners of the pipe as drawn now. */
  routeOf(edge: FlowEdge): readonly Vector[] {
    return this.#route(edge, (node) => this.positionOf(node));
  }

  /** The nodes that touch the box and are at rest, lowest first: document order, then the raised ones. */
  restingNodesIn(box: Box): FlowNode[] {
    const drag = this.#drag;
    const ids = this.#nodes.search(box);
    return this.#inOrder(drag ? ids.filter((id) => !drag.nodeIds.has(id)) : ids);
  }

  /** The nodes on their way that touch the box, lowest first. */
  draggedNodesIn(box: Box): FlowNode[] {
    const drag = this.#drag;
    if (!drag) return [];
    const from = translate(box, { x: -drag.delta.x, y: -drag.delta.y });
    return this.#inOrder(this.#nodes.search(from).filter((id) => drag.nodeIds.has(id)));
  }

  /** The nodes that touch the box where the document has them, lowest first. */
  committedNodesIn(box: Box): FlowNode[] {
    return this.#inOrder(this.#nodes.search(box));
  }

  committedBoxOf(node: FlowNode): Box {
    return boxOf(node);
  }

  nodesIn(box: Box): FlowNode[] {
    return [...this.restingNodesIn(box), ...this.draggedNodesIn(box)];
  }

  restingEdgesIn(box: Box): FlowEdge[] {
    return this.#edges
      .search(box)
      .filter((id) => !this.#carried.has(id) && !this.#stretched.has(id))
      .flatMap((id) => this.#document.edge(id) ?? []);
  }

  /** The pipes with both ends on the way that touch the box. */
  carriedEdgesIn(box: Box): FlowEdge[] {
    const drag = this.#drag;
    if (!drag) return [];
    const from = translate(box, { x: -drag.delta.x, y: -drag.delta.y });
    const carried = this.#edges.search(from).filter((id) => this.#carried.has(id));
    return carried.flatMap((id) => this.#document.edge(id) ?? []);
  }

  /** The pipes with one end on the way that touch the box. */
  stretchedEdgesIn(box: Box): FlowEdge[] {
    return Array.from(this.#stretched.values()).filter((edge) => intersects(edgeBox(this.routeOf(edge)), box));
  }

  /** The pipes on their way that touch the box. */
  draggedEdgesIn(box: Box): FlowEdge[] {
    return [...this.carriedEdgesIn(box), ...this.stretchedEdgesIn(box)];
  }

  edgesIn(box: Box): FlowEdge[] {
    return [...this.restingEdgesIn(box), ...this.draggedEdgesIn(box)];
  }

  /** The box around every node, for the minimap and for fitting; null on an empty canvas. */
  bounds(): Box | null {
    return this.#nodes.bounds();
  }

  isRaised(nodeId: string): boolean {
    return this.raised.has(nodeId);
  }

  #inOrder(ids: readonly string[]): FlowNode[] {
    // Asked once for each, not once for each comparison.
    const placed: { readonly node: FlowNode; readonly level: number; readonly order: number }[] = [];
    for (const id of ids) {
      const node = this.#document.node(id);
      const level = this.raised.has(id) ? RAISED_LEVEL : 0;
      if (node) placed.push({ node, level, order: this.#document.orderOf(id) });
    }
    return placed.toSorted((a, b) => a.level - b.level || a.order - b.order).map(({ node }) => node);
  }

  #route(edge: FlowEdge, position: (node: FlowNode) => Vector): readonly Vector[] {
    const source = this.#document.node(edge.source);
    const target = this.#document.node(edge.target);
    if (!source || !target) return [];
    return pipeRoute(
      add(position(source), endOffset(source, edge.sourceHandle, 'output')),
      add(position(target), endOffset(target, edge.targetHandle, 'input')),
    );
  }

  #committedEdgeBox(edge: FlowEdge): Box {
    return edgeBox(this.#route(edge, (node) => node.position));
  }

  /** A pipe that comes or goes changes the cards at its ends too: whether they can run hangs on it. */
  #boxesTouching(edgeBox: Box | undefined): Box[] {
    return edgeBox ? [edgeBox, ...this.#boxesOf(this.#nodes.search(edgeBox))] : [];
  }

  #indexNode(id: string, cards: Box[], pipes: Box[]): void {
    const node = this.#document.node(id);
    if (!node) return;
    const before = this.#nodes.boxOf(id);
    const box = boxOf(node);
    cards.push(...present(before), box);
    if (!before || !isSameBox(before, box)) this.#nodes.set(id, box);
    for (const edgeId of this.#document.edgeIdsAt(id)) this.#indexEdge(edgeId, pipes);
  }

  #indexEdge(id: string, spoilt: Box[]): void {
    const edge = this.#document.edge(id);
    if (!edge) return;
    const before = this.#edges.boxOf(id);
    const box = this.#committedEdgeBox(edge);
    if (before && isSameBox(before, box)) return;
    spoilt.push(...present(before), box);
    this.#edges.set(id, box);
  }
}

const present = (box: Box | undefined): Box[] => (box ? [box] : []);

const isSameBox = (a: Box, b: Box): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

const isAboutEdges = ({ type }: Change): boolean => type === 'addEdge' || type === 'removeEdge';

const boxOf = (node: FlowNode): Box => ({ x: node.position.x, y: node.position.y, ...nodeSize(node) });

const edgeBox = (route: readonly Vector[]): Box =>
  inflate(boundsOf(route) ?? { x: 0, y: 0, width: 0, height: 0 }, PIPE_WIDTH / 2);

/** A handle that is not there (an older or newer snapshot) is taken at the middle of the card's side. */
function endOffset(node: FlowNode, handleId: string | null | undefined, side: Handle['side']): Vector {
  const handle = handleOf(node, handleId) ?? handlesOf(node).find((candidate) => candidate.side === side);
  if (handle) return handle.offset;
  const { width, height } = nodeSize(node);
  return { x: side === 'output' ? width : 0, y: height / 2 };
}
