import type { Vector } from '../geometry/vector';
import type { FlowEdge } from './FlowEdge';
import type { CategoryItem, FlowNode } from './FlowNode';
import type { Positions } from './Positions';

/**
 * One change of a document, as plain data. Each touches as little as it can, so that undoing a move keeps a
 * picture that arrived meanwhile. Without an index a node or an edge goes to the end of its list.
 */
export type Change =
  | { readonly type: 'addNode'; readonly node: FlowNode; readonly index?: number }
  | { readonly type: 'removeNode'; readonly id: string }
  | { readonly type: 'moveNode'; readonly id: string; readonly position: Vector }
  /**
   * Moves every node by the same distance. With `to`, as in an undo, it moves only the nodes listed there, each to exactly its position
   * there: adding and subtracting may leave fractions.
   */
  | { readonly type: 'moveAll'; readonly by: Vector; readonly to?: Positions }
  /** Sets these keys of the node's data; an undefined value removes the key. */
  | { readonly type: 'setData'; readonly id: string; readonly data: Readonly<Record<string, unknown>> }
  /** Puts a row into the list of a category, at this index or at its end. */
  | { readonly type: 'addRow'; readonly id: string; readonly row: CategoryItem; readonly index?: number }
  /** Sets these members of a category's row; an undefined value removes the member. */
  | {
      readonly type: 'setRow';
      readonly id: string;
      readonly rowId: string;
      readonly data: Readonly<Record<string, unknown>>;
    }
  | { readonly type: 'removeRow'; readonly id: string; readonly rowId: string }
  /** The same id with another type, position or data. */
  | { readonly type: 'replaceNode'; readonly node: FlowNode }
  | { readonly type: 'addEdge'; readonly edge: FlowEdge; readonly index?: number }
  | { readonly type: 'removeEdge'; readonly id: string };
