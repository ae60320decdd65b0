import type { FlowNode } from '../document/FlowNode';
import type { Size } from '../geometry/viewport';
import type { CardLayout } from './cardLayout';
import type { Handle } from './handles';
import type { NodeKind } from './NodeKind';
import { NODE_KINDS } from './registry';

/** The types of `NODE_KINDS`. */
export type NodeType =
  | 'textPrompt'
  | 'imageUpload'
  | 'image'
  | 'category'
  | 'categoryItem'
  | 'text'
  | 'model'
  | 'writer'
  | 'video'
  | 'audio'
  | 'note'
  | 'frame'
  | 'sheet'
  | 'reroute';

/** Shorthands for nodes of the engine's own kinds; use `document.kinds` for an editor with others. */
export const nodeKind = (type: string): NodeKind | undefined => NODE_KINDS.of(type);
export const nodeSize = (node: FlowNode): Size => NODE_KINDS.sizeOf(node);
export const handlesOf = (node: FlowNode): readonly Handle[] => NODE_KINDS.handlesOf(node);
export const cardLayout = (node: FlowNode): CardLayout => NODE_KINDS.layoutOf(node);
