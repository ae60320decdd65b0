import { contains, inflate, type Box } from '../geometry/box';
import { distanceToRoute, middleOfRoute, PIPE_WIDTH } from '../geometry/pipeRoute';
import { distance, subtract, type Vector } from '../geometry/vector';
import { cardLayout, type CardAction } from '../model/cardLayout';
import type { FlowEdge } from '../model/FlowEdge';
import type { FlowNode } from '../model/FlowNode';
import { handlesOf, type Handle } from '../model/handles';
import type { HandleRef } from './connectionRule';
import type { Scene } from './Scene';

/** Radius of the round red close button; world pixels. */
const DELETE_RADIUS = 12;
/** Half of a handle (look.md: 14 px) and what a finger misses. */
const HANDLE_REACH = 11;

export interface Selection {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
}

/** What lies under a point, the topmost thing first. */
export type Hit =
  | { readonly type: 'floor' }
  | { readonly type: 'deleteNode'; readonly node: FlowNode }
  | { readonly type: 'deleteEdge'; readonly edge: FlowEdge }
  | { readonly type: 'handle'; readonly node: FlowNode; readonly handle: Handle }
  | { readonly type: 'action'; readonly node: FlowNode; readonly action: CardAction }
  | { readonly type: 'grip'; readonly node: FlowNode; readonly itemId: string }
  | { readonly type: 'node'; readonly node: FlowNode }
  | { readonly type: 'edge'; readonly edge: FlowEdge };

/** The centre of a selected node's delete button: its top right corner. */
export const deleteButtonOfNode = (box: Box): Vector => ({ x: box.x + box.width, y: box.y });

/** The centre of a selected edge's delete button: half way along the pipe. */
export const deleteButtonOfEdge = (route: readonly Vector[]): Vector => middleOfRoute(route);

/** What is asked about: where things are, what is selected (only that has delete buttons), what says 'try again'. */
export interface HitScene {
  readonly scene: Scene;
  readonly selection: Selection;
  readonly hasFailed: (nodeId: string) => boolean;
}

/**
 * `slack` widens small targets, in world pixels, so that they stay pressable when zoomed out. Costs what lies
 * near the point, whatever the canvas and the selection hold.
 */
export function hitTest({ scene, selection, hasFailed }: HitScene, point: Vector, slack = 0): Hit {
  const deleteButton = hitDeleteButton(scene, selection, point, DELETE_RADIUS + slack);
  if (deleteButton) return deleteButton;

  const near = around(point, HANDLE_REACH + slack);
  const nodes = scene.nodesIn(near).toReversed();
  const topmost = nodes.find((node) => contains(scene.boxOf(node), point));
  for (const node of nodes) {
    for (const handle of handlesOf(node)) {
      if (distance(scene.handlePosition(node, handle), point) <= HANDLE_REACH + slack)
        return { type: 'handle', node, handle };
    }
    // A card hides the handles of the cards below it.
    if (node === topmost) break;
  }
  if (topmost) return hitCard(topmost, subtract(point, scene.positionOf(topmost)), hasFailed(topmost.id));

  const reach = PIPE_WIDTH / 2 + slack;
  const edge = scene
    .edgesIn(around(point, reach))
    .findLast((candidate) => distanceToRoute(scene.routeOf(candidate), point) <= reach);
  return edge ? { type: 'edge', edge } : { type: 'floor' };
}

const around = (point: Vector, reach: number): Box => inflate({ ...point, width: 0, height: 0 }, reach);

function hitDeleteButton(scene: Scene, { nodes, edges }: Selection, point: Vector, reach: number): Hit | null {
  const isNear = (button: Vector): boolean => distance(button, point) <= reach;
  const node =
    nodes.size > 0 &&
    scene
      .nodesIn(around(point, reach))
      .findLast((candidate) => nodes.has(candidate.id) && isNear(deleteButtonOfNode(scene.boxOf(candidate))));
  if (node) return { type: 'deleteNode', node };
  const edge =
    edges.size > 0 &&
    scene
      .edgesIn(around(point, reach))
      .find((candidate) => edges.has(candidate.id) && isNear(deleteButtonOfEdge(scene.routeOf(candidate))));
  return edge ? { type: 'deleteEdge', edge } : null;
}

function hitCard(node: FlowNode, local: Vector, hasFailed: boolean): Hit {
  const layout = cardLayout(node);
  if (hasFailed && contains(layout.retry, local)) return { type: 'action', node, action: 'run' };
  for (const [action, box] of Object.entries(layout.actions)) {
    if (box && contains(box, local)) return { type: 'action', node, action: action as CardAction };
  }
  const row = layout.rows.find(({ grip }) => contains(inflate(grip, 4), local));
  return row ? { type: 'grip', node, itemId: row.itemId } : { type: 'node', node };
}

/** The handle nearest to a point within `reach` world pixels, other than `except`. */
export function nearestHandle(
  scene: Scene,
  point: Vector,
  reach: number,
  except: HandleRef,
  prefer: (node: FlowNode, handle: Handle) => boolean,
): { node: FlowNode; handle: Handle } | null {
  let best: { node: FlowNode; handle: Handle } | null = null;
  let bestDistance = Infinity;
  for (const node of scene.nodesIn(around(point, reach))) {
    for (const handle of handlesOf(node)) {
      if (node.id === except.nodeId && handle.id === except.handleId) continue;
      const gap = distance(scene.handlePosition(node, handle), point);
      if (gap > reach) continue;
      // A handle that may take the pipe wins over a nearer one that may not.
      const rank = gap + (prefer(node, handle) ? 0 : reach);
      if (rank < bestDistance) {
        best = { node, handle };
        bestDistance = rank;
      }
    }
  }
  return best;
}
