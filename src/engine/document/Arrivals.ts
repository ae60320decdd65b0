import { categoryItems, categoryRows, hasRow, isItem } from '../nodes/categoryItems';
import type { Change } from './Change';
import { setMembers } from './changeRow';
import type { Effect } from './Effect';
import { fieldChanges } from './fieldChanges';
import type { CategoryItem, FlowNode } from './FlowNode';
import type { GraphDocument } from './GraphDocument';
import { wholeMoves, type Move, type Moving } from './moves';

/** Members that say where a row is, not what it is. */
const PLACE: readonly string[] = ['id', 'parentId'];

type Members = Readonly<Record<string, unknown>>;

interface Arrival {
  readonly value: unknown;
  readonly at: number;
}

/** The newest arrivals in the data of a node, or in a row, by key. */
type Fields = Map<string, Arrival>;

interface NodeArrivals {
  /** When the last one came. */
  readonly last: number;
  readonly own: Fields;
  readonly rows: Map<string, Fields>;
}

/**
 * The words and results that came from elsewhere into nodes and rows: an older step never replaces them (UNDO-1, UNDO-4). Times are
 * sequence numbers of `History`.
 */
export class Arrivals {
  readonly #document: GraphDocument;
  /** Those into each node; the nodes into which nothing has come for the longest time are first. */
  readonly #byNode = new Map<string, NodeArrivals>();
  /** Nodes and rows that others have removed, as they were; those that went first are first. Where one comes back, only what differs has arrived. */
  readonly #removed = new Map<string, { readonly item: FlowNode | CategoryItem; readonly at: number }>();
  #last = 0;

  constructor(document: GraphDocument) {
    this.#document = document;
  }

  /** Notes the effects of `wanted` changes from elsewhere. */
  note(wanted: readonly Change[], effects: readonly Effect[], at: number): void {
    this.#last = at;
    for (const effect of effects) {
      // A node with another index is removed and comes back.
      if (effect.type === 'removeNode') this.#noteRemoved([effect.item], at);
      else if (effect.type === 'insertNode') this.#noteAll(fieldChanges(this.#former(effect.item), effect.item), at);
      else if (effect.type === 'setNode') {
        const { before, after } = effect;
        this.#noteAll(
          fieldChanges(before, after, (id) => this.#removedRow(id)),
          at,
        );
        this.#noteRemoved(removedRows(before, after), at);
      }
    }
    // The undo of a deletion brings its node or row back with what has come since.
    this.#noteAll(
      wanted.filter((change) => this.#isMissed(change)),
      at,
    );
  }

  #isMissed(change: Change): boolean {
    const node = 'id' in change ? this.#document.node(change.id) : undefined;
    if (!node || change.type !== 'setRow') return !node;
    return !hasRow(node, change.rowId);
  }

  /** Forgets what came before the oldest step. */
  forget(oldest: number): void {
    for (const [id, { last }] of this.#byNode) {
      if (last > oldest) break;
      this.#byNode.delete(id);
    }
    for (const [id, { at }] of this.#removed) {
      if (at > oldest) break;
      this.#removed.delete(id);
    }
  }

  #noteRemoved(items: readonly (FlowNode | CategoryItem)[], at: number): void {
    for (const item of items) {
      this.#removed.delete(item.id);
      this.#removed.set(item.id, { item, at });
    }
  }

  #removedRow(id: string): CategoryItem | undefined {
    const item = this.#removed.get(id)?.item;
    return item && 'data' in item ? undefined : item;
  }

  /** The node before it came: as others have removed it. Of one that is new only a result has arrived. */
  #former(node: FlowNode): FlowNode {
    const removed = this.#removed.get(node.id)?.item;
    if (removed && 'data' in removed) return removed;
    if (!this.#document.kinds.of(node.type)?.run?.isGeneration) return node;
    const { value: _value, ...data } = node.data;
    return { ...node, data };
  }

  /** The changes of a step of that time as they are to be done now: its moves as a whole or not at all, and nothing set back that has come since. */
  upToDate(step: Moving, at: number): readonly Change[] {
    if (this.#last <= at) return step.changes;
    const whole = wholeMoves(step, this.#document);
    for (const move of whole.moves) this.#noteMoved(move);
    const leaving = new Set(whole.changes.map((change) => (change.type === 'removeRow' ? change.rowId : null)));
    // A row that others have brought back already does not come a second time.
    const isThere = (change: Change): boolean =>
      change.type === 'addRow' && !leaving.has(change.row.id) && hasRow(this.#document.node(change.id), change.row.id);
    return this.without(
      whole.changes.filter((change) => !isThere(change)),
      at,
    );
  }

  /** The changes of that time, except for values that others have set since. */
  without(changes: readonly Change[], at: number): readonly Change[] {
    return this.#last <= at ? changes : changes.map((change) => this.#rest(change, at));
  }

  #noteAll(changes: readonly Change[], at: number): void {
    for (const change of changes) {
      if (change.type === 'setData') noteMembers(this.#in(change.id, at).own, change.data, at);
      else if (change.type === 'setRow') noteMembers(this.#inRow(change.id, change.rowId, at), change.data, at);
      else if (change.type === 'addRow') noteMembers(this.#inRow(change.id, change.row.id, at), { ...change.row }, at);
    }
  }

  /** Notes at the new place what has come in at the old one. */
  #noteMoved({ from, to }: Move): void {
    const fields = this.#fields(from.id, from.rowId);
    for (const [key, { value, at }] of fields ?? []) {
      if (PLACE.includes(key)) continue;
      const there = to.rowId === null ? this.#in(to.id, at).own : this.#inRow(to.id, to.rowId, at);
      if ((there.get(key)?.at ?? 0) < at) there.set(key, { value, at });
    }
  }

  #in(id: string, at: number): NodeArrivals {
    const { last, own, rows } = this.#byNode.get(id) ?? { last: 0, own: new Map(), rows: new Map() };
    const arrivals = { last: Math.max(last, at), own, rows };
    this.#byNode.delete(id);
    this.#byNode.set(id, arrivals);
    return arrivals;
  }

  #inRow(id: string, rowId: string, at: number): Fields {
    const { rows } = this.#in(id, at);
    const fields: Fields = rows.get(rowId) ?? new Map();
    rows.set(rowId, fields);
    return fields;
  }

  #rest(change: Change, at: number): Change {
    switch (change.type) {
      case 'addNode':
      case 'replaceNode':
        return { ...change, node: this.#renewed(change.node, at) };
      case 'addRow':
        return { ...change, row: renewed(change.row, this.#fields(change.id, change.row.id), at) };
      case 'setData':
        return { ...change, data: unset(change.data, this.#fields(change.id), at) };
      case 'setRow':
        return { ...change, data: unset(change.data, this.#fields(change.id, change.rowId), at) };
      default:
        return change;
    }
  }

  #fields(id: string, rowId: string | null = null): Fields | undefined {
    const arrivals = this.#byNode.get(id);
    return rowId === null ? arrivals?.own : arrivals?.rows.get(rowId);
  }

  /** The node of that time with all that has come since. */
  #renewed(node: FlowNode, at: number): FlowNode {
    const arrivals = this.#byNode.get(node.id);
    if (!arrivals || arrivals.last <= at) return node;
    const here = this.#document.node(node.id);
    // A node of another type keeps its own fields.
    const isOther = here !== undefined && here.type !== node.type;
    const own = isOther ? [...arrivals.own].filter(([key]) => Object.hasOwn(node.data, key)) : arrivals.own;
    const data = renewed(node.data, own, at);
    if (!Array.isArray(data.categories)) return { ...node, data };
    const rows = categoryRows(node).map((row) => (isItem(row) ? renewed(row, arrivals.rows.get(row.id), at) : row));
    const ids = new Set(categoryItems(node).map(({ id }) => id));
    const added = Array.from(arrivals.rows, ([, fields]) => newer(fields, at)).filter(
      (row) => isItem(row) && !ids.has(row.id),
    );
    return { ...node, data: { ...data, categories: [...rows, ...added] } };
  }
}

function removedRows(before: FlowNode, after: FlowNode): readonly CategoryItem[] {
  if (before.data === after.data) return [];
  const staying = new Set(categoryItems(after).map(({ id }) => id));
  return categoryItems(before).filter(({ id }) => !staying.has(id));
}

function noteMembers(fields: Fields, members: Members, at: number): void {
  for (const [key, value] of Object.entries(members)) fields.set(key, { value, at });
}

/** The members that have come since that time. */
const newer = (fields: Iterable<readonly [string, Arrival]> = [], since: number): Members =>
  Object.fromEntries(Array.from(fields).flatMap(([key, { value, at }]) => (at > since ? [[key, value]] : [])));

const renewed = <T extends object>(
  record: T,
  fields: Iterable<readonly [string, Arrival]> | undefined,
  since: number,
): T => (setMembers(record as Members, newer(fields, since))?.next ?? record) as T;

const unset = (members: Members, fields: Fields | undefined, since: number): Members =>
  Object.fromEntries(Object.entries(members).filter(([key]) => (fields?.get(key)?.at ?? 0) <= since));
