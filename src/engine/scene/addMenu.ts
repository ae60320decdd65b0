import { inflate, translate, union, type Box } from '../geometry/box';
import { type Vector, subtract } from '../geometry/vector';
import type { Flow } from '../nodes/flows';
import type { GraphDocument } from '../document/GraphDocument';
import type { Handle } from '../nodes/handles';
import { whyNotBetween, type HandleRef } from './connectionRule';
import type { Scene } from './Scene';

/** The add menu of an edge that was dropped on the pane. */
export interface AddMenu {
  /** The handle that the edge was drawn out of, an output or an input. */
  readonly from: HandleRef;
  /** The other selected nodes with a pending connection; the added node is connected to them too. */
  readonly beside: ReadonlySet<string>;
  /** World point of the drop. */
  readonly at: Vector;
  /** The node types that can take the edge, or feed it; never empty. */
  readonly types: readonly string[];
}

/** How a new node of the type would be joined to the handle; null when the rules give it none to do so. */
export function handleToJoin(
  document: GraphDocument,
  from: HandleRef,
  type: string,
): { readonly handle: Handle; readonly flow: Flow } | null {
  const node = document.node(from.nodeId);
  const fromHandle = node && document.kinds.handleOf(node, from.handleId);
  if (!fromHandle) return null;
  for (const handle of document.kinds.handlesOf(document.kinds.blankNode(type))) {
    if (whyNotBetween(fromHandle, handle) === null) return { handle, flow: handle.flow };
  }
  return null;
}

/** The node types that an edge out of this handle can be joined to, in the order of the kinds. */
export const typesToJoin = (document: GraphDocument, from: HandleRef): readonly string[] =>
  document.kinds.all
    .filter(({ passesOn, isFrame }) => !passesOn && !isFrame)
    .map(({ type }) => type)
    .filter((type) => handleToJoin(document, from, type) !== null);

/** Length of an edge from its handle to its loose end; world pixels. */
const REACH = 90;
/** Gap between the cards, which the grid may still bring nearer; world pixels. */
const AIR = 30;
/** Rows that are tried: straight beside the handle, then above and below, where other cards are. */
const ROWS = [0, 1, -1, 2, -2, 3, -3, 4, -4];

/** Room that any node which could be joined to the handle would cover, around the end of the edge. */
function roomFor(document: GraphDocument, from: HandleRef): Box | null {
  const cards = typesToJoin(document, from).map((type): Box => {
    const corner = subtract({ x: 0, y: 0 }, handleToJoin(document, from, type)?.handle.offset ?? { x: 0, y: 0 });
    return { ...corner, ...document.kinds.newSizeOf(type) };
  });
  return union(cards);
}

/**
 * The world point beside a handle where a node can be added to it without lying over another one, as near to the handle's
 * height as there is room; straight beside it when there is none near.
 */
export function paneBeside(scene: Scene, document: GraphDocument, from: HandleRef): Vector {
  const node = document.node(from.nodeId);
  const handle = node && document.kinds.handleOf(node, from.handleId);
  if (!handle) return { x: 0, y: 0 };
  const { x, y } = scene.handlePosition(node, handle);
  const straight: Vector = { x: x + (handle.side === 'output' ? REACH : -REACH), y };
  const room = roomFor(document, from);
  if (!room) return straight;
  const isFree = (at: Vector): boolean => scene.cardsIn(inflate(translate(room, at), AIR / 2)).length === 0;
  const spots = ROWS.map((row): Vector => ({ x: straight.x, y: y + row * (room.height + AIR) }));
  return spots.find(isFree) ?? straight;
}
