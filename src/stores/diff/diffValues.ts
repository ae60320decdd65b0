import { longestRun } from './longestRun';
import { type PatchStep, pointerStep } from './PatchStep';
import { isJsonObject, isSame, type Json } from './sameValue';

/** The server refuses paths through these, so a change of one replaces the object around it. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Appends to `steps` what turns `base` into `next` at `path`; a part with the same reference is not looked into. */
export function diffValues(base: unknown, next: unknown, path: string, steps: PatchStep[]): void {
  if (Object.is(base, next)) return;
  if (isJsonObject(base) && isJsonObject(next)) diffObjects(base, next, path, steps);
  else if (Array.isArray(base) && Array.isArray(next)) diffLists(base, next, path, steps);
  else if (!isSame(base, next)) steps.push({ op: 'replace', path, value: next });
}

function diffObjects(base: Json, next: Json, path: string, steps: PatchStep[]): void {
  const keys = differing(base, next);
  const isForbidden = keys.some((key) => FORBIDDEN.has(key) && !isSame(base[key], next[key]));
  if (isForbidden && path !== '') {
    steps.push({ op: 'replace', path, value: next });
    return;
  }
  for (const key of keys) {
    const at = path + pointerStep(key);
    if (next[key] === undefined) steps.push({ op: 'remove', path: at });
    else if (base[key] === undefined) steps.push({ op: 'add', path: at, value: next[key] });
    else diffValues(base[key], next[key], at, steps);
  }
}

/** The members of either that do not keep their reference: nearly all do, in each of ten thousand moved nodes. */
function differing(base: Json, next: Json): string[] {
  const keys: string[] = [];
  for (const key of Object.keys(base)) if (!Object.is(base[key], next[key])) keys.push(key);
  for (const key of Object.keys(next)) if (!Object.hasOwn(base, key) && next[key] !== undefined) keys.push(key);
  return keys;
}

/**
 * Lists of things with ids, by id: what left is removed, what came is added, what stayed is compared in its place. Removing
 * the first of ten thousand is one step, because every step names one item and no item moves for another's sake. An item
 * that kept its reference is passed by without a look into it.
 */
function diffLists(base: readonly unknown[], next: readonly unknown[], path: string, steps: PatchStep[]): void {
  const edited: Pair[] = [];
  let start = 0;
  let baseEnd = base.length;
  let nextEnd = next.length;
  const isPair = (from: number, to: number): boolean => {
    if (base[from] === next[to]) return true;
    const id = idOf(base[from]);
    if (id === undefined || id !== idOf(next[to])) return false;
    edited.push({ from, to });
    return true;
  };
  while (start < baseEnd && start < nextEnd && isPair(start, start)) start += 1;
  while (baseEnd > start && nextEnd > start && isPair(baseEnd - 1, nextEnd - 1)) {
    baseEnd -= 1;
    nextEnd -= 1;
  }

  const placeInNext = new Map<string | undefined, number>();
  for (let place = start; place < nextEnd; place += 1) placeInNext.set(idOf(next[place]), place);
  const baseIds = new Set<string | undefined>();
  const kept: Pair[] = [];
  for (let from = start; from < baseEnd; from += 1) {
    const id = idOf(base[from]);
    baseIds.add(id);
    const to = placeInNext.get(id);
    if (to !== undefined) kept.push({ from, to });
  }
  // Without an id, or with one given twice, nothing can be said about what stayed: such a list travels whole.
  const isClear = placeInNext.size === nextEnd - start && baseIds.size === baseEnd - start;
  if (!isClear || placeInNext.has(undefined) || baseIds.has(undefined)) {
    if (!isSame(base, next)) steps.push({ op: 'replace', path, value: next });
    return;
  }

  const run = longestRun(kept.map(({ to }) => to)).map((position) => kept[position] ?? { from: 0, to: 0 });
  const staysFrom = new Set(run.map(({ from }) => from));
  const staysTo = new Set(run.map(({ to }) => to));

  // Three passes, so that every index is right when its step runs: edits in place, removals from the end, additions from the start.
  for (const { from, to } of [...edited, ...run]) diffValues(base[from], next[to], path + pointerStep(from), steps);
  for (let from = baseEnd - 1; from >= start; from -= 1) {
    if (!staysFrom.has(from)) steps.push({ op: 'remove', path: path + pointerStep(from) });
  }
  for (let to = start; to < nextEnd; to += 1) {
    if (!staysTo.has(to)) steps.push({ op: 'add', path: path + pointerStep(to), value: next[to] });
  }
}

/** The places of one item in the two lists. */
interface Pair {
  readonly from: number;
  readonly to: number;
}

const idOf = (item: unknown): string | undefined =>
  isJsonObject(item) && typeof item.id === 'string' ? item.id : undefined;
