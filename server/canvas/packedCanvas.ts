import { setImmediate as otherWork } from 'node:timers/promises';
import { asBuffer } from './buffers';
import type { WorkBudget } from './WorkBudget';

/**
 * The JSON text of a node, an edge or another member of a canvas that was not read since the canvas was loaded. The text lies in a
 * buffer, where the garbage collector does not search it.
 */
export class UnreadItem {
  readonly id: string;
  readonly #texts: Buffer;
  readonly #start: number;
  readonly #end: number;

  constructor(id: string, texts: Buffer, start: number, end: number) {
    this.id = id;
    this.#texts = texts;
    this.#start = start;
    this.#end = end;
  }

  /** Length of its text. */
  get bytes(): number {
    return this.#end - this.#start;
  }

  /** The value, built with every call. */
  read(): unknown {
    return JSON.parse(this.#texts.toString('utf8', this.#start, this.#end));
  }

  toJSON(): unknown {
    return this.read();
  }
}

/** Items are unpacked this many at a time; the thread serves other requests in between. */
const BLOCK_ITEMS = 2_000;
const LISTS = ['nodes', 'edges'] as const;
export type ItemList = (typeof LISTS)[number];

/** A canvas as it goes from one thread to another: as bytes, which change hands without a copy. */
export interface PackedCanvas {
  /** The canvas's members, in their order. */
  names: string[];
  lists: Record<ItemList, ItemBlock[]>;
  /** All other members, each called by its name. */
  others: ItemBlock;
}

interface ItemBlock {
  /** The items' JSON texts, one behind the other. */
  texts: Uint8Array;
  /** The end of each text; bytes. */
  ends: Uint32Array;
  /** A JSON list. */
  ids: Uint8Array;
}

/** Throws where a canvas is not what checkSnapshot lets through. */
export function packCanvas(document: unknown): PackedCanvas {
  if (!isCanvas(document)) throw new Error('a stored canvas has no nodes or no edges');
  const others = Object.keys(document).filter((name) => name !== 'nodes' && name !== 'edges');
  return {
    names: Object.keys(document),
    lists: { nodes: packItems(document.nodes), edges: packItems(document.edges) },
    others: packBlock(
      others,
      others.map((name) => document[name]),
    ),
  };
}

/** A canvas of which everything is unread. */
export async function unpackCanvas({ names, lists, others }: PackedCanvas): Promise<unknown> {
  const document: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  for (const member of unpackBlock(others)) document[member.id] = member;
  for (const name of LISTS) {
    const items: UnreadItem[] = [];
    for (const block of lists[name]) {
      if (items.length > 0) await otherWork();
      for (const item of unpackBlock(block)) items.push(item);
    }
    document[name] = items;
  }
  return document;
}

/** Reads the members or items that a JSON pointer leads into. Returns how many bytes of text it has read. */
export function readItemsAt(document: unknown, [name, index]: readonly string[], budget: WorkBudget): number {
  if (typeof document !== 'object' || document === null) return 0;
  const fields = document as Record<string, unknown>;
  let bytes = 0;
  for (const member of name === undefined ? Object.keys(fields) : [name]) {
    bytes += readItem(fields, member, budget);
    const list = fields[member];
    if (!Array.isArray(list)) continue;
    for (const at of index === undefined ? list.keys() : [index]) bytes += readItem(list, at, budget);
  }
  return bytes;
}

function readItem(holder: object, at: PropertyKey, budget: WorkBudget): number {
  const item: unknown = Reflect.get(holder, at);
  if (!(item instanceof UnreadItem)) return 0;
  budget.spend(item.bytes);
  Reflect.set(holder, at, item.read());
  return item.bytes;
}

function packItems(items: readonly unknown[]): ItemBlock[] {
  const blocks: ItemBlock[] = [];
  for (let start = 0; start < items.length; start += BLOCK_ITEMS) {
    const some = items.slice(start, start + BLOCK_ITEMS);
    blocks.push(
      packBlock(
        some.map((item) => (item as { id: string }).id),
        some,
      ),
    );
  }
  return blocks;
}

function packBlock(ids: readonly string[], items: readonly unknown[]): ItemBlock {
  const encoder = new TextEncoder();
  const texts = items.map((item) => JSON.stringify(item));
  let end = 0;
  return {
    texts: encoder.encode(texts.join('')),
    ends: Uint32Array.from(texts, (text) => (end += Buffer.byteLength(text))),
    ids: encoder.encode(JSON.stringify(ids)),
  };
}

function unpackBlock({ texts, ends, ids }: ItemBlock): UnreadItem[] {
  const bytes = asBuffer(texts);
  const names = JSON.parse(new TextDecoder().decode(ids)) as string[];
  let start = 0;
  return names.map((id, index) => {
    const begin = start;
    start = ends[index] ?? start;
    return new UnreadItem(id, bytes, begin, start);
  });
}

function isCanvas(document: unknown): document is Record<string, unknown> & Record<ItemList, unknown[]> {
  if (typeof document !== 'object' || document === null) return false;
  const { nodes, edges } = document as Record<string, unknown>;
  return Array.isArray(nodes) && Array.isArray(edges);
}
