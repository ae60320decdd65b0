import { parseJson } from '../../../api/parseJson';
import { isFlowEdge, isFlowNode, readShape, type FlowEdge, type FlowNode, type Snapshot } from '../../../engine';
import { parseShape } from './readSnapshot';
import { isJsonObject } from '../patch/sameValue';

/** This many characters are parsed within a frame. */
const PIECE_CHARACTERS = 256 * 1024;
const START = '{"nodes":[';
/** The text between two items. It never occurs within a string, where a quotation mark has a backslash before it. */
const BETWEEN = '},{"id":"';
/** The member after a node's id; the row of a category has another one. */
const TYPE_NEXT = '","type":"';
const EDGES_START = '],"edges":[';
/** An item may be large, but beyond this length the text is not in our order. */
const REST_CHARACTERS = 4 * 1024 * 1024;
/** Name of the end of a list while it is parsed. */
const OWN = 'last items of this list';

function parseItems<Item>(text: string, isItem: (value: unknown) => value is Item): Item[] | null {
  const items = parseJson(`[${text}]`);
  return Array.isArray(items) && items.every(isItem) ? items : null;
}

/**
 * Parses a canvas while its text still arrives. It finds the end of an item by the few characters between two items;
 * the end is real if the text before it is JSON by itself. A text in another order than ours waits for its end.
 */
export class SnapshotReader {
  readonly #nodes: FlowNode[] = [];
  readonly #edges: FlowEdge[] = [];
  /** Unparsed text, from the first unread item of the current list. */
  #rest = '';
  #reading: 'start' | 'nodes' | 'edges' | 'unknown' = 'start';
  /** Characters at its end that were not looked at yet. */
  #fresh = 0;

  add(text: string): void {
    if (this.#reading === 'unknown') return;
    this.#rest += text;
    this.#fresh += text.length;
    if (this.#fresh < PIECE_CHARACTERS) return;
    this.#fresh = 0;
    this.#read();
  }

  /** The result of `parseShape` for the whole text, which is `canvas`. */
  end(canvas: string): Snapshot | null {
    return this.#join() ?? parseShape(canvas);
  }

  #read(): void {
    if (this.#reading === 'start') {
      this.#reading = this.#rest.startsWith(START) ? 'nodes' : 'unknown';
      this.#rest = this.#rest.slice(START.length);
    }
    if (this.#reading === 'nodes' && !this.#readEndOfNodes()) {
      this.#readItems(this.#nodes, isFlowNode, TYPE_NEXT);
    }
    if (this.#reading === 'edges') this.#readItems(this.#edges, isFlowEdge, '');
    if (this.#reading === 'unknown') this.#rest = '';
  }

  #readEndOfNodes(): boolean {
    const end = this.#rest.indexOf(EDGES_START);
    const nodes = end === -1 ? null : parseItems(this.#rest.slice(0, end), isFlowNode);
    if (!nodes) return false;
    for (const node of nodes) this.#nodes.push(node);
    this.#rest = this.#rest.slice(end + EDGES_START.length);
    this.#reading = 'edges';
    return true;
  }

  #readItems<Item>(into: Item[], isItem: (value: unknown) => value is Item, next: string): void {
    const end = lastBetween(this.#rest, next);
    if (end === -1) {
      if (this.#rest.length > REST_CHARACTERS) this.#reading = 'unknown';
      return;
    }
    const items = parseItems(this.#rest.slice(0, end + 1), isItem);
    if (!items) this.#reading = 'unknown';
    else {
      for (const item of items) into.push(item);
      this.#rest = this.#rest.slice(end + 2);
    }
  }

  /** Null when the whole text has to be parsed. */
  #join(): Snapshot | null {
    if (this.#reading !== 'nodes' && this.#reading !== 'edges') return null;
    const last = this.#rest.includes(OWN) ? null : parseJson(`{"${OWN}":[${this.#rest}`);
    if (!isJsonObject(last)) return null;
    const { [OWN]: items, ...others } = last;
    // The last of two members with the same name counts.
    if (!Array.isArray(items) || 'nodes' in others || (this.#reading === 'edges' && 'edges' in others)) return null;
    for (const item of items) (this.#reading === 'nodes' ? this.#nodes : this.#edges).push(item);
    const read = this.#reading === 'nodes' ? { nodes: this.#nodes } : { nodes: this.#nodes, edges: this.#edges };
    return readShape({ ...read, ...others });
  }
}

/** Index of the last border between two items whose second continues with `next` after its id; -1 without one. */
function lastBetween(text: string, next: string): number {
  let at = text.lastIndexOf(BETWEEN);
  while (at > 0) {
    const idEnd = text.indexOf('"', at + BETWEEN.length);
    if (idEnd !== -1 && text.startsWith(next, idEnd)) return at;
    at = text.lastIndexOf(BETWEEN, at - 1);
  }
  return -1;
}
