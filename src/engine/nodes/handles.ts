import type { Size } from '../geometry/camera';
import type { Vector } from '../geometry/vector';
import type { HandleFlow } from '../document/FlowEdge';
import type { FlowNode } from '../document/FlowNode';
import { nodeKind, type NodeKind } from './nodeKinds';
import { nodeSize } from './nodeSize';

export interface Handle {
  /** The id on the wire, such as `text-left`. */
  readonly id: string;
  readonly flow: HandleFlow;
  readonly side: 'input' | 'output';
  readonly isConnectable: boolean;
  /** From the node's top left corner. */
  readonly offset: Vector;
}

/** How wide handles are drawn; world pixels. */
export const HANDLE_SIZE = 14;

/** HANDLE-5: two grid steps apart, about the height of every output of such a card, so that edges on the grid are straight. */
const IMAGE_INPUT_Y = { text: 67.5, image: 97.5, video: 127.5, audio: 157.5 } as const;

const inputOffset = (kind: NodeKind, flow: HandleFlow, height: number): Vector => ({
  x: 0,
  y: kind.inputs.length === 1 ? height / 2 : IMAGE_INPUT_Y[flow],
});

interface SizedHandles extends Size {
  readonly handles: readonly Handle[];
}

/** Sizes remembered for each kind: a category has one for each number of rows, of which few are common; a text may have any. */
const MAX_SIZES = 8;
/** The last answers for each kind, newest first: every edge asks. */
const known = new Map<NodeKind, readonly SizedHandles[]>();

/** A node's handles, inputs first, in the order they are drawn. Unknown node types have none. */
export function handlesOf(node: FlowNode): readonly Handle[] {
  const kind = nodeKind(node.type);
  if (!kind) return [];
  const { width, height } = nodeSize(node);
  const sizes = known.get(kind) ?? [];
  for (const size of sizes) if (size.width === width && size.height === height) return size.handles;
  const handles = layOut(kind, { width, height });
  known.set(kind, [{ width, height, handles }, ...sizes.slice(0, MAX_SIZES - 1)]);
  return handles;
}

function layOut(kind: NodeKind, { width, height }: Size): readonly Handle[] {
  const inputs = kind.inputs.map((flow): Handle => ({
    id: `${flow}-left`,
    flow,
    side: 'input',
    isConnectable: flow === 'text' || flow === 'image',
    offset: inputOffset(kind, flow, height),
  }));
  if (!kind.output) return inputs;
  const output: Handle = {
    id: `${kind.output}-right`,
    flow: kind.output,
    side: 'output',
    isConnectable: true,
    offset: { x: width, y: height / 2 },
  };
  return [...inputs, output];
}

export function handleOf(node: FlowNode, handleId: string | null | undefined): Handle | undefined {
  // Not `find`: that makes a function for each edge of a canvas.
  for (const handle of handlesOf(node)) if (handle.id === handleId) return handle;
  return undefined;
}
