import type { FlowEdge } from './FlowEdge';
import type { FlowNode } from './FlowNode';
import type { Entry } from '../collections/IndexedList';
import type { Joint, Pipe } from './Joint';
import type { NodeList } from './NodeList';
import type { Standing } from './Standing';

export interface EdgeEntry extends Pipe, Entry<FlowEdge> {
  item: FlowEdge;
  readonly source: NodeEntry;
  readonly target: NodeEntry;
}

/** For nodes without edges, so that not each of 100,000 has lists of its own. */
export const NO_EDGES: EdgeEntry[] = [];

/** What the document knows of a node. Whoever looks at it sees it in the place that it was given last. */
export class NodeEntry implements Joint, Entry<FlowNode> {
  order: number;
  into = NO_EDGES;
  outOf = NO_EDGES;
  readonly #list: NodeList;
  #node: FlowNode;
  #taken: Standing | null;

  constructor(node: FlowNode, order: number, list: NodeList) {
    this.order = order;
    this.#list = list;
    this.#node = node;
    this.#taken = list.standing;
  }

  get item(): FlowNode {
    this.take();
    return this.#node;
  }

  set item(node: FlowNode) {
    this.#node = node;
    this.#taken = this.#list.standing;
  }

  /** Takes the place that all have been given since it was looked at. */
  take(): void {
    if (this.#taken !== this.#list.standing) this.#list.place(this, this.#node);
  }
}
