import { longestRun } from './longestRun';
import { type PatchStep, pointerStep } from './PatchStep';
import { isJsonObject, isSame, type Json } from './sameValue';
import { finish, TURN, type Turns } from './Turns';

/** The server refuses paths through these, so a change of one replaces the object around it. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Appends to `steps` what turns `base` into `next` at `path`; a part with the same reference is not looked into. */
function diffValues(base: unknown, next: unknown, path: string, steps: PatchStep[]): void {
  if (Object.is(base, next)) return;
  if (isJsonObject(base) && isJsonObject(next)) diffObjects(base, next, path, steps);
  else if (Array.isArray(base) && Array.isArray(next)) finish(diffLists(base, next, path, steps));
  else if (!isSame(base, next)) steps.push({ op: 'replace', path, value: next });
}

/** As `diffValues`, for two objects whose lists may be long. */
export function* diffMembers(base: Json, next: Json, path: string, steps: PatchStep[]): Turns<void> {
  for (const key of new Set([...Object.keys(base), ...Object.keys(next)])) {
    const [before, after] = [base[key], next[key]];
    if (Array.isArray(before) && Array.isArray(after)) {
      if (before !== after) yield* diffLists(before, after, path + pointerStep(key), steps);
    } else diffMember(base, next, key, path, steps);
  }
}

/** Asked of each of a hundred thousand moved nodes: it makes nothing but steps. */
function diffObjects(base: Json, next: Json, path: string, steps: PatchStep[]): void {
  if (isReplaced(base, next)) {
    steps.push({ op: 'replace', path, value: next });
    return;
  }
  for (const key in base) if (Object.hasOwn(base, key)) diffMember(base, next, key, path, steps);
  for (const key in next) if (isNew(base, next, key)) diffMember(base, next, key, path, steps);
}

function diffMember(base: Json, next: Json, key: string, path: string, steps: PatchStep[]): void {
  const [before, after] = [base[key], next[key]];
  if (Object.is(before, after)) return;
  const at = path + pointerStep(key);
  if (after === undefined) steps.push({ op: 'remove', path: at });
  else if (before === undefined) steps.push({ op: 'add', path: at, value: after });
  else diffValues(before, after, at, steps);
}

/**
 * Whether one step says it all: where a path is refused, and where each of several plain members has another value, as in the position
 * of a card that was dragged.
 */
function isReplaced(base: Json, next: Json): boolean {
  let members = 0;
  let isAllNew = true;
  for (const key in base) {
    if (!Object.hasOwn(base, key)) continue;
    const [before, after] = [base[key], next[key]];
    members += 1;
    if (Object.is(before, after)) isAllNew = false;
    else if (FORBIDDEN.has(key) && !isSame(before, after)) return true;
    else isAllNew &&= isPlain(before) && isPlain(after);
  }
  for (const key in next) {
    if (!isNew(base, next, key)) continue;
    isAllNew = false;
    if (FORBIDDEN.has(key)) return true;
  }
  return isAllNew && members > 1;
}

const isNew = (base: Json, next: Json, key: string): boolean =>
  Object.hasOwn(next, key) && !Object.hasOwn(base, key) && next[key] !== undefined;

const isPlain = (value: unknown): boolean => typeof value !== 'object' && value !== undefined;

/**
 * Lists of things with ids, by id: what left is removed, what came is added, what stayed is compared in its place. Removing
 * the first of ten thousand is one step, because every step names one item and no item moves for another's sake. An item
 * that kept its reference is passed by without a look into it.
 */
function* diffLists(base: readonly unknown[], next: readonly unknown[], path: string, steps: PatchStep[]): Turns<void> {
  const before = steps.length;
  let looks = 0;
  const isTurnOver = (): boolean => {
    if (looks < TURN) return false;
    looks = 0;
    return true;
  };
  const isPair = (from: number, to: number): boolean => {
    if (base[from] === next[to]) return true;
    const id = idOf(base[from]);
    if (id === undefined || id !== idOf(next[to])) return false;
    looks += 1;
    diffValues(base[from], next[to], path + pointerStep(from), steps);
    return true;
  };

  let start = 0;
  let baseEnd = base.length;
  let nextEnd = next.length;
  for (; start < baseEnd && start < nextEnd; start += 1) {
    if (base[start] === next[start]) continue;
    if (!isPair(start, start)) break;
    if (isTurnOver()) yield;
  }
  for (; baseEnd > start && nextEnd > start; baseEnd -= 1, nextEnd -= 1) {
    if (base[baseEnd - 1] === next[nextEnd - 1]) continue;
    if (!isPair(baseEnd - 1, nextEnd - 1)) break;
    if (isTurnOver()) yield;
  }

  // Where things only left or only came, going along both lists tells them from what stayed, in a small part of the time.
  const paired = steps.length;
  const isLess = nextEnd < baseEnd;
  const [longEnd, shortEnd] = isLess ? [baseEnd, nextEnd] : [nextEnd, baseEnd];
  const others: number[] = [];
  for (let long = start, short = start; long < longEnd && others.length <= longEnd - shortEnd; long += 1) {
    if (short < shortEnd && (isLess ? isPair(long, short) : isPair(short, long))) short += 1;
    else {
      looks += 1;
      others.push(long);
    }
    if (isTurnOver()) yield;
  }
  if (others.length === longEnd - shortEnd) {
    for (const at of isLess ? others.toReversed() : others) {
      looks += 1;
      const place = path + pointerStep(at);
      steps.push(isLess ? { op: 'remove', path: place } : { op: 'add', path: place, value: next[at] });
      if (isTurnOver()) yield;
    }
    return;
  }
  steps.length = paired;

  const placeInNext = new Map<string | undefined, number>();
  for (let place = start; place < nextEnd; place += 1) {
    looks += 1;
    placeInNext.set(idOf(next[place]), place);
    if (isTurnOver()) yield;
  }
  const baseIds = new Set<string | undefined>();
  const kept: Pair[] = [];
  for (let from = start; from < baseEnd; from += 1) {
    looks += 1;
    const id = idOf(base[from]);
    baseIds.add(id);
    const to = placeInNext.get(id);
    if (to !== undefined) kept.push({ from, to });
    if (isTurnOver()) yield;
  }
  // Without an id, or with one given twice, nothing can be said about what stayed: such a list travels whole.
  const isClear = placeInNext.size === nextEnd - start && baseIds.size === baseEnd - start;
  if (!isClear || placeInNext.has(undefined) || baseIds.has(undefined)) {
    steps.length = before;
    if (!isSame(base, next)) steps.push({ op: 'replace', path, value: next });
    return;
  }

  // Three passes, so that every index is right when its step runs: edits in place, removals from the end, additions from the start.
  const run = longestRun(kept.map(({ to }) => to)).map((position) => kept[position] ?? { from: 0, to: 0 });
  for (const { from, to } of run) {
    looks += 1;
    diffValues(base[from], next[to], path + pointerStep(from), steps);
    if (isTurnOver()) yield;
  }
  for (let from = baseEnd - 1, last = run.length - 1; from >= start; from -= 1) {
    looks += 1;
    if (run[last]?.from === from) last -= 1;
    else steps.push({ op: 'remove', path: path + pointerStep(from) });
    if (isTurnOver()) yield;
  }
  for (let to = start, first = 0; to < nextEnd; to += 1) {
    looks += 1;
    if (run[first]?.to === to) first += 1;
    else steps.push({ op: 'add', path: path + pointerStep(to), value: next[to] });
    if (isTurnOver()) yield;
  }
}

/** The places of one item in the two lists. */
interface Pair {
  readonly from: number;
  readonly to: number;
}

const idOf = (item: unknown): string | undefined =>
  isJsonObject(item) && typeof item.id === 'string' ? item.id : undefined;
