import { isDeepStrictEqual } from 'node:util';
import { ZOOM_MAX, ZOOM_MIN, nodeSize, type Box, type FlowEdge, type Vector } from '../../../src/engine';
import { areaOfBox, boundsOf, inflate, intersects } from '../../../src/engine/geometry/box';
import { EDGE_WIDTH } from '../../../src/engine/geometry/edgeRoute';
import type { TestEditor } from '../../support/TestEditor';

type Engine = TestEditor['engine'];

/** Floating point may put a thing on either side of a box's border. */
const BORDER = 1e-6;

const idsOf = (things: readonly { readonly id: string }[]): string[] => things.map(({ id }) => id);
const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b);
const isFinite = ({ x, y }: Vector): boolean => Number.isFinite(x) && Number.isFinite(y);
const grown = (box: Box, share: number): Box =>
  inflate(box, share * BORDER * Math.max(1, Math.abs(box.x), Math.abs(box.y), box.width, box.height));

/** Whether an index answers correctly for a box: everything that surely touches it, nothing that surely does not. */
function answers<T extends { readonly id: string }>(
  found: readonly T[],
  all: readonly T[],
  boxOf: (thing: T) => Box,
  box: Box,
): boolean {
  const ids = new Set(idsOf(found));
  return (
    ids.size === found.length &&
    all.every((thing) =>
      ids.has(thing.id)
        ? intersects(grown(boxOf(thing), 1), grown(box, 1))
        : !intersects(grown(boxOf(thing), -1), grown(box, -1)),
    )
  );
}

/**
 * Whether the nodes are in drawing order. Lowest first: those at rest before the dragged ones, frames (the larger below), the raised above
 * the others, then the document's order.
 */
function isStacked({ document, scene }: Engine, ids: readonly string[]): boolean {
  const heights = ids.map((id) => {
    const node = document.node(id);
    const area = node && document.kinds.isFrame(node) ? areaOfBox(scene.committedBoxOf(node)) : 0;
    return [
      Number(scene.drag?.nodeIds.has(id) ?? false),
      node ? scene.stackingOf(node) : 0,
      -area,
      document.allNodes().findIndex((other) => other.id === id),
    ];
  });
  return heights.every((height, index) => {
    const below = heights[index - 1];
    const differing = below ? height.findIndex((part, place) => part !== below[place]) : -1;
    return !below || (height[differing] ?? 0) > (below[differing] ?? 0);
  });
}

/** The names of the invariants that do not hold; `boxes` are the queried parts of the world. */
export function brokenLaws({ engine }: TestEditor, boxes: readonly Box[]): string[] {
  const { document, scene, selection, hoverId, hoverEdgeId, editing, preview } = engine;
  const { viewport } = engine.view;
  const nodes = document.allNodes();
  const edges = document.allEdges();
  const hasNode = (id: string): boolean => nodes.some((node) => node.id === id);
  const hasEdge = (id: string): boolean => edges.some((edge) => edge.id === id);
  const edgeBox = (edge: FlowEdge): Box =>
    inflate(boundsOf(scene.routeOf(edge)) ?? { x: 0, y: 0, width: 0, height: 0 }, EDGE_WIDTH / 2);
  const bounds = scene.bounds();
  const shown = nodes.filter(({ id }) => !scene.folds.isHidden(id));
  const cardOf = (id: string): string | undefined => {
    const node = document.node(id);
    return node && scene.folds.shownFor(node).id;
  };
  const drawn = edges.filter(({ source, target }) => source === target || cardOf(source) !== cardOf(target));
  const snapshot = engine.snapshot();
  const holds: Readonly<Record<string, boolean>> = {
    'node ids are unique': new Set(idsOf(nodes)).size === nodes.length,
    'edge ids are unique': new Set(idsOf(edges)).size === edges.length,
    'edges have both their nodes': edges.every(({ source, target }) => hasNode(source) && hasNode(target)),
    'positions are finite': nodes.every(({ position }) => isFinite(position)),
    'sizes are finite': nodes.every((node) => Number.isFinite(nodeSize(node).width + nodeSize(node).height)),
    'the viewport is finite': isFinite(viewport),
    'the zoom is within bounds': viewport.zoom >= ZOOM_MIN && viewport.zoom <= ZOOM_MAX,
    'nodes are found by their ids': nodes.every((node, index) => {
      const before = nodes[index - 1];
      const isInOrder = !before || document.orderOf(before.id) < document.orderOf(node.id);
      return document.node(node.id) === node && isInOrder;
    }),
    'edges are found by their ids': edges.every((edge) => document.edge(edge.id) === edge),
    'edges are known at their nodes': nodes.every(({ id }) =>
      isSame(
        [document.edgesInto(id), document.edgesOutOf(id), [...document.edgeIdsAt(id)].toSorted()],
        [
          edges.filter(({ target }) => target === id),
          edges.filter(({ source }) => source === id),
          idsOf(edges.filter(({ source, target }) => source === id || target === id)).toSorted(),
        ],
      ),
    ),
    'what is selected is there': [...selection.nodes].every(hasNode) && [...selection.edges].every(hasEdge),
    'what is hovered is there':
      (hoverId === null || hasNode(hoverId)) && (hoverEdgeId === null || hasEdge(hoverEdgeId)),
    'what is edited is there': editing === null || hasNode(editing.nodeId),
    'a pipe hangs on what is there': !preview.connection || hasNode(preview.connection.anchor.nodeId),
    'a pipe aims at what is there': !preview.connection?.target || hasNode(preview.connection.target.nodeId),
    'a pipe is refused by what is there': !preview.connection?.refusal || hasNode(preview.connection.refusal.nodeId),
    'a pipe is refused only where it is invalid':
      (preview.connection?.verdict === 'invalid') === Boolean(preview.connection?.refusal),
    'a pipe hangs at finite places':
      !preview.connection || [preview.connection.from, preview.connection.to].every(isFinite),
    'a merge aims at what is there': preview.dropTargetId === null || hasNode(preview.dropTargetId),
    'a row in the hand is there': !preview.item || hasNode(preview.item.nodeId),
    'the index answers with the nodes that are drawn there': boxes.every((box) =>
      answers(scene.nodesIn(box), shown, (node) => scene.boxOf(node), box),
    ),
    'the index answers with the edges that are drawn there': boxes.every((box) =>
      answers(scene.edgesIn(box), drawn, edgeBox, box),
    ),
    'nodes are drawn in their order': boxes.every((box) => isStacked(engine, idsOf(scene.nodesIn(box)))),
    'the bounds hold every node':
      (bounds === null) === (nodes.length === 0) &&
      shown.every(({ position }) => !bounds || intersects(grown(bounds, 1), { ...position, width: 0, height: 0 })),
    'what is saved is JSON': isSame(JSON.parse(JSON.stringify(snapshot)), snapshot),
    'what is saved shares what is there': snapshot.nodes === nodes && snapshot.edges === edges,
    'a drag belongs to dragging': (scene.drag !== null) === (engine.state === 'select.dragging'),
    'at rest nothing of a gesture is left':
      engine.state !== 'select.idle' || Object.values(preview).every((part) => part === null),
  };
  return Object.keys(holds).filter((law) => !holds[law]);
}
