import { type Identified, isIdentifiedList, isJsonObject, isSame, type Json, keysOf } from '../patch/sameValue';
import { pointerStep } from '../patch/Patch';
import type { Snapshot } from '../../../engine';

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
export interface Relative<Value = unknown> {
  /** The state that was taken over, and that both tabs started from. */
  readonly shared: Value;
  /** The other tab's versions of it: what the server had when that tab last heard, what it has sent since, what it has now. */
  readonly made: readonly Value[];
}

export type RelatedTabs = readonly Relative<Pick<Snapshot, 'nodes' | 'edges'>>[];

type Relatives = readonly Relative[];

const memberOf = (value: unknown, key: string): unknown => (isJsonObject(value) ? value[key] : undefined);

const relativesAt = (relatives: Relatives, key: string): Relatives =>
  relatives.map(({ shared, made }) => ({
    shared: memberOf(shared, key),
    made: made.map((value) => memberOf(value, key)),
  }));

const byId = <Item extends Identified>(items: readonly Item[]): Map<string, Item> =>
  new Map(items.map((item) => [item.id, item]));

const indexed = (value: unknown): ReadonlyMap<string, unknown> => byId(isIdentifiedList(value) ? value : []);

/** Tells which of two values changed on both sides follows the other; null when neither does. */
function laterOf(mine: unknown, theirs: unknown, relatives: Relatives): 'mine' | 'theirs' | null {
  for (const { shared, made } of relatives) {
    if (shared === undefined) continue;
    if (isSame(theirs, shared)) return 'mine';
    if (isSame(mine, shared) && made.some((value) => isSame(theirs, value))) return 'theirs';
  }
  return null;
}

/** A position is one field: my x with the server's y would be a place that nobody chose. */
const ATOMIC = new Set(['position']);

/** Merges three ways: a value changed on one side is kept; one changed on both stays the server's, and mine is reported as lost. */
export function mergeValues(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  path: string,
  lost: Lost[],
  relatives: Relatives = [],
): unknown {
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs;
  if (isSame(theirs, base)) return mine;
  if (isJsonObject(mine) && isJsonObject(theirs)) {
    return mergeObjects(isJsonObject(base) ? base : {}, mine, theirs, path, lost, relatives);
  }
  if (isIdentifiedList(mine) && isIdentifiedList(theirs)) {
    return mergeLists(isIdentifiedList(base) ? base : [], mine, theirs, path, lost, relatives);
  }
  return chooseLater(mine, theirs, path, lost, relatives);
}

/** The server's value, unless mine follows it; mine is lost when neither follows the other. */
function chooseLater(mine: unknown, theirs: unknown, path: string, lost: Lost[], relatives: Relatives): unknown {
  const later = laterOf(mine, theirs, relatives);
  if (later === null && mine !== undefined) lost.push({ path, mine });
  return later === 'mine' ? mine : theirs;
}

function mergeObjects(base: Json, mine: Json, theirs: Json, path: string, lost: Lost[], relatives: Relatives): Json {
  const merged: Record<string, unknown> = {};
  for (const key of new Set([...keysOf(theirs), ...keysOf(mine)])) {
    const at = path + pointerStep(key);
    const near = relativesAt(relatives, key);
    const value = ATOMIC.has(key)
      ? mergeWhole(base[key], mine[key], theirs[key], at, lost, near)
      : mergeValues(base[key], mine[key], theirs[key], at, lost, near);
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

function mergeWhole(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  path: string,
  lost: Lost[],
  relatives: Relatives,
): unknown {
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs;
  if (isSame(theirs, base)) return mine;
  return chooseLater(mine, theirs, path, lost, relatives);
}

/** Merges one item that has an id: removed beats edited. Undefined when it does not stay. */
export function mergeItem<Item>(
  base: Item | undefined,
  mine: Item | undefined,
  theirs: Item | undefined,
  path: string,
  lost: Lost[],
  relatives: Relatives,
): Item | undefined {
  if (mine === undefined) return base === undefined ? theirs : undefined;
  if (theirs !== undefined) return mergeValues(base, mine, theirs, path, lost, relatives) as Item;
  if (base === undefined) return mine;
  if (!isSame(base, mine) && laterOf(mine, undefined, relatives) === null) lost.push({ path, mine });
  return undefined;
}

/** Looks up by id the items that the relatives of two lists have. */
export function relativesById(relatives: Relatives): (id: string) => Relatives {
  const lists = relatives.map(({ shared, made }) => ({ shared: indexed(shared), made: made.map(indexed) }));
  return (id) =>
    lists.map(({ shared, made }) => ({ shared: shared.get(id), made: made.map((items) => items.get(id)) }));
}

/** Merges lists by id: the server's order, then what I added in my order. */
function mergeLists(
  base: readonly Identified[],
  mine: readonly Identified[],
  theirs: readonly Identified[],
  path: string,
  lost: Lost[],
  relatives: Relatives,
): Identified[] {
  const [baseById, mineById] = [byId(base), byId(mine)];
  const theirIds = new Set(theirs.map(({ id }) => id));
  const relativesOf = relativesById(relatives);
  const merge = (my: Identified | undefined, their: Identified | undefined): Identified | readonly [] => {
    const id = (their ?? my)?.id ?? '';
    return mergeItem(baseById.get(id), my, their, path + pointerStep(id), lost, relativesOf(id)) ?? [];
  };
  const added = mine.filter(({ id }) => !theirIds.has(id));
  return [
    ...theirs.flatMap((their) => merge(mineById.get(their.id), their)),
    ...added.flatMap((my) => merge(my, undefined)),
  ];
}
