import { centreOfBox, contains, encloses, type Box } from '../geometry/box';
import type { FlowNode } from '../document/FlowNode';
import type { NodeKinds } from '../nodes/NodeKinds';

/** Whether what has this box stands in a frame of that one: a card by its middle, another frame as a whole. */
export const standsIn = (frame: Box, kinds: NodeKinds, node: FlowNode, box: Box): boolean =>
  kinds.isFrame(node) ? encloses(frame, box) : contains(frame, centreOfBox(box));
