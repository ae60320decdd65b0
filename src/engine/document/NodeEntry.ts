import type { FlowEdge } from './FlowEdge';
import type { FlowNode } from './FlowNode';
import type { ListEntry } from '../collections/IndexedList';
import type { NodeList } from './NodeList';
import type { Positions } from './Positions';

/** A node as it is now, with the edges at it. */
export interface NodeView {
  readonly item: FlowNode;
  readonly into: readonly EdgeView[];
  readonly outOf: readonly EdgeView[];
}

/** An edge as it is now, with the nodes it joins. */
export interface EdgeView {
  readonly item: FlowEdge;
  /** Rises along the document's edges. */
  readonly order: number;
  readonly source: NodeView;
  readonly target: NodeView;
}

export interface EdgeEntry extends EdgeView, ListEntry<FlowEdge> {
  item: FlowEdge;
  order: number;
  readonly source: NodeEntry;
  readonly target: NodeEntry;
}

/** A shared empty list for nodes without edges, so that not each of 100,000 has its own lists. */
export const NO_EDGES: EdgeEntry[] = [];

/** The document's record of a node. Every read sees the position it was given last. */
export class NodeEntry implements NodeView, ListEntry<FlowNode> {
  order: number;
  into = NO_EDGES;
  outOf = NO_EDGES;
  readonly #list: NodeList;
  #node: FlowNode;
  #taken: Positions | null;

  constructor(node: FlowNode, order: number, list: NodeList) {
    this.order = order;
    this.#list = list;
    this.#node = node;
    this.#taken = list.positions;
  }

  get item(): FlowNode {
    this.take();
    return this.#node;
  }

  set item(node: FlowNode) {
    this.#node = node;
    this.#taken = this.#list.positions;
  }

  /** Takes the place that all have been given since it was looked at. */
  take(): void {
    if (this.#taken !== this.#list.positions) this.#list.place(this, this.#node);
  }
}
