import { type Identified, isIdentifiedList, isJsonObject, isSame, type Json, keysOf } from './sameValue';
import { pointerStep } from './PatchStep';

/** A value of mine that the merge could not keep. */
export interface Lost {
  /** Where it stood, by id rather than by index: `/nodes/ID/data/value`. */
  readonly path: string;
  readonly mine: unknown;
}

/**
 * Another tab of this browser that took over unsent work, or whose work was taken over. It decides a value that both sides
 * changed: the later of two values that follow one another is kept, and the earlier one is not lost.
 */
export interface Relative<Value = unknown> {
  /** What was taken over: both tabs went on from it. */
  readonly shared: Value;
  /** What the other tab has now. */
  readonly now: Value;
}

type Relatives = readonly Relative[];

const memberOf = (value: unknown, key: string): unknown => (isJsonObject(value) ? value[key] : undefined);

const relativesAt = (relatives: Relatives, key: string): Relatives =>
  relatives.map(({ shared, now }) => ({ shared: memberOf(shared, key), now: memberOf(now, key) }));

const byId = <Item extends Identified>(items: readonly Item[]): Map<string, Item> =>
  new Map(items.map((item) => [item.id, item]));

const indexed = (value: unknown): ReadonlyMap<string, unknown> => byId(isIdentifiedList(value) ? value : []);

/** Which of two values that both sides changed follows the other; null where they say different things. */
function laterOf(mine: unknown, theirs: unknown, relatives: Relatives): 'mine' | 'theirs' | null {
  for (const { shared, now } of relatives) {
    if (shared === undefined) continue;
    if (isSame(theirs, shared)) return 'mine';
    if (isSame(mine, shared) && isSame(theirs, now)) return 'theirs';
  }
  return null;
}

/** A position is one field: my x with the server's y would be a place nobody chose. */
const ATOMIC = new Set(['position']);

/** Three-way: what only one side changed is kept; what both changed stays as the server has it and mine is reported. */
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

/** The server's, unless mine follows it; mine is lost where neither follows the other. */
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

/** By id; the server's order, then what I added in my order. Removed beats edited. */
export function mergeLists<Item extends Identified>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  path: string,
  lost: Lost[],
  relatives: Relatives = [],
): Item[] {
  const baseById = byId(base);
  const mineById = byId(mine);
  const theirIds = new Set(theirs.map(({ id }) => id));
  const lists = relatives.map(({ shared, now }) => ({ shared: indexed(shared), now: indexed(now) }));
  const relativesOf = (id: string): Relatives =>
    lists.map(({ shared, now }) => ({ shared: shared.get(id), now: now.get(id) }));

  const merged: Item[] = [];
  for (const their of theirs) {
    const before = baseById.get(their.id);
    const my = mineById.get(their.id);
    const at = path + pointerStep(their.id);
    if (my === their) merged.push(their);
    else if (my) merged.push(mergeValues(before, my, their, at, lost, relativesOf(their.id)) as Item);
    else if (!before) merged.push(their);
  }
  for (const my of mine) {
    if (theirIds.has(my.id)) continue;
    const before = baseById.get(my.id);
    if (!before) merged.push(my);
    else if (!isSame(before, my) && laterOf(my, undefined, relativesOf(my.id)) === null)
      lost.push({ path: path + pointerStep(my.id), mine: my });
  }
  return merged;
}
