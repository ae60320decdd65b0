import { type Identified, isIdentifiedList, isJsonObject, isSame, type Json, keysOf } from './sameValue';
import { pointerStep } from './PatchStep';

/** A value of mine that the merge could not keep. */
export interface Lost {
  /** Where it stood, by id rather than by index: `/nodes/ID/data/value`. */
  readonly path: string;
  readonly mine: unknown;
}

/** A position is one field: my x with the server's y would be a place nobody chose. */
const ATOMIC = new Set(['position']);

/** Three-way: what only one side changed is kept; what both changed stays as the server has it and mine is reported. */
export function mergeValues(base: unknown, mine: unknown, theirs: unknown, path: string, lost: Lost[]): unknown {
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs;
  if (isSame(theirs, base)) return mine;
  if (isJsonObject(mine) && isJsonObject(theirs)) {
    return mergeObjects(isJsonObject(base) ? base : {}, mine, theirs, path, lost);
  }
  if (isIdentifiedList(mine) && isIdentifiedList(theirs)) {
    return mergeLists(isIdentifiedList(base) ? base : [], mine, theirs, path, lost);
  }
  if (mine !== undefined) lost.push({ path, mine });
  return theirs;
}

function mergeObjects(base: Json, mine: Json, theirs: Json, path: string, lost: Lost[]): Json {
  const merged: Record<string, unknown> = {};
  for (const key of new Set([...keysOf(theirs), ...keysOf(mine)])) {
    const at = path + pointerStep(key);
    const value = ATOMIC.has(key)
      ? mergeWhole(base[key], mine[key], theirs[key], at, lost)
      : mergeValues(base[key], mine[key], theirs[key], at, lost);
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

function mergeWhole(base: unknown, mine: unknown, theirs: unknown, path: string, lost: Lost[]): unknown {
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs;
  if (isSame(theirs, base)) return mine;
  lost.push({ path, mine });
  return theirs;
}

/** By id; the server's order, then what I added in my order. Removed beats edited. */
export function mergeLists<Item extends Identified>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  path: string,
  lost: Lost[],
): Item[] {
  const byId = (items: readonly Item[]): Map<string, Item> => new Map(items.map((item) => [item.id, item]));
  const baseById = byId(base);
  const mineById = byId(mine);
  const theirIds = new Set(theirs.map(({ id }) => id));

  const merged: Item[] = [];
  for (const their of theirs) {
    const before = baseById.get(their.id);
    const my = mineById.get(their.id);
    if (my) merged.push(mergeValues(before, my, their, path + pointerStep(their.id), lost) as Item);
    else if (!before) merged.push(their);
  }
  for (const my of mine) {
    if (theirIds.has(my.id)) continue;
    const before = baseById.get(my.id);
    if (!before) merged.push(my);
    else if (!isSame(before, my)) lost.push({ path: path + pointerStep(my.id), mine: my });
  }
  return merged;
}
