import { categoryItems, categoryRows, hasRow, isItem } from '../nodes/categoryItems';
import type { Change } from './Change';
import { setMembers } from './changeRow';
import type { Effect } from './Effect';
import { fieldChanges } from './fieldChanges';
import type { CategoryItem, FlowNode } from './FlowNode';
import type { GraphDocument } from './GraphDocument';
import { wholeMoves, withoutRows, type Moving } from './moves';

/** Members that say where a row is, not what it is. */
const PLACE: readonly string[] = ['id', 'parentId'];

type Members = Readonly<Record<string, unknown>>;

interface Arrival {
  readonly value: unknown;
  readonly at: number;
}

/** The newest arrivals in the data of a node, or in a row, by key. */
interface Fields {
  /** When the last one came. */
  readonly last: number;
  readonly byKey: Map<string, Arrival>;
}

/** Others have put a row into a category, or a node into the document. */
interface Coming {
  readonly nodeId: string;
  /** Null for a node. */
  readonly row: CategoryItem | null;
  readonly at: number;
}

type RowsByNode = ReadonlyMap<string, readonly CategoryItem[]>;

/**
 * The words and results that came from elsewhere into nodes and rows: an older step never replaces them (UNDO-1, UNDO-4). The step takes
 * back its own moves, wherever others have put the node since, but one that only changes the node leaves it there. A row that becomes
 * a card, or goes to another category, keeps its id, and so its words follow it. Times are sequence numbers of `History`.
 */
export class Arrivals {
  readonly #document: GraphDocument;
  /** By the id of the node or the row; those into which nothing has come for the longest time are first. */
  readonly #fields = new Map<string, Fields>();
  /** By the id of the node or the row; those that came first are first. */
  readonly #coming = new Map<string, Coming>();
  /** Nodes and rows that others have removed, as they were; those that went first are first. Where one comes back, only what differs has arrived. */
  readonly #removed = new Map<string, { readonly item: FlowNode | CategoryItem; readonly at: number }>();
  /** Times at which others moved a node, by its id; those that were moved first are first. */
  readonly #moved = new Map<string, number>();
  /** Time at which others moved all nodes. */
  #movedAll = 0;
  #last = 0;

  constructor(document: GraphDocument) {
    this.#document = document;
  }

  /** Notes the effects of `wanted` changes from elsewhere. */
  note(wanted: readonly Change[], effects: readonly Effect[], at: number): void {
    this.#last = at;
    // A row may come to its new place before it leaves the old one.
    for (const effect of effects) {
      if (effect.type === 'removeNode') this.#noteRemoved([effect.item, ...categoryItems(effect.item)], at);
      else if (effect.type === 'setNode') this.#noteRemoved(rowsWithout(effect.before, effect.after), at);
    }
    const formerRow = (row: CategoryItem): CategoryItem | undefined => this.#formerRow(row);
    for (const effect of effects) {
      // A node with another index is removed and comes back.
      if (effect.type === 'insertNode') {
        const { item } = effect;
        const former = this.#former(item);
        this.#noteMoved(former, item, at);
        this.#noteAll(fieldChanges(former, item, formerRow), at);
        this.#come(item.id, { nodeId: item.id, row: null, at });
        for (const row of categoryItems(item)) this.#come(row.id, { nodeId: item.id, row, at });
      } else if (effect.type === 'setNode') {
        const { before, after } = effect;
        this.#noteMoved(before, after, at);
        this.#noteAll(fieldChanges(before, after, formerRow), at);
        for (const row of rowsWithout(after, before)) this.#come(row.id, { nodeId: after.id, row, at });
      } else if (effect.type === 'moveAll') this.#movedAll = at;
    }
    // The undo of a deletion brings its node or row back with what has come since.
    for (const change of wanted) {
      if (!this.#isMissed(change)) continue;
      this.#noteAll([change], at);
      if (change.type === 'addRow') this.#come(change.row.id, { nodeId: change.id, row: change.row, at });
    }
  }

  #isMissed(change: Change): boolean {
    const node = 'id' in change ? this.#document.node(change.id) : undefined;
    if (!node || change.type !== 'setRow') return !node;
    return !hasRow(node, change.rowId);
  }

  /** Forgets what came before the oldest step. */
  forget(oldest: number): void {
    forgetUntil(this.#fields, ({ last }) => last > oldest);
    forgetUntil(this.#coming, ({ at }) => at > oldest);
    forgetUntil(this.#removed, ({ at }) => at > oldest);
    forgetUntil(this.#moved, (at) => at > oldest);
  }

  #noteRemoved(items: readonly (FlowNode | CategoryItem)[], at: number): void {
    for (const item of items) {
      this.#removed.delete(item.id);
      this.#removed.set(item.id, { item, at });
      this.#coming.delete(item.id);
    }
  }

  #come(id: string, coming: Coming): void {
    this.#coming.delete(id);
    this.#coming.set(id, coming);
  }

  /** The row before it came: as others have removed it, from here or from elsewhere, or as the card that it was. */
  #formerRow(row: CategoryItem): CategoryItem | undefined {
    const removed = this.#removed.get(row.id)?.item;
    return removed && 'data' in removed ? { ...row, ...wordsOf(removed.data) } : removed;
  }

  /** The node before it came: as others have removed it, or as the row that it was. Of one that is new only a result has arrived, and its rows. */
  #former(node: FlowNode): FlowNode {
    const removed = this.#removed.get(node.id)?.item;
    if (removed) return 'data' in removed ? removed : { ...node, data: { ...node.data, ...wordsOf({ ...removed }) } };
    const { value, categories, ...data } = node.data;
    const hasResult = this.#document.kinds.of(node.type)?.run?.isGeneration ?? false;
    if (!hasResult && categories === undefined) return node;
    return { ...node, data: { ...data, ...(!hasResult && { value }), categories: categories && [] } };
  }

  /** The changes of a step of that time as they are to be done now: its moves as a whole or not at all, and nothing set back that has come since. */
  upToDate(step: Moving, at: number): readonly Change[] {
    if (this.#last <= at) return step.changes;
    const whole = wholeMoves({ ...step, changes: this.#intoExistingCategories(step.changes) }, this.#document);
    return this.without(this.#withoutPresent(this.#keepRowsOfOthers(whole.changes, at), at), at);
  }

  /** If others have since added rows to a category that the step removes, only the step's own rows are removed. */
  #keepRowsOfOthers(changes: readonly Change[], at: number): readonly Change[] {
    if (!changes.some(({ type }) => type === 'removeNode')) return changes;
    const came = this.#rowsSince(at);
    const theirs = new Map<string, ReadonlySet<string>>();
    for (const change of changes) {
      if (change.type !== 'removeNode') continue;
      const node = this.#document.node(change.id);
      const rows = came.get(change.id)?.filter(({ id }) => hasRow(node, id)) ?? [];
      if (rows.length > 0) theirs.set(change.id, new Set(rows.map(({ id }) => id)));
    }
    if (theirs.size === 0) return changes;
    return changes.flatMap((change): Change | readonly Change[] => {
      const edge = change.type === 'removeEdge' ? this.#document.edge(change.id) : undefined;
      if (edge && (theirs.has(edge.source) || theirs.has(edge.target))) return [];
      const kept = change.type === 'removeNode' ? theirs.get(change.id) : undefined;
      if (change.type !== 'removeNode' || !kept) return change;
      const { id } = change;
      const node = this.#document.node(id);
      const own = (node ? categoryItems(node) : []).filter((row) => !kept.has(row.id));
      return own.map((row): Change => ({ type: 'removeRow', id, rowId: row.id }));
    });
  }

  /** Leaves out nodes and rows that others have already brought back, to their places or elsewhere. */
  #withoutPresent(changes: readonly Change[], at: number): readonly Change[] {
    const leaving = new Set(changes.map(idOfRemoved));
    const isElsewhere = (id: string, nodeId: string): boolean => !leaving.has(id) && this.#isElsewhere(id, nodeId, at);
    return changes.flatMap((change): Change | readonly Change[] => {
      if (change.type === 'addRow') {
        const { id, row } = change;
        const isHere = !leaving.has(row.id) && hasRow(this.#document.node(id), row.id);
        return isHere || isElsewhere(row.id, id) ? [] : change;
      }
      if (change.type !== 'addNode') return change;
      const { node } = change;
      if (isElsewhere(node.id, node.id)) return [];
      const rows = categoryItems(node).flatMap(({ id }) => (isElsewhere(id, node.id) ? id : []));
      return { ...change, node: withoutRows(node, new Set(rows)) };
    });
  }

  /** A category that exists again receives the step's rows instead of being added. */
  #intoExistingCategories(changes: readonly Change[]): readonly Change[] {
    const leaving = new Set(changes.map(idOfRemoved));
    return changes.flatMap((change): Change | readonly Change[] => {
      if (change.type !== 'addNode' || leaving.has(change.node.id)) return change;
      const { id } = change.node;
      const here = this.#document.node(id);
      if (!Array.isArray(here?.data.categories)) return change;
      const { categories: _rows, ...data } = change.node.data;
      return [
        { type: 'setData', id, data },
        { type: 'moveNode', id, position: change.node.position },
        ...categoryItems(change.node).map((row): Change => ({ type: 'addRow', id, row })),
      ];
    });
  }

  /** The changes of that time, except for values that others have set since. */
  without(changes: readonly Change[], at: number): readonly Change[] {
    if (this.#last <= at) return changes;
    const came: RowsByNode = changes.some(bringsNode) ? this.#onlyThere(this.#rowsSince(at)) : new Map();
    return changes.map((change) => this.#rest(change, came, at));
  }

  /** The rows that others have put into each category since that time. */
  #rowsSince(at: number): RowsByNode {
    const rows = new Map<string, CategoryItem[]>();
    for (const { nodeId, row, at: came } of this.#coming.values()) {
      if (row === null || came <= at) continue;
      const others = rows.get(nodeId);
      if (others) others.push(row);
      else rows.set(nodeId, [row]);
    }
    return rows;
  }

  /** Whether others have put it somewhere else since that time, where it still is. */
  #isElsewhere(id: string, nodeId: string, since: number): boolean {
    const coming = this.#coming.get(id);
    if (!coming || coming.at <= since || coming.nodeId === nodeId) return false;
    const node = this.#document.node(coming.nodeId);
    return coming.row ? hasRow(node, id) : node !== undefined;
  }

  /** Those that the document does not have outside of their category: a person may have moved them since they came. */
  #onlyThere(came: RowsByNode): RowsByNode {
    if (came.size === 0) return came;
    const categories = new Map(
      Array.from(came).flatMap(([nodeId, rows]) => rows.map(({ id }) => [id, nodeId] as const)),
    );
    const document = this.#document;
    const elsewhere = new Set(Array.from(categories.keys()).filter((id) => document.node(id)));
    for (const node of document.allNodes())
      for (const { id } of categoryItems(node)) if ((categories.get(id) ?? node.id) !== node.id) elsewhere.add(id);
    return new Map(Array.from(came, ([nodeId, rows]) => [nodeId, rows.filter(({ id }) => !elsewhere.has(id))]));
  }

  #noteMoved(before: FlowNode, { id, position }: FlowNode, at: number): void {
    if (position.x === before.position.x && position.y === before.position.y) return;
    this.#moved.delete(id);
    this.#moved.set(id, at);
  }

  #noteAll(changes: readonly Change[], at: number): void {
    for (const change of changes) {
      if (change.type === 'setData') this.#noteMembers(change.id, change.data, at);
      else if (change.type === 'setRow') this.#noteMembers(change.rowId, change.data, at);
      else if (change.type === 'addRow') this.#noteMembers(change.row.id, { ...change.row }, at);
    }
  }

  #noteMembers(id: string, members: Members, at: number): void {
    const byKey = this.#fields.get(id)?.byKey ?? new Map<string, Arrival>();
    for (const [key, value] of Object.entries(members)) if (!PLACE.includes(key)) byKey.set(key, { value, at });
    this.#fields.delete(id);
    this.#fields.set(id, { last: at, byKey });
  }

  #rest(change: Change, came: RowsByNode, at: number): Change {
    switch (change.type) {
      case 'addNode':
      case 'replaceNode': {
        const node = this.#renewed(change.node, came.get(change.node.id) ?? [], at);
        return { ...change, node: this.#inPlace(node, at) };
      }
      case 'addRow':
        return { ...change, row: renewed(change.row, this.#since(change.row.id, at)) };
      case 'setData':
        return { ...change, data: unset(change.data, this.#since(change.id, at)) };
      case 'setRow':
        return { ...change, data: unset(change.data, this.#since(change.rowId, at)) };
      default:
        return change;
    }
  }

  /** A node that others have moved since that time stays there when it becomes another one. */
  #inPlace(node: FlowNode, since: number): FlowNode {
    const here = this.#document.node(node.id);
    const isMoved = Math.max(this.#movedAll, this.#moved.get(node.id) ?? 0) > since;
    return here && isMoved ? { ...node, position: here.position } : node;
  }

  /** The members that have come into a node or a row since that time. */
  #since(id: string, at: number): Members {
    const { last = 0, byKey = [] } = this.#fields.get(id) ?? {};
    return last <= at
      ? {}
      : Object.fromEntries(Array.from(byKey).flatMap(([key, one]) => (one.at > at ? [[key, one.value]] : [])));
  }

  /** The node of that time with all that has come since. */
  #renewed(node: FlowNode, came: readonly CategoryItem[], at: number): FlowNode {
    const since = this.#since(node.id, at);
    const here = this.#document.node(node.id);
    // A node of another type keeps its own fields.
    const isOther = here !== undefined && here.type !== node.type;
    const own = Object.entries(since).filter(([key]) => !isOther || Object.hasOwn(node.data, key));
    const data = renewed(node.data, Object.fromEntries(own));
    if (!Array.isArray(data.categories)) return data === node.data ? node : { ...node, data };
    const ids = new Set(categoryItems(node).map(({ id }) => id));
    const added = came.filter(({ id }) => !ids.has(id));
    const categories = [...categoryRows(node), ...added].map((row) =>
      isItem(row) ? renewed(row, this.#since(row.id, at)) : row,
    );
    return { ...node, data: { ...data, categories } };
  }
}

/** All that a row and a card have in common. */
const wordsOf = ({ name, value, each, pair }: Members): Members => ({ name, value, each, pair });

/** The rows of a node that another state of it does not have. */
function rowsWithout(node: FlowNode, other: FlowNode): readonly CategoryItem[] {
  if (node.data === other.data) return [];
  const others = new Set(categoryItems(other).map(({ id }) => id));
  return categoryItems(node).filter(({ id }) => !others.has(id));
}

function forgetUntil<T>(entries: Map<string, T>, isKept: (entry: T) => boolean): void {
  for (const [id, entry] of entries) {
    if (isKept(entry)) break;
    entries.delete(id);
  }
}

const bringsNode = ({ type }: Change): boolean => type === 'addNode' || type === 'replaceNode';

const idOfRemoved = (change: Change): string | null =>
  change.type === 'removeRow' ? change.rowId : change.type === 'removeNode' ? change.id : null;

const renewed = <T extends object>(record: T, members: Members): T =>
  (setMembers(record as Members, members)?.next ?? record) as T;

const unset = (members: Members, arrived: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([key]) => !Object.hasOwn(arrived, key)));
