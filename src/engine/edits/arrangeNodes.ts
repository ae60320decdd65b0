import type { Change } from '../document/Change';
import type { FlowEdge } from '../document/FlowEdge';
import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import { union, type Box } from '../geometry/box';
import type { IdSet } from '../collections/IdSet';
import { add, subtract } from '../geometry/vector';
import { endOffset } from '../scene/edgeGeometry';
import { allSteps, frameUnits } from '../scene/frameUnits';
import type { Scene } from '../scene/Scene';

/** Ways of moving nodes against one another; `arrangeNodes` says what each of them promises. */
export type Arrangement =
  | 'alignLeft'
  | 'alignCentre'
  | 'alignRight'
  | 'alignTop'
  | 'alignMiddle'
  | 'alignBottom'
  | 'distributeAcross'
  | 'distributeDown'
  | 'straighten';

type Move = Extract<Change, { readonly type: 'moveNode' }>;

interface PlacedNode {
  readonly node: FlowNode;
  readonly box: Box;
}

/** The axes by the members of a box that they have. */
const ACROSS = { at: 'x', size: 'width' } as const;
const DOWN = { at: 'y', size: 'height' } as const;
type Axis = typeof ACROSS | typeof DOWN;

/** Position of the line, on the box around all nodes and on each node: a share of the box's size. */
const LINES: Readonly<Partial<Record<Arrangement, { readonly axis: Axis; readonly share: number }>>> = {
  alignLeft: { axis: ACROSS, share: 0 },
  alignCentre: { axis: ACROSS, share: 0.5 },
  alignRight: { axis: ACROSS, share: 1 },
  alignTop: { axis: DOWN, share: 0 },
  alignMiddle: { axis: DOWN, share: 0.5 },
  alignBottom: { axis: DOWN, share: 1 },
};

/**
 * The moves that arrange these nodes; empty when they are arranged already. Aligned nodes lie exactly on the outermost edge, or the middle,
 * of the box around them all: cards of another width may leave the grid by that, and snap to it when they are dragged. Distributed ones
 * have gaps that are equal to a pixel; the first and the last of them stay. Straightened ones move up or down until the edges between them
 * run straight, one into and one out of each node: those that need the least move, and what is straight stays. Frames take their nodes along.
 */
export function arrangeNodes(
  document: GraphDocument,
  scene: Scene,
  nodeIds: IdSet,
  how: Arrangement,
): readonly Change[] {
  const units = allSteps(frameUnits(document, scene, nodeIds));
  const moves = movesOf(document, units.keys(), how);
  return moves.flatMap((change) => [change, ...movedAlong(document, change, units.get(change.id) ?? [])]);
}

function movesOf(document: GraphDocument, nodeIds: Iterable<string>, how: Arrangement): readonly Move[] {
  const placed: PlacedNode[] = [];
  for (const id of nodeIds) {
    const node = document.node(id);
    if (node) placed.push({ node, box: { ...node.position, ...document.kinds.sizeOf(node) } });
  }
  const line = LINES[how];
  if (line) return aligned(placed, line.axis, line.share);
  return how === 'straighten'
    ? straightened(document, placed)
    : distributed(placed, how === 'distributeAcross' ? ACROSS : DOWN);
}

/** Moves of the nodes in a frame: by the same distance as the frame. */
function movedAlong(document: GraphDocument, { id, position }: Move, along: readonly string[]): readonly Move[] {
  const from = document.node(id)?.position ?? position;
  return along.flatMap((each) => {
    const node = document.node(each);
    return node ? [{ type: 'moveNode', id: each, position: add(node.position, subtract(position, from)) }] : [];
  });
}

/** Moves along one axis, where that changes anything. */
function moveTo({ node }: PlacedNode, { at }: Axis, value: number): Move[] {
  // A -0 would be saved as 0 and come back as another place.
  return node.position[at] === value
    ? []
    : [{ type: 'moveNode', id: node.id, position: { ...node.position, [at]: value + 0 } }];
}

function aligned(placed: readonly PlacedNode[], axis: Axis, share: number): Move[] {
  const all = union(placed.map(({ box }) => box));
  if (!all) return [];
  const line = all[axis.at] + share * all[axis.size];
  return placed.flatMap((one) => moveTo(one, axis, line - share * one.box[axis.size]));
}

function distributed(placed: readonly PlacedNode[], axis: Axis): Move[] {
  const { at, size } = axis;
  const inOrder = placed.toSorted((a, b) => a.box[at] + a.box[size] / 2 - (b.box[at] + b.box[size] / 2));
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  if (!first || !last || inOrder.length < 3) return [];
  const filled = inOrder.reduce((sum, { box }) => sum + box[size], 0);
  const gap = (last.box[at] + last.box[size] - first.box[at] - filled) / (inOrder.length - 1);
  let next = first.box[at];
  return inOrder.flatMap((one) => {
    const value = one === first || one === last ? one.box[at] : Math.round(next);
    next += one.box[size] + gap;
    return moveTo(one, axis, value);
  });
}

/** An edge between two of them, and how much lower its source would have to be for it to be straight. */
interface Bend {
  readonly edge: FlowEdge;
  readonly rise: number;
}

function bendsBetween(document: GraphDocument, placed: ReadonlyMap<string, PlacedNode>): Bend[] {
  const { kinds } = document;
  const bends: Bend[] = [];
  for (const { node: source } of placed.values())
    for (const edge of document.edgesOutOf(source.id)) {
      const target = placed.get(edge.target)?.node;
      if (!target || target === source) continue;
      const from = source.position.y + endOffset(kinds, source, edge, 'output').y;
      const to = target.position.y + endOffset(kinds, target, edge, 'input').y;
      bends.push({ edge, rise: to - from });
    }
  return bends;
}

/** A rise that rounding leaves of none, far from the origin, too. */
const STRAIGHT_MAX = 1e-6;

function straightened(document: GraphDocument, placed: readonly PlacedNode[]): Move[] {
  const byId = new Map(placed.map((one) => [one.node.id, one]));
  const bends = bendsBetween(document, byId).toSorted((a, b) => Math.abs(a.rise) - Math.abs(b.rise));
  const into = new Set<string>();
  const outOf = new Set<string>();
  const joined = new Map<string, Bend[]>();
  const groups = new UnionFind();
  for (const bend of bends) {
    const { source, target } = bend.edge;
    // A straight edge stays straight, even if its nodes have several: straightening again would bend it for another edge.
    const isStraight = Math.abs(bend.rise) < STRAIGHT_MAX;
    if (!isStraight && (outOf.has(source) || into.has(target))) continue;
    if (!groups.join(source, target) && !isStraight) continue;
    outOf.add(source);
    into.add(target);
    for (const end of [source, target]) {
      const others = joined.get(end);
      if (others) others.push(bend);
      else joined.set(end, [bend]);
    }
  }
  // Each chain hangs on its first node, which stays; a loop of straight edges has none, and hangs on any.
  const falls = new Map<string, number>();
  const firsts = placed.filter(({ node }) => !into.has(node.id));
  for (const { node } of [...firsts, ...placed]) if (!falls.has(node.id)) hang(node.id, joined, falls);
  return placed.flatMap((one) => moveTo(one, DOWN, one.node.position.y + (falls.get(one.node.id) ?? 0)));
}

/** Writes how far each node falls that hangs on this one, directly or through others. */
function hang(first: string, joined: ReadonlyMap<string, readonly Bend[]>, falls: Map<string, number>): void {
  falls.set(first, 0);
  const reached = [first];
  for (const id of reached)
    for (const { edge, rise } of joined.get(id) ?? []) {
      const isSource = edge.source === id;
      const other = isSource ? edge.target : edge.source;
      if (falls.has(other)) continue;
      falls.set(other, (falls.get(id) ?? 0) + (isSource ? -rise : rise));
      reached.push(other);
    }
}

/** Groups of nodes that straightened edges join: an edge within a group would close a ring. */
class UnionFind {
  readonly #next = new Map<string, string>();

  /** Returns whether they hung apart. */
  join(one: string, other: string): boolean {
    const [a, b] = [this.#rootOf(one), this.#rootOf(other)];
    if (a === b) return false;
    this.#next.set(a, b);
    return true;
  }

  #rootOf(id: string): string {
    let root = id;
    for (let next = this.#next.get(root); next !== undefined; next = this.#next.get(root)) {
      const further = this.#next.get(next);
      if (further !== undefined) this.#next.set(root, further);
      root = next;
    }
    return root;
  }
}
