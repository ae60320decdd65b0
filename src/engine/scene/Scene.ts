import { boundsOf, inflate, intersects, translate, union, type Box } from '../geometry/box';
import { PIPE_WIDTH, pipeBounds, pipeRoute, STUB } from '../geometry/pipeRoute';
import type { StaleArea } from '../geometry/repaintPlan';
import { SpatialIndex, type BoxNow } from '../geometry/SpatialIndex';
import { add, type Vector } from '../geometry/vector';
import type { Change } from '../model/Change';
import type { FlowEdge } from '../model/FlowEdge';
import type { FlowNode } from '../model/FlowNode';
import type { GraphDocument } from '../model/GraphDocument';
import type { Joint, Pipe } from '../model/Joint';
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
/** Fractions of a world pixel that adding and taking away may leave. */
const SAME_SHIFT = 1e-6;
/** Routes remembered; more than any view holds. */
const MAX_ROUTES = 20_000;

/**
 * Where everything is: answers what a part of the world holds from indexes that follow the document's changes,
 * so that a question costs what it finds and an edit costs what it touched. A drag is laid over the document
 * without changing it.
 */
export class Scene {
  readonly #document: GraphDocument;
  readonly #nodeIndex = new SpatialIndex();
  readonly #edgeIndex = new SpatialIndex();
  /** Very many changes that the indexes follow only when they are asked the next time. */
  #late: (readonly Change[])[] = [];
  readonly #routes = new Map<string, readonly Vector[]>();
  #drag: Drag | null = null;
  raised: ReadonlySet<string> = new Set();

  constructor(document: GraphDocument) {
    this.#document = document;
    this.#nodeIndex.load(document.nodes, ({ id }) => id, boxOf);
    this.#edgeIndex.load(document.pipes(), ({ item }) => item.id, committedPipeBox);
  }

  get #nodes(): SpatialIndex {
    this.#catchUp();
    return this.#nodeIndex;
  }

  get #edges(): SpatialIndex {
    this.#catchUp();
    return this.#edgeIndex;
  }

  get drag(): Drag | null {
    return this.#drag;
  }

  /**
   * Follows what the document did; to be called after every application, in the middle of a drag too. Answers what that
   * spoils.
   */
  update(changes: readonly Change[]): Spoilt {
    if (changes.length > MANY) {
      this.#late.push(changes);
      this.#routes.clear();
      return { cards: 'all', all: 'all' };
    }
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
          this.#routes.delete(change.id);
          break;
      }
    }
    for (const id of touched) this.#indexNode(id, cards, pipes);
    return { cards, all: [...cards, ...pipes] };
  }

  /** Where these nodes lie in the document, those that are there; 'all' for very many, or after a change of very many. */
  areaOf(nodeIds: ReadonlySet<string>, edgeIds: ReadonlySet<string> = new Set()): StaleArea {
    if (nodeIds.size + edgeIds.size > MANY || this.#late.length > 0) return 'all';
    return [...this.#boxesOf(nodeIds), ...this.#boxesOfEdges(edgeIds)];
  }

  #boxesOf(nodeIds: Iterable<string>): Box[] {
    return Array.from(nodeIds, (id) => this.#nodes.boxOf(id)).flatMap(present);
  }

  /** Where these nodes and every pipe at them lie in the document; 'all' as for areaOf. */
  areaAround(nodeIds: ReadonlySet<string>): StaleArea {
    if (nodeIds.size > MANY || this.#late.length > 0) return 'all';
    const edgeIds = Array.from(this.#pipesAround(nodeIds), ({ item }) => item.id);
    return [...this.#boxesOf(nodeIds), ...this.#boxesOfEdges(edgeIds)];
  }

  #boxesOfEdges(edgeIds: Iterable<string>): Box[] {
    return Array.from(edgeIds, (id) => this.#edges.boxOf(id)).flatMap(present);
  }

  startDrag(nodeIds: ReadonlySet<string>): void {
    this.#drag = { nodeIds, delta: { x: 0, y: 0 } };
  }

  moveDrag(delta: Vector): void {
    if (this.#drag) this.#drag = { nodeIds: this.#drag.nodeIds, delta };
  }

  endDrag(): void {
    this.#drag = null;
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
    const delta = this.#drag?.delta;
    const ends = this.#endsOnTheWay(edge);
    if (ends === 1) return this.#route(edge, (node) => this.positionOf(node));
    const route = this.#committedRoute(edge);
    return ends === 2 && delta ? route.map((corner) => add(corner, delta)) : route;
  }

  /** Remembered, as every frame asks for what is in view; forgotten with what it was worked out for. */
  #committedRoute(edge: FlowEdge): readonly Vector[] {
    const known = this.#routes.get(edge.id);
    if (known) return known;
    const route = this.#route(edge, (node) => node.position);
    if (this.#routes.size >= MAX_ROUTES) this.#routes.clear();
    this.#routes.set(edge.id, route);
    return route;
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
    return this.#edgesAt(this.#edges.search(box), 0);
  }

  /** The pipes with both ends on the way that touch the box; they move as they are. */
  carriedEdgesIn(box: Box): FlowEdge[] {
    const delta = this.#drag?.delta;
    return delta ? this.#edgesAt(this.#edges.search(translate(box, { x: -delta.x, y: -delta.y })), 2) : [];
  }

  /** The pipes with one end on the way that touch the box; they are routed anew for every step of the drag. */
  stretchedEdgesIn(box: Box): FlowEdge[] {
    const drag = this.#drag;
    if (!drag) return [];
    const edges = this.#edgesAt(this.#maybeStretched(drag, box), 1);
    return edges.filter((edge) => {
      const bounds = boundsOf(this.routeOf(edge));
      return bounds !== null && intersects(edgeBox(bounds), box);
    });
  }

  /** A few nodes are asked for their pipes; of many, the pipes are found that may reach the box once they are stretched. */
  #maybeStretched({ nodeIds, delta }: Drag, box: Box): readonly string[] {
    if (nodeIds.size <= MANY) return Array.from(this.#pipesAround(nodeIds), ({ item }) => item.id);
    const reach = union([box, translate(box, { x: -delta.x, y: -delta.y })]) ?? box;
    // A pipe that turns back reaches further than its ends, wherever they are.
    return this.#edges.search(inflate(reach, STUB));
  }

  #pipesAround(nodeIds: ReadonlySet<string>): ReadonlySet<Pipe> {
    const pipes = new Set<Pipe>();
    for (const id of nodeIds) {
      const joint = this.#document.joint(id);
      for (const pipe of joint?.into ?? []) pipes.add(pipe);
      for (const pipe of joint?.outOf ?? []) pipes.add(pipe);
    }
    return pipes;
  }

  #edgesAt(ids: readonly string[], endsOnTheWay: 0 | 1 | 2): FlowEdge[] {
    return ids.flatMap((id) => {
      const edge = this.#document.edge(id);
      return edge && this.#endsOnTheWay(edge) === endsOnTheWay ? [edge] : [];
    });
  }

  #endsOnTheWay(edge: FlowEdge): 0 | 1 | 2 {
    const held = this.#drag?.nodeIds;
    if (!held) return 0;
    const source = held.has(edge.source);
    const target = held.has(edge.target);
    return source && target ? 2 : source || target ? 1 : 0;
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
    const pipe = this.#document.pipe(edge.id);
    return pipe ? pipeRoute(startOf(pipe, position), endOf(pipe, position)) : [];
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

  /**
   * Follows very many changes at once, each index in one go. Not in the event that made them but with the next
   * question, mostly the next frame's: so the two share what would be too long for one.
   */
  #catchUp(): void {
    if (this.#late.length === 0) return;
    const changes = this.#late.flat();
    this.#late = [];
    const shift = this.#shiftOfAll(changes);
    if (shift) {
      this.#nodeIndex.moveAll(shift);
      this.#edgeIndex.moveAll(shift);
      return;
    }
    const nodes: BoxNow[] = [];
    const edges: BoxNow[] = [];
    const moved = new Set<Joint>();
    const edgeIds: string[] = [];
    for (const change of changes) {
      if (change.type === 'addEdge') edgeIds.push(change.edge.id);
      else if (change.type === 'removeEdge') edgeIds.push(change.id);
      else {
        const id = 'node' in change ? change.node.id : change.id;
        const joint = this.#document.joint(id);
        nodes.push([id, joint && boxOf(joint.item)]);
        if (joint) moved.add(joint);
      }
    }
    for (const { into, outOf } of moved) {
      for (const pipe of into) edges.push([pipe.item.id, committedPipeBox(pipe)]);
      // Those to another node that moved too are among what leads into that one.
      for (const pipe of outOf) if (!moved.has(pipe.target)) edges.push([pipe.item.id, committedPipeBox(pipe)]);
    }
    for (const id of edgeIds) {
      const pipe = this.#document.pipe(id);
      if (!pipe) edges.push([id, undefined]);
      else if (!moved.has(pipe.source) && !moved.has(pipe.target)) edges.push([id, committedPipeBox(pipe)]);
    }
    this.#nodeIndex.follow(nodes);
    this.#edgeIndex.follow(edges);
  }

  /** How far these changes have moved every node of the canvas, where they did just that. */
  #shiftOfAll(changes: readonly Change[]): Vector | null {
    if (changes.length < this.#nodeIndex.size) return null;
    const moved = new Set<string>();
    let shift: Vector | null = null;
    for (const change of changes) {
      if (change.type !== 'moveNode') return null;
      const node = this.#document.node(change.id);
      const before = this.#nodeIndex.boxOf(change.id);
      if (!node || !before) return null;
      const by = { x: node.position.x - before.x, y: node.position.y - before.y };
      shift ??= by;
      if (Math.abs(by.x - shift.x) > SAME_SHIFT || Math.abs(by.y - shift.y) > SAME_SHIFT) return null;
      moved.add(change.id);
    }
    return moved.size === this.#nodeIndex.size ? shift : null;
  }

  #indexEdge(id: string, spoilt: Box[]): void {
    const pipe = this.#document.pipe(id);
    if (!pipe) return;
    this.#routes.delete(id);
    const before = this.#edges.boxOf(id);
    const box = committedPipeBox(pipe);
    if (before && isSameBox(before, box)) return;
    spoilt.push(...present(before), box);
    this.#edges.set(id, box);
  }
}

const present = (box: Box | undefined): Box[] => (box ? [box] : []);

const isSameBox = (a: Box, b: Box): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

const boxOf = (node: FlowNode): Box => ({ x: node.position.x, y: node.position.y, ...nodeSize(node) });

const startOf = ({ item, source }: Pipe, position: (node: FlowNode) => Vector): Vector =>
  add(position(source.item), endOffset(source.item, item.sourceHandle, 'output'));

const endOf = ({ item, target }: Pipe, position: (node: FlowNode) => Vector): Vector =>
  add(position(target.item), endOffset(target.item, item.targetHandle, 'input'));

const committedPipeBox = (pipe: Pipe): Box =>
  edgeBox(pipeBounds(startOf(pipe, committedPosition), endOf(pipe, committedPosition)));

const committedPosition = ({ position }: FlowNode): Vector => position;

const edgeBox = (bounds: Box): Box => inflate(bounds, PIPE_WIDTH / 2);

/** A handle that is not there (an older or newer snapshot) is taken at the middle of the card's side. */
function endOffset(node: FlowNode, handleId: string | null | undefined, side: Handle['side']): Vector {
  const handle = handleOf(node, handleId) ?? handlesOf(node).find((candidate) => candidate.side === side);
  if (handle) return handle.offset;
  const { width, height } = nodeSize(node);
  return { x: side === 'output' ? width : 0, y: height / 2 };
}
