import type { Snapshot } from '../../../engine';
import { type Identified, isIdentifiedList, isJsonObject, isSame, type JsonObject, keysOf } from '../patch/sameValue';
import { pointerToken } from '../patch/Patch';

/** A value of mine that the merge could not keep. */
export interface Lost {
  /** Path by id rather than by index: `/nodes/ID/data/value`. */
  readonly path: string;
  readonly mine: unknown;
}

/**
 * Another tab of this browser that took over unsent work, or whose work was taken over. It decides a value that both
 * sides changed: of two values that follow one another the later is kept, and the earlier is not lost.
 */
interface Relative<Value = unknown> {
  /** The state that was taken over, and that both tabs started from. */
  readonly shared: Value;
  /** The other tab's versions of it: what the server had when that tab last heard, what it has sent since, what it has now. */
  readonly made: readonly Value[];
}

export type RelatedTabs = readonly Relative<Pick<Snapshot, 'nodes' | 'edges'>>[];

/** A value on the three sides of a merge; undefined where there is none. */
export interface Sides<Value = unknown> {
  readonly base: Value;
  readonly mine: Value;
  readonly theirs: Value;
}

const byId = <Item extends Identified>(items: readonly Item[]): Map<string, Item> =>
  new Map(items.map((item) => [item.id, item]));

const indexed = (value: unknown): ReadonlyMap<string, unknown> => byId(isIdentifiedList(value) ? value : []);

/** A position is one field: my x with the server's y would be a place that nobody chose. */
const ATOMIC = new Set(['position']);

/** How far a merge has come into the values, with what relatives have there, and all that it could not keep so far. */
export class MergePlace {
  readonly path: string;
  readonly lost: Lost[];
  readonly #relatives: readonly Relative[];
  /** The value is merged as a whole. */
  readonly isAtomic: boolean;

  constructor(lost: Lost[], relatives: readonly Relative[], path = '', isAtomic = false) {
    this.path = path;
    this.lost = lost;
    this.#relatives = relatives;
    this.isAtomic = isAtomic;
  }

  /** The same place, which notes what is lost elsewhere. */
  noting(lost: Lost[]): MergePlace {
    return new MergePlace(lost, this.#relatives, this.path, this.isAtomic);
  }

  member(key: string): MergePlace {
    const of = (value: unknown): unknown => (isJsonObject(value) ? value[key] : undefined);
    return this.#reading(of, this.path + pointerToken(key), ATOMIC.has(key));
  }

  /** The place of a list's order, which is one field. */
  order(orderOf: (list: unknown) => readonly string[]): MergePlace {
    return this.#reading(orderOf, this.path, true);
  }

  #reading(of: (value: unknown) => unknown, path: string, isAtomic: boolean): MergePlace {
    const relatives = this.#relatives.map(({ shared, made }) => ({ shared: of(shared), made: made.map(of) }));
    return new MergePlace(this.lost, relatives, path, isAtomic);
  }

  /** Looks up the places of a list's items by their ids. */
  items(): (id: string) => MergePlace {
    const lists = this.#relatives.map(({ shared, made }) => ({ shared: indexed(shared), made: made.map(indexed) }));
    return (id) => {
      const relatives = lists.map(({ shared, made }) => ({
        shared: shared.get(id),
        made: made.map((items) => items.get(id)),
      }));
      return new MergePlace(this.lost, relatives, this.path + pointerToken(id));
    };
  }

  /** Tells which of two values changed on both sides follows the other; null when neither does. */
  laterOf(mine: unknown, theirs: unknown): 'mine' | 'theirs' | null {
    for (const { shared, made } of this.#relatives) {
      if (shared === undefined) continue;
      if (isSame(theirs, shared)) return 'mine';
      if (isSame(mine, shared) && made.some((value) => isSame(theirs, value))) return 'theirs';
    }
    return null;
  }
}

/** Merges three ways: a value changed on one side is kept; one changed on both stays the server's, and mine is reported as lost. */
export function mergeValues({ base, mine, theirs }: Sides, place: MergePlace): unknown {
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs;
  if (isSame(theirs, base)) return mine;
  if (!place.isAtomic && isJsonObject(mine) && isJsonObject(theirs)) {
    return mergeObjects({ base: isJsonObject(base) ? base : {}, mine, theirs }, place);
  }
  if (!place.isAtomic && isIdentifiedList(mine) && isIdentifiedList(theirs)) {
    return mergeLists({ base: isIdentifiedList(base) ? base : [], mine, theirs }, place);
  }
  const later = place.laterOf(mine, theirs);
  if (later === null && mine !== undefined) place.lost.push({ path: place.path, mine });
  return later === 'mine' ? mine : theirs;
}

function mergeObjects({ base, mine, theirs }: Sides<JsonObject>, place: MergePlace): JsonObject {
  const merged: Record<string, unknown> = {};
  for (const key of new Set([...keysOf(theirs), ...keysOf(mine)])) {
    const value = mergeValues({ base: base[key], mine: mine[key], theirs: theirs[key] }, place.member(key));
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

/** Merges one item that has an id: removed beats edited. Undefined when it does not stay. */
export function mergeItem<Item>({ base, mine, theirs }: Sides<Item | undefined>, place: MergePlace): Item | undefined {
  if (mine === undefined) return base === undefined ? theirs : undefined;
  if (theirs !== undefined) return mergeValues({ base, mine, theirs }, place) as Item;
  if (base === undefined) return mine;
  if (!isSame(base, mine) && place.laterOf(mine, undefined) === null) place.lost.push({ path: place.path, mine });
  return undefined;
}

/** Merges lists by id: in the server's order, then what I added in my order, unless only I changed the order. */
function mergeLists({ base, mine, theirs }: Sides<readonly Identified[]>, place: MergePlace): Identified[] {
  const [before, my, their] = [byId(base), byId(mine), byId(theirs)];
  const placeOf = place.items();
  const added = mine.filter(({ id }) => !their.has(id));
  const orderOf = (list: unknown): string[] =>
    [...indexed(list).keys()].filter((id) => before.has(id) && my.has(id) && their.has(id));
  const myOrder = orderOf(mine);
  const order = mergeValues({ base: orderOf(base), mine: myOrder, theirs: orderOf(theirs) }, place.order(orderOf));
  const all = [...theirs, ...added];
  const items = order === myOrder ? inMyOrder(all, mine, theirs) : all;
  return items.flatMap((item) => {
    const { id } = item;
    const sides = their.has(id) ? { mine: my.get(id), theirs: item } : { mine: item, theirs: undefined };
    return mergeItem({ base: before.get(id), ...sides }, placeOf(id)) ?? [];
  });
}

/** Puts the items into my order; each one that only the server has comes after the one that it follows there. */
function inMyOrder(items: readonly Identified[], mine: readonly Identified[], theirs: readonly Identified[]) {
  const ids = mine.map(({ id }) => id);
  for (const [at, { id }] of theirs.entries())
    if (!ids.includes(id)) ids.splice(ids.indexOf(theirs[at - 1]?.id ?? '') + 1, 0, id);
  return items.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}
