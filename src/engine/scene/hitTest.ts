import { contains, inflate, type Box } from '../geometry/box';
import { middleOfRoute } from '../geometry/edgeRoute';
import { distance, subtract, type Vector } from '../geometry/vector';
import type { CardAction } from '../nodes/cardLayout';
import type { FlowEdge } from '../document/FlowEdge';
import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import type { Handle } from '../nodes/handles';
import { detailAt, drawsHandle, drawsParts } from '../render/card/levelOfDetail';
import type { NodeRun, NodeTakes } from '../nodes/viewState';
import { edgeAt, endNear, type EdgeEnd } from './edgeAt';
import type { Scene } from './Scene';
import { soleSelectedEdge, soleSelectedNode, type Selection } from './selection';

/** Radius of the round red close button; world pixels. */
const RADIUS = 12;
/** Smallest radius that a finger or a shaky hand can still hit; screen pixels. */
const SCREEN_RADIUS_MIN = 10;
/** Radius of the button of a sole selected thing at a zoom, painted and pressed alike; world pixels. */
export const deleteRadius = (zoom: number): number => Math.max(RADIUS, SCREEN_RADIUS_MIN / zoom);

/** The centre of a selected node's button: its top right corner. An enlarged one moves outwards, off the small card. */
export function deleteButtonOfNode(box: Box, radius: number = RADIUS): Vector {
  const outwards = (radius - RADIUS) * Math.SQRT1_2;
  return { x: box.x + box.width + outwards, y: box.y - outwards };
}

/** The centre of a selected edge's button: half way along the edge. */
export const deleteButtonOfEdge = (route: readonly Vector[]): Vector => middleOfRoute(route);

/** Half of a handle (14 px) and what a finger misses; world pixels. */
const HANDLE_REACH = 11;
/** Handles and edges are widened by this many screen pixels when zoomed out. */
const SLACK = 4;
export const slackAt = (zoom: number): number => Math.max(0, SLACK / zoom - SLACK);
/** How far inside and outside its line a frame is taken by its border; world pixels. */
const FRAME_BORDER = 6;
/** The reconnect radius, screen pixels (CONN-8). */
export const RECONNECT_RADIUS = 10;

/** The thing under a point, the topmost first. */
export type Hit =
  | { readonly type: 'pane' }
  | { readonly type: 'deleteNode'; readonly node: FlowNode }
  | { readonly type: 'deleteEdge'; readonly edge: FlowEdge }
  | { readonly type: 'handle'; readonly node: FlowNode; readonly handle: Handle }
  | { readonly type: 'action'; readonly node: FlowNode; readonly action: CardAction }
  | { readonly type: 'grip'; readonly node: FlowNode; readonly rowId: string }
  | { readonly type: 'corner' | 'fold'; readonly node: FlowNode }
  | { readonly type: 'list'; readonly node: FlowNode; readonly rowId: string | null; readonly part: 'each' | 'pair' }
  | { readonly type: 'node'; readonly node: FlowNode }
  | { readonly type: 'edge'; readonly edge: FlowEdge }
  /** An edge near one of its ends, where it can be grabbed to reconnect it. */
  | { readonly type: 'edgeEnd'; readonly edge: FlowEdge; readonly end: EdgeEnd };

/** Whether the document still has what was hit, and no folded frame hides it; the pane is always there. */
export function hasSubject(document: GraphDocument, { folds }: Scene, hit: Hit): boolean {
  if ('node' in hit) return document.node(hit.node.id) !== undefined && !folds.isHidden(hit.node.id);
  return !('edge' in hit) || folds.showsEdge(hit.edge.id);
}

/** Whether two hits are the same button, switch or other part of one card. */
export function isSameHit(one: Hit, other: Hit): boolean {
  if (!('node' in one && 'node' in other) || one.node.id !== other.node.id) return false;
  if (one.type === 'action') return other.type === 'action' && one.action === other.action;
  if (one.type === 'list') return other.type === 'list' && one.rowId === other.rowId && one.part === other.part;
  return one.type === other.type;
}

/** The state that a hit test needs: the scene, the selection (a sole one has a delete button), the runs to try again and the takes. */
export interface HitScene {
  readonly scene: Scene;
  readonly selection: Selection;
  readonly zoom: number;
  /** Radius of a sole selected thing's delete button; world pixels. */
  readonly deleteRadius: number;
  readonly runs: ReadonlyMap<string, NodeRun>;
  readonly takes: ReadonlyMap<string, NodeTakes>;
}

/**
 * Returns the target of a press at a world point. A handle begins a new edge. The end of an edge is distinguished from it in two ways: the
 * ends of the one selected edge are grabbed within the reconnect radius, over the handles too (they carry a ring there), and every edge's
 * end is grabbed on the edge itself, as far as that radius beyond the handle. A part that the zoom does not draw cannot be hit. The cost
 * follows the things near the point, not the document or the selection.
 */
export function hitTest(asked: HitScene, point: Vector): Hit {
  const { scene, selection, zoom, runs, takes } = asked;
  const detail = detailAt(zoom);
  const slack = slackAt(zoom);
  const handleReach = HANDLE_REACH + slack;
  const deleteButton = hitDeleteButton(scene, selection, point, asked.deleteRadius);
  if (deleteButton) return deleteButton;

  const there = scene.nodesIn(around(point, handleReach)).toReversed();
  const nodes = there.filter((node) => !scene.kinds.isFrame(node));
  const topmost = nodes.find((node) => contains(scene.boxOf(node), point));
  const ringed = hitSelectedEnd(scene, selection, point, RECONNECT_RADIUS / zoom);
  if (ringed && (!topmost || topmost.id === ringed.edge[ringed.end])) return ringed;
  // A card hides the handles of the cards below it.
  const open = topmost ? nodes.slice(0, nodes.indexOf(topmost) + 1) : there;
  for (const node of open) {
    for (const handle of scene.kinds.handlesOf(node)) {
      if (!drawsHandle(detail, handle)) continue;
      if (distance(scene.handlePosition(node, handle), point) <= handleReach) return { type: 'handle', node, handle };
    }
  }
  if (topmost && !drawsParts(detail)) return { type: 'node', node: topmost };
  if (topmost) {
    const shown = { hasFailed: runs.get(topmost.id)?.state === 'failed', hasTakes: takes.has(topmost.id) };
    return hitCard(scene, topmost, subtract(point, scene.positionOf(topmost)), shown);
  }

  const edge = edgeAt(scene, point, slack);
  if (!edge) return hitFrame(scene, there, point, slack, drawsParts(detail)) ?? { type: 'pane' };
  // An edge seems to end nowhere at low detail: only the rings of the selected one can be grabbed.
  const end = detail === 'low' ? null : endNear(scene.routeOf(edge), point, handleReach + RECONNECT_RADIUS / zoom);
  return end ? { type: 'edgeEnd', edge, end } : { type: 'edge', edge };
}

/** Its title and its border are a frame's own; within them it is as good as the pane. `nodes`: topmost first. */
function hitFrame(
  scene: Scene,
  nodes: readonly FlowNode[],
  point: Vector,
  slack: number,
  hasParts: boolean,
): Hit | null {
  const reach = FRAME_BORDER + slack;
  for (const node of nodes) {
    const box = scene.boxOf(node);
    if (!scene.kinds.isFrame(node) || !contains(inflate(box, reach), point)) continue;
    const local = subtract(point, box);
    const { header, corner, fold } = scene.kinds.layoutOf(node);
    if (hasParts && fold && contains(fold, local)) return { type: 'fold', node };
    if (hasParts && corner && contains(corner, local)) return { type: 'corner', node };
    const within = { ...inflate(box, -reach), y: box.y + Math.max(header.height, reach) };
    const height = box.y + box.height - reach - within.y;
    if (!contains({ ...within, height }, point)) return { type: 'node', node };
  }
  return null;
}

function hitSelectedEnd(scene: Scene, selection: Selection, point: Vector, reach: number) {
  const edgeId = soleSelectedEdge(selection);
  const edge = edgeId === null ? undefined : scene.edgesIn(around(point, reach)).find(({ id }) => id === edgeId);
  const end = edge && endNear(scene.routeOf(edge), point, reach);
  return edge && end ? ({ type: 'edgeEnd', edge, end } as const) : null;
}

const around = (point: Vector, reach: number): Box => inflate({ ...point, width: 0, height: 0 }, reach);

/** Only what is selected alone has one. */
function hitDeleteButton(scene: Scene, selection: Selection, point: Vector, radius: number): Hit | null {
  const nodeId = soleSelectedNode(selection);
  const edgeId = soleSelectedEdge(selection);
  // An enlarged button lies off its card, by less than its radius.
  const near = around(point, 2 * radius);
  const node = nodeId === null ? undefined : scene.nodesIn(near).find(({ id }) => id === nodeId);
  if (node && distance(deleteButtonOfNode(scene.boxOf(node), radius), point) <= radius)
    return { type: 'deleteNode', node };
  const edge = edgeId === null ? undefined : scene.edgesIn(near).find(({ id }) => id === edgeId);
  if (edge && distance(deleteButtonOfEdge(scene.routeOf(edge)), point) <= radius) return { type: 'deleteEdge', edge };
  return null;
}

function hitCard(
  { kinds }: Scene,
  node: FlowNode,
  local: Vector,
  { hasFailed, hasTakes }: { readonly hasFailed: boolean; readonly hasTakes: boolean },
): Hit {
  const layout = kinds.layoutOf(node);
  if (hasFailed && contains(layout.retry, local)) return { type: 'action', node, action: 'run' };
  for (const [action, box] of Object.entries(layout.actions)) {
    if (action === 'takes' && !hasTakes) continue;
    // It is there where the overlay knows of cells, and that has its button.
    if (action === 'table') continue;
    if (box && contains(box, local)) return { type: 'action', node, action: action as CardAction };
  }
  if (layout.fold && contains(layout.fold, local)) return { type: 'fold', node };
  if (layout.corner && contains(layout.corner, local)) return { type: 'corner', node };
  for (const { rowId, each, pair } of layout.switches) {
    if (contains(each, local)) return { type: 'list', node, rowId, part: 'each' };
    if (pair && contains(pair, local)) return { type: 'list', node, rowId, part: 'pair' };
  }
  const row = layout.rows.find(({ grip }) => contains(inflate(grip, 4), local));
  return row ? { type: 'grip', node, rowId: row.rowId } : { type: 'node', node };
}

/** The wishes of a pending connection for a handle near it. */
export interface HandlePreference {
  readonly isThere: (node: FlowNode, handle: Handle) => boolean;
  readonly isPreferred: (node: FlowNode, handle: Handle) => boolean;
}

/** The handle nearest to a point within `reach` world pixels, of those that are there. */
export function nearestHandle(
  scene: Scene,
  point: Vector,
  reach: number,
  { isThere, isPreferred }: HandlePreference,
): { node: FlowNode; handle: Handle } | null {
  let best: { node: FlowNode; handle: Handle } | null = null;
  let bestDistance = Infinity;
  for (const node of scene.nodesIn(around(point, reach))) {
    for (const handle of scene.kinds.handlesOf(node)) {
      if (!isThere(node, handle)) continue;
      const gap = distance(scene.handlePosition(node, handle), point);
      if (gap > reach) continue;
      // A handle that may take the edge wins over a nearer one that may not.
      const rank = gap + (isPreferred(node, handle) ? 0 : reach);
      if (rank < bestDistance) {
        best = { node, handle };
        bestDistance = rank;
      }
    }
  }
  return best;
}
