import type { IdSet } from '../collections/IdSet';
import { changeRow } from '../document/changeRow';
import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import { SNAP_GRID, type Vector } from '../geometry/vector';
import { HEADER_HEIGHT } from '../nodes/cardLayout';
import type { Change } from '../document/Change';
import { type Box, encloses, intersects, translate, union } from '../geometry/box';
import { isInside } from '../scene/Folds';
import type { Scene } from '../scene/Scene';
import { SINGLE_THINGS_MAX } from '../scene/SceneIndex';
import { resizeNode } from './moveNodes';

/** Room between a frame's border, or its title, and its content; world pixels. */
const ROOM = 2 * SNAP_GRID;

const floor = (value: number): number => Math.floor(value / SNAP_GRID) * SNAP_GRID;
const ceil = (value: number): number => Math.ceil(value / SNAP_GRID) * SNAP_GRID;

/** The least box of a frame around this one, its corners on the grid. */
function roomAround({ x, y, width, height }: Box): Box {
  const left = floor(x - ROOM);
  const top = floor(y - ROOM - HEADER_HEIGHT);
  return { x: left, y: top, width: ceil(x + width + ROOM) - left, height: ceil(y + height + ROOM) - top };
}

/** A frame around this box. It goes to the beginning of the list: a version that knows no frames draws it below the cards. */
export function frameAround(id: string, type: string, data: object, box: Box): readonly Change[] {
  const { x, y, width, height } = roomAround(box);
  return [{ type: 'addNode', node: { id, type, position: { x, y }, data: { ...data, width, height } }, index: 0 }];
}

type Ids = Pick<IdSet, 'has'>;

/** Frames that grow, each with the frames around it. */
class Growth {
  readonly #document: GraphDocument;
  readonly #scene: Scene;
  readonly #moving: Ids;
  readonly #boxes = new Map<string, Box>();

  /** Frames that are moving themselves stay as large as they are: nothing is in them at their old place any more. */
  constructor(document: GraphDocument, scene: Scene, moving: Ids) {
    this.#document = document;
    this.#scene = scene;
    this.#moving = moving;
  }

  boxOf(frame: FlowNode): Box {
    return this.#boxes.get(frame.id) ?? this.#scene.committedBoxOf(frame);
  }

  /** The frame around a node, at its place or with another box, among those that are not moving, but none of `inner`. */
  frameOf(node: FlowNode, box?: Box, inner: Ids = new Set()): FlowNode | null {
    return this.#scene.frameOf(node, box, (id) => inner.has(id) || this.#moving.has(id));
  }

  /** Grows this frame and those around it, or none of them if one may not get its box. */
  around(home: FlowNode | null, content: Box, mayGrow: (frame: FlowNode, box: Box) => boolean = () => true): void {
    // Frames with the same box contain one another: each is taken once.
    const grown = new Map<string, Box>();
    let box = content;
    for (let frame = home; frame; frame = this.frameOf(frame, undefined, grown)) {
      const before = this.boxOf(frame);
      if (encloses(before, box)) break;
      box = union([before, roomAround(box)]) ?? box;
      if (!mayGrow(frame, box)) return;
      grown.set(frame.id, box);
    }
    for (const [id, grownBox] of grown) this.#boxes.set(id, grownBox);
  }

  changes(): readonly Change[] {
    return Array.from(this.#boxes).flatMap(([id, box]) => resizeNode(this.#document, id, box));
  }
}

/**
 * Grows frames around nodes that are moved by `delta`: for each node, the frame that it is in afterwards, or else the one it was in and
 * still touches. Very many nodes make nothing grow, nor do hidden ones, nor those that move within a frame that moves, too.
 * `moving`: ids of all that is moved, these nodes and the content of the frames among them.
 */
export function growFrames(
  document: GraphDocument,
  scene: Scene,
  nodeIds: IdSet,
  moving: IdSet,
  delta: Vector,
): readonly Change[] {
  if (nodeIds.size > SINGLE_THINGS_MAX) return [];
  const growth = new Growth(document, scene, moving);
  for (const id of nodeIds) {
    const node = document.node(id);
    if (!node || scene.folds.isHidden(id)) continue;
    const before = scene.committedBoxOf(node);
    const after = translate(before, delta);
    const home = scene.frameOf(node);
    if (home && moving.has(home.id)) continue;
    const host = growth.frameOf(node, after) ?? (home && intersects(growth.boxOf(home), after) ? home : null);
    growth.around(host, after);
  }
  return growth.changes();
}

/** A row costs all that its category has by then: a drop of ten thousand would take seconds. */
const CHANGES_MAX = 2_000;

/**
 * These changes, and those that grow a frame around a node in it which they make larger or push away: nobody has taken it out. Very many
 * changes make nothing grow.
 */
export function growHomes(document: GraphDocument, scene: Scene, changes: readonly Change[]): readonly Change[] {
  if (changes.length > CHANGES_MAX) return changes;
  const nodes = afterChanges(document, scene, changes);
  const growth = new Growth(document, scene, nodes);
  for (const [id, node] of nodes) {
    const before = document.node(id);
    const box = scene.committedBoxOf(node);
    if (before && !encloses(scene.committedBoxOf(before), box)) growth.around(growth.frameOf(before), box);
  }
  return [...changes, ...growth.changes()];
}

/**
 * These moves of nodes against one another, and those that grow a frame around the nodes in it that they move: nobody has taken these out.
 * A frame that would take in other nodes by that stays as it is, as do those around it. Very many moves make nothing grow.
 */
export function growAroundArranged(document: GraphDocument, scene: Scene, moves: readonly Change[]): readonly Change[] {
  if (moves.length > CHANGES_MAX) return moves;
  const nodes = afterChanges(document, scene, moves);
  const growth = new Growth(document, scene, nodes);
  const contents = new Map<FlowNode, Box>();
  for (const [id, node] of nodes) {
    const before = document.node(id);
    const home = before ? scene.frameOf(before) : null;
    const box = scene.committedBoxOf(node);
    if (home && !nodes.has(home.id)) contents.set(home, union([contents.get(home) ?? box, box]) ?? box);
  }
  for (const [home, content] of contents)
    growth.around(home, content, (frame, box) => !takesIn(scene, frame, box, nodes));
  return [...moves, ...growth.changes()];
}

/** Whether a frame would, with this box, have nodes in it that it does not have now; `moved`: the nodes that move, at their new places. */
function takesIn(scene: Scene, frame: FlowNode, box: Box, moved: ReadonlyMap<string, FlowNode>): boolean {
  const { kinds, folds } = scene;
  const { x, y, width, height } = box;
  const before = scene.committedBoxOf(frame);
  const content = new Set(scene.contentOf(frame));
  const grown = { ...frame, position: { x, y }, data: { ...frame.data, width, height } };
  const isNew = (id: string): boolean => !content.has(id) && !moved.has(id) && !folds.isHidden(id);
  if (scene.contentOf(grown).some(isNew)) return true;
  return Array.from(moved).some(([id, node]) => {
    const at = scene.committedBoxOf(node);
    return !content.has(id) && isInside(box, kinds, node, at) && !isInside(before, kinds, node, at);
  });
}

/** The visible nodes that these changes move or make larger or smaller, as they are after them. */
function afterChanges(
  document: GraphDocument,
  scene: Scene,
  changes: readonly Change[],
): ReadonlyMap<string, FlowNode> {
  const nodes = new Map<string, FlowNode>();
  for (const change of changes) {
    const id = 'node' in change ? change.node.id : 'id' in change ? change.id : '';
    const node = nodes.get(id) ?? document.node(id);
    const next = node && !scene.folds.isHidden(id) ? afterChange(node, change) : undefined;
    if (next) nodes.set(id, next);
  }
  return nodes;
}

/** The node after a change of its place, its size or its rows; undefined for other changes. */
function afterChange(node: FlowNode, change: Change): FlowNode | undefined {
  switch (change.type) {
    case 'replaceNode':
      return change.node;
    case 'moveNode':
      return { ...node, position: change.position };
    case 'setData':
      return 'width' in change.data || 'height' in change.data
        ? { ...node, data: { ...node.data, ...change.data } }
        : undefined;
    case 'addRow':
    case 'removeRow':
      return changeRow(node, change)?.node;
    default:
      return undefined;
  }
}
