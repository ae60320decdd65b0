import type { Placed } from '../collections/IndexedList';
import type { FlowEdge } from './FlowEdge';
import type { FlowNode } from './FlowNode';
import type { Positions } from './Positions';

/**
 * A change of one of the two lists of a document. Effects hold in their order: an index counts in the list that the
 * effect before it left behind; beyond the end means at the end.
 */
export type Effect =
  | ({ readonly type: 'insertNode' | 'removeNode' } & Placed<FlowNode>)
  | ({ readonly type: 'insertEdge' | 'removeEdge' } & Placed<FlowEdge>)
  | { readonly type: 'setNode'; readonly index: number; readonly before: FlowNode; readonly after: FlowNode }
  | { readonly type: 'moveAll'; readonly before: Positions; readonly after: Positions };
