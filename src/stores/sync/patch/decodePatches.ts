import { type GraphDocument, isFlowEdge, isFlowNode, type ListChanges, PendingChanges } from '../../../engine';
import { applyPatch } from './applyPatch';
import type { Rest } from './Encoding';
import { isJsonObject } from './sameValue';

/** The state that patches are decoded on: the document without its own changes. */
export interface PatchBase {
  readonly own: PendingChanges;
  readonly document: Pick<GraphDocument, 'node' | 'edge' | 'nodeAt' | 'edgeAt'>;
  /** The members beside nodes and edges. */
  readonly rest: Rest;
}

/** The differences from a base, by id. */
export interface Decoded {
  readonly changes: PendingChanges;
  readonly rest: Rest;
}

interface Placed<T> {
  readonly item: T;
  readonly index: number;
}

interface ListBase<T> {
  readonly has: (id: string) => boolean;
  readonly at: (index: number) => T | undefined;
}

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

/** The list, the index in it and the path below that. */
const LIST_PATH = /^\/(nodes|edges)(?:\/(0|[1-9]\d*|-)(\/.*)?)?$/s;
const KNOWN = new Set(['add', 'remove', 'replace']);

/**
 * The changes by id that successive patches make. Reads only what they touch. Null when they do not fit, or when they
 * change more than nodes and edges, such as a whole list: then the states before and after have to be compared.
 */
export function decodePatches(base: PatchBase, patches: readonly (readonly unknown[])[]): Decoded | null {
  const { own, document } = base;
  const changes = PendingChanges.on(own.baseCounts);
  const nodes = new ListDecoder(
    changes.nodes,
    {
      has: (id) => own.nodes.wasIn(id, document.node(id)),
      at: own.baseNodeReader((index) => document.nodeAt(index)),
    },
    isFlowNode,
  );
  const edges = new ListDecoder(
    changes.edges,
    {
      has: (id) => own.edges.wasIn(id, document.edge(id)),
      at: own.edges.baseReader((index) => document.edgeAt(index)),
    },
    isFlowEdge,
  );
  let { rest } = base;
  try {
    for (const operation of patches.flat() as Operation[]) {
      const { op, path } = operation;
      const [isInList, list, index, below = ''] = LIST_PATH.exec(path) ?? [];
      if (!KNOWN.has(op) || path === '' || (isInList !== undefined && index === undefined)) return null;
      if (index === undefined) rest = applyPatch(rest, [operation]);
      else (list === 'nodes' ? nodes : edges).take(operation, index, below);
    }
    nodes.flush();
    edges.flush();
  } catch {
    return null;
  }
  return isJsonObject(rest.viewport) ? { changes, rest } : null;
}

/** Steps on one list. Additions by rising and removals by falling index are collected, to be noted in one pass. */
class ListDecoder<T extends { readonly id: string }> {
  readonly #changes: ListChanges<T>;
  readonly #base: ListBase<T>;
  readonly #isItem: (value: unknown) => value is T;
  readonly #comingIds = new Set<string>();
  #coming: Placed<T>[] = [];
  #leaving: Placed<T>[] = [];

  constructor(changes: ListChanges<T>, base: ListBase<T>, isItem: (value: unknown) => value is T) {
    this.#changes = changes;
    this.#base = base;
    this.#isItem = isItem;
  }

  /** @throws when the operation does not fit. */
  take({ op, value }: Operation, place: string, below: string): void {
    if (below === '' && op === 'add') this.#add(place, value);
    else if (below === '' && op === 'remove') this.#remove(Number(place));
    else this.#set(Number(place), { op, path: `/item${below}`, value });
  }

  flush(): void {
    if (this.#coming.length > 0) this.#changes.insert(this.#coming);
    if (this.#leaving.length > 0) this.#changes.remove(this.#leaving.toReversed());
    this.#coming = [];
    this.#leaving = [];
    this.#comingIds.clear();
  }

  #add(place: string, value: unknown): void {
    const last = this.#coming.at(-1)?.index ?? -1;
    if (this.#leaving.length > 0 || (place !== '-' && Number(place) <= last)) this.flush();
    const length = this.#changes.layout.length + this.#coming.length;
    const index = place === '-' ? length : Number(place);
    if (!this.#isItem(value) || this.#has(value.id) || index > length) throw new Error('it does not fit');
    this.#coming.push({ index, item: value });
    this.#comingIds.add(value.id);
  }

  #remove(index: number): void {
    const last = this.#leaving.at(-1)?.index ?? Number.POSITIVE_INFINITY;
    if (this.#coming.length > 0 || index >= last) this.flush();
    this.#leaving.push({ index, item: this.#at(index) });
  }

  #set(index: number, operation: Operation): void {
    this.flush();
    const before = this.#at(index);
    const { item: after } = applyPatch<{ readonly item: unknown }>({ item: before }, [operation]);
    if (!this.#isItem(after) || after.id !== before.id) throw new Error('it is another one');
    this.#changes.set(index, before, after);
  }

  #at(index: number): T {
    const { layout, touched } = this.#changes;
    const listed = layout.itemAt(index);
    const known = listed?.id === null ? this.#base.at(listed.at) : undefined;
    const item = touched.get(known?.id ?? listed?.id ?? '')?.next ?? known;
    if (!item) throw new Error(`nothing stands at ${index}`);
    return item;
  }

  #has(id: string): boolean {
    const touched = this.#changes.touched.get(id);
    return this.#comingIds.has(id) || (touched ? touched.next !== null : this.#base.has(id));
  }
}
