import type { Change } from '../document/Change';
import type { GraphDocument } from '../document/GraphDocument';
import type { EdgeView } from '../document/NodeEntry';
import { intersects, union, type Box } from '../geometry/box';
import { add, snap, SNAP_GRID } from '../geometry/vector';
import type { LayoutGraph, LayoutPlaces } from '../layout/LayoutGraph';
import type { IdSet } from '../collections/IdSet';
import { endOffset } from '../scene/edgeGeometry';
import { frameUnits } from '../scene/frameUnits';
import type { Scene } from '../scene/Scene';

/** Nodes gathered at a time, which is to take about a millisecond. */
const STEP = 512;
/** Gap between the tidied cards and one in their way; world pixels. */
const ROOM = 60;
/** Most pairs of boxes that are compared one by one. */
const PAIRS_MAX = 2_000_000;

/** A question to `layeredLayout`, and how its answer becomes moves. */
export interface TidyTask {
  readonly graph: LayoutGraph;
  /**
   * Makes one step of changes from the current document to these places. Nodes that have gone are left out, and only nodes of the task
   * move. Their common corner stays, unless cards that do not move are in the way: then all go below those.
   */
  readonly moves: (places: LayoutPlaces) => readonly Change[];
}

/**
 * Gathers the input of a layout of these nodes, in steps of about a millisecond: each `next` takes one. A frame counts as one card with its
 * content. The document must not change before it is done.
 */
export function* gatherTidy(document: GraphDocument, scene: Scene, nodeIds: IdSet): Generator<void, TidyTask> {
  const units = yield* frameUnits(document, scene, nodeIds);
  /** Index of the unit, by id of a node or of one that goes along with it. */
  const unitOf = new Map<string, number>();
  const boxes: Box[] = [];
  for (const [id, along] of units) {
    const node = document.node(id);
    unitOf.set(id, boxes.length);
    for (const each of along) unitOf.set(each, boxes.length);
    boxes.push(node ? scene.committedBoxOf(node) : { x: 0, y: 0, width: 0, height: 0 });
    if (boxes.length % STEP === 0) yield;
  }
  const edges: UnitEdge[] = [];
  let looked = 0;
  for (const [id, source] of unitOf) {
    for (const edge of document.nodeView(id)?.outOf ?? []) {
      const target = unitOf.get(edge.item.target);
      if (target === undefined || target === source) continue;
      edges.push({ source, target, ...levelsOf(document, edge, boxes[source], boxes[target]) });
    }
    looked += 1;
    if (looked % STEP === 0) yield;
  }
  const size = {
    width: filled(lengths(boxes), boxes, (box) => box.width),
    height: filled(lengths(boxes), boxes, (box) => box.height),
  };
  yield;
  const place = { x: filled(lengths(boxes), boxes, (box) => box.x), y: filled(lengths(boxes), boxes, (box) => box.y) };
  yield;
  const ends = {
    source: filled(new Int32Array(edges.length), edges, (edge) => edge.source),
    target: filled(new Int32Array(edges.length), edges, (edge) => edge.target),
  };
  yield;
  const offsets = {
    sourceOffset: filled(lengths(edges), edges, (edge) => edge.sourceOffset),
    targetOffset: filled(lengths(edges), edges, (edge) => edge.targetOffset),
  };
  const isAll = unitOf.size === document.nodeCount;
  return {
    graph: { ...size, ...place, ...ends, ...offsets },
    moves: ({ x, y }) => {
      const corner = snap(union(boxes) ?? { x: 0, y: 0 }, SNAP_GRID);
      const laid = boxes.map(({ width, height }, unit) => ({
        x: corner.x + x[unit]!,
        y: corner.y + y[unit]!,
        width,
        height,
      }));
      // No card can be in the way where all are moved.
      const down = isAll && unitOf.size === document.nodeCount ? 0 : clearance(scene, laid, (id) => unitOf.has(id));
      const moves: Change[] = [];
      let unit = 0;
      for (const [id, along] of units) {
        const to = laid[unit++]!;
        const from = document.node(id)?.position;
        const by = from && { x: to.x - from.x, y: to.y + down - from.y };
        if (!by || (by.x === 0 && by.y === 0)) continue;
        for (const each of [id, ...along]) {
          const node = document.node(each);
          if (node) moves.push({ type: 'moveNode', id: each, position: add(node.position, by) });
        }
      }
      return moves;
    },
  };
}

const lengths = (of: readonly unknown[]): Float64Array<ArrayBuffer> => new Float64Array(of.length);

/** Fills a column with a number of each item: `from` with a function takes several times as long, which for 100,000 is more than a step. */
function filled<C extends Float64Array | Int32Array, T>(column: C, items: readonly T[], read: (item: T) => number): C {
  for (let at = 0; at < items.length; at += 1) column[at] = read(items[at]!);
  return column;
}

/** An edge of a layout, between two units by their index. */
interface UnitEdge {
  readonly source: number;
  readonly target: number;
  readonly sourceOffset: number;
  readonly targetOffset: number;
}

/** How far below the corners of the two units an edge ends. */
function levelsOf(
  { kinds }: GraphDocument,
  { item, source, target }: EdgeView,
  from: Box | undefined,
  to: Box | undefined,
): Pick<UnitEdge, 'sourceOffset' | 'targetOffset'> {
  const start = source.item.position.y + endOffset(kinds, source.item, item.sourceHandle, 'output').y;
  const end = target.item.position.y + endOffset(kinds, target.item, item.targetHandle, 'input').y;
  return { sourceOffset: start - (from?.y ?? 0), targetOffset: end - (to?.y ?? 0) };
}

/** How far down these boxes must go so that none lies on a card that stays; on the grid, 0 where none does. */
function clearance(scene: Scene, boxes: readonly Box[], isMoved: (id: string) => boolean): number {
  const all = union(boxes);
  let down = 0;
  if (!all) return down;
  for (;;) {
    const here = { ...all, y: all.y + down };
    const staying = scene.cardsIn(here).flatMap((node) => (isMoved(node.id) ? [] : scene.committedBoxOf(node)));
    const isMany = staying.length * boxes.length > PAIRS_MAX;
    const inWay = isMany
      ? staying
      : staying.filter((box) => boxes.some((one) => intersects({ ...one, y: one.y + down }, box)));
    const lowest = union(inWay);
    if (!lowest) return down;
    down = Math.ceil((lowest.y + lowest.height + ROOM - all.y) / SNAP_GRID) * SNAP_GRID;
  }
}
