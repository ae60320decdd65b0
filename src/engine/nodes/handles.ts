import type { Size } from '../geometry/viewport';
import type { Vector } from '../geometry/vector';
import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import type { FlowEdge } from '../document/FlowEdge';
import { FLOWS, type Flow } from './flows';

export interface Handle {
  /** The id on the wire, such as `text-left`. */
  readonly id: string;
  readonly flow: Flow;
  readonly side: 'input' | 'output';
  readonly isConnectable: boolean;
  /** Position from the node's top left corner; world pixels. */
  readonly offset: Vector;
}

/** A handle as a kind declares it. */
export interface KindHandle {
  readonly id: string;
  readonly flow: Flow;
  readonly side: 'input' | 'output';
  /** Position on a card of that size, from its top left corner. */
  readonly offset: (size: Size) => Vector;
}

/** How wide handles are drawn; world pixels. */
export const HANDLE_SIZE = 14;

/** An input at the left edge, `top` below the card's top; half way down when omitted. */
export const input = (flow: Flow, top?: number): KindHandle => ({
  id: `${flow}-left`,
  flow,
  side: 'input',
  offset: ({ height }) => ({ x: 0, y: top ?? height / 2 }),
});

/** An output at the middle of the right edge (HANDLE-3). */
export const output = (flow: Flow): KindHandle => ({
  id: `${flow}-right`,
  flow,
  side: 'output',
  offset: ({ width, height }) => ({ x: width, y: height / 2 }),
});

/** The handles of a card of that size. */
export const placeHandles = (handles: readonly KindHandle[], size: Size): readonly Handle[] =>
  handles.map(({ id, flow, side, offset }) => ({
    id,
    flow,
    side,
    isConnectable: FLOWS[flow].connects,
    offset: offset(size),
  }));

/** An edge that names no handle (an older snapshot) counts; one into a greyed handle brings nothing to run on. */
const bringsInput = (document: GraphDocument, node: FlowNode, edge: FlowEdge): boolean =>
  document.kinds.handleOf(node, edge.targetHandle)?.isConnectable ?? true;

/** Why a node that runs from what feeds it cannot run: nothing does (NODE-11). */
export const needsInput = (document: GraphDocument, node: FlowNode): 'needsInput' | null =>
  document.edgesInto(node.id).some((edge) => bringsInput(document, node, edge)) ? null : 'needsInput';
