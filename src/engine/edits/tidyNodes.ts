import type { Change } from '../document/Change';
import type { GraphDocument } from '../document/GraphDocument';
import { intersects, union, type Box } from '../geometry/box';
import { add, snap, SNAP_GRID } from '../geometry/vector';
import type { LayoutGraph, LayoutPlaces } from '../layout/LayoutGraph';
import type { IdSet } from '../collections/IdSet';
import { endOffset } from '../scene/edgeGeometry';
import { frameUnits, NODES_A_STEP } from '../scene/frameUnits';
import type { Scene } from '../scene/Scene';

/** Gap between the tidied cards and one in their way; world pixels. */
const ROOM = 60;
/** Most pairs of boxes that are compared one by one. */
const PAIRS_MAX = 2_000_000;
/** The box of a node that has gone. */
const NO_BOX: Box = { x: 0, y: 0, width: 0, height: 0 };

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
  /** Index of the unit with which a node goes along. */
  const goingWith = new Map<string, number>();
  const unitOf = (id: string): number => goingWith.get(id) ?? units.indexOf(id);
  // Numbers in plain lists leave the garbage collector nothing to look at: objects made some steps many times as long.
  const [x, y, width, height]: [number[], number[], number[], number[]] = [[], [], [], []];
  /** Distances of each node from the corner of its unit: content may hang over the border of its frame. */
  const [insetX, insetY]: [number[], number[]] = [[], []];
  let measured = 0;
  for (const id of units.keys()) {
    const node = document.node(id);
    const own = node ? scene.committedBoxOf(node) : NO_BOX;
    let { x: left, y: top } = own;
    let [right, bottom] = [left + own.width, top + own.height];
    for (const each of units.get(id) ?? []) {
      goingWith.set(each, x.length);
      const content = scene.folds.isHidden(each) ? undefined : document.node(each);
      const box = content ? scene.committedBoxOf(content) : own;
      left = Math.min(left, box.x);
      top = Math.min(top, box.y);
      right = Math.max(right, box.x + box.width);
      bottom = Math.max(bottom, box.y + box.height);
      measured += 1;
      if (measured % NODES_A_STEP === 0) yield;
    }
    // Whole lines of the grid: the frame comes to lie on it.
    insetX.push(Math.ceil((own.x - left) / SNAP_GRID) * SNAP_GRID);
    insetY.push(Math.ceil((own.y - top) / SNAP_GRID) * SNAP_GRID);
    x.push(own.x - insetX.at(-1)!);
    y.push(own.y - insetY.at(-1)!);
    width.push(right - x.at(-1)!);
    height.push(bottom - y.at(-1)!);
    measured += 1;
    if (measured % NODES_A_STEP === 0) yield;
  }
  const [sources, targets, sourceOffsets, targetOffsets]: [number[], number[], number[], number[]] = [[], [], [], []];
  let looked = 0;
  for (const ids of [units.keys(), goingWith.keys()])
    for (const id of ids) {
      const from = unitOf(id);
      for (const { item, source, target } of document.nodeView(id)?.outOf ?? []) {
        const to = unitOf(item.target);
        if (to === -1 || to === from) continue;
        sources.push(from);
        targets.push(to);
        const start = endOffset(document.kinds, source.item, item, 'output').y;
        const end = endOffset(document.kinds, target.item, item, 'input').y;
        sourceOffsets.push(source.item.position.y + start - y[from]!);
        targetOffsets.push(target.item.position.y + end - y[to]!);
      }
      looked += 1;
      if (looked % NODES_A_STEP === 0) yield;
    }
  const sizes = { width: new Float64Array(width), height: new Float64Array(height) };
  yield;
  const places = { x: new Float64Array(x), y: new Float64Array(y) };
  yield;
  const ends = { source: new Int32Array(sources), target: new Int32Array(targets) };
  yield;
  const offsets = { sourceOffset: new Float64Array(sourceOffsets), targetOffset: new Float64Array(targetOffsets) };
  const count = units.size + goingWith.size;
  const isAll = count === document.nodeCount;
  return {
    graph: { ...sizes, ...places, ...ends, ...offsets },
    moves: (laidOut) => {
      const boxes = x.map((left, unit) => ({ x: left, y: y[unit]!, width: width[unit]!, height: height[unit]! }));
      const corner = snap(union(boxes) ?? { x: 0, y: 0 }, SNAP_GRID);
      const laid = boxes.map((box, unit) => ({
        ...box,
        x: corner.x + laidOut.x[unit]!,
        y: corner.y + laidOut.y[unit]!,
      }));
      // No card can be in the way where all are moved.
      const down = isAll && count === document.nodeCount ? 0 : clearance(scene, laid, (id) => unitOf(id) !== -1);
      const moves: Change[] = [];
      for (const id of units.keys()) {
        const unit = units.indexOf(id);
        const to = laid[unit]!;
        const from = document.node(id)?.position;
        const by = from && { x: to.x + insetX[unit]! - from.x, y: to.y + insetY[unit]! + down - from.y };
        if (!by || (by.x === 0 && by.y === 0)) continue;
        for (const each of [id, ...(units.get(id) ?? [])]) {
          const node = document.node(each);
          if (node) moves.push({ type: 'moveNode', id: each, position: add(node.position, by) });
        }
      }
      return moves;
    },
  };
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
