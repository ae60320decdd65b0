import { setImmediate as otherWork } from 'node:timers/promises';
import { UnreadItem } from './UnreadItem';

/** So many items at a time are made ready; other requests have their turn in between. */
const BLOCK_ITEMS = 2_000;
const LISTS = ['nodes', 'edges'] as const;
export type ItemList = (typeof LISTS)[number];

/** A canvas as it goes from one thread to another: its nodes and edges as bytes, which change hands without a copy. */
export interface PackedCanvas {
  /** The canvas without its nodes and edges, as JSON. */
  rest: string;
  lists: Record<ItemList, ItemBlock[]>;
}

interface ItemBlock {
  /** The items' JSON texts, one behind the other. */
  texts: Uint8Array;
  /** Where each ends. */
  ends: Uint32Array;
  /** A JSON list. */
  ids: Uint8Array;
}

/** Throws where a canvas is not what checkSnapshot lets through. */
export function packCanvas(document: unknown): PackedCanvas {
  if (!isCanvas(document)) throw new Error('a stored canvas has no nodes or no edges');
  return {
    rest: JSON.stringify({ ...document, nodes: [], edges: [] }),
    lists: { nodes: packItems(document.nodes), edges: packItems(document.edges) },
  };
}

/** A canvas whose items are unread. */
export async function unpackCanvas({ rest, lists }: PackedCanvas): Promise<unknown> {
  const document: Record<string, unknown> = JSON.parse(rest);
  for (const name of LISTS) {
    const items: UnreadItem[] = [];
    for (const block of lists[name]) {
      if (items.length > 0) await otherWork();
      unpackBlock(block, items);
    }
    document[name] = items;
  }
  return document;
}

/** Reads what one step of a JSON pointer leads into: an item, or all of them. Answers how many bytes of text it has read. */
export function readItemsAt(document: unknown, [name, index]: readonly string[]): number {
  if (typeof document !== 'object' || document === null) return 0;
  const fields = document as Record<string, unknown>;
  const lists = name === undefined ? LISTS.map((list) => fields[list]) : [fields[name]];
  let bytes = 0;
  for (const list of lists) {
    if (!Array.isArray(list)) continue;
    const items: unknown[] = list;
    if (index === undefined) for (const at of items.keys()) bytes += readItem(items, at);
    else bytes += readItem(items, Number(index));
  }
  return bytes;
}

/** How long the canvas is as JSON, in bytes, without writing the items that are unread. */
export function measureCanvas(document: unknown): number {
  if (!isCanvas(document)) return Buffer.byteLength(JSON.stringify(document));
  let bytes = Buffer.byteLength(JSON.stringify({ ...document, nodes: [], edges: [] }));
  for (const list of LISTS) {
    for (const item of document[list]) {
      bytes += 1 + (item instanceof UnreadItem ? item.bytes : Buffer.byteLength(JSON.stringify(item)));
    }
    // Commas stand between the items only.
    if (document[list].length > 0) bytes -= 1;
  }
  return bytes;
}

function readItem(items: unknown[], at: number): number {
  const item = items[at];
  if (!(item instanceof UnreadItem)) return 0;
  items[at] = item.read();
  return item.bytes;
}

function packItems(items: readonly unknown[]): ItemBlock[] {
  const encoder = new TextEncoder();
  const blocks: ItemBlock[] = [];
  for (let start = 0; start < items.length; start += BLOCK_ITEMS) {
    const some = items.slice(start, start + BLOCK_ITEMS);
    const texts = some.map((item) => JSON.stringify(item));
    let end = 0;
    blocks.push({
      texts: encoder.encode(texts.join('')),
      ends: Uint32Array.from(texts, (text) => (end += Buffer.byteLength(text))),
      ids: encoder.encode(JSON.stringify(some.map((item) => (item as { id: string }).id))),
    });
  }
  return blocks;
}

function unpackBlock({ texts, ends, ids }: ItemBlock, into: UnreadItem[]): void {
  const bytes = Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength);
  const names = JSON.parse(new TextDecoder().decode(ids)) as string[];
  let start = 0;
  for (const [index, id] of names.entries()) {
    const end = ends[index] ?? start;
    into.push(new UnreadItem(id, bytes, start, end));
    start = end;
  }
}

function isCanvas(document: unknown): document is Record<string, unknown> & Record<ItemList, unknown[]> {
  if (typeof document !== 'object' || document === null) return false;
  const { nodes, edges } = document as Record<string, unknown>;
  return Array.isArray(nodes) && Array.isArray(edges);
}
