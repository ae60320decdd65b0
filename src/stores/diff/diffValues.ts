import { longestRun } from './longestRun';
import { type PatchStep, pointerStep } from './PatchStep';
import { type Identified, isIdentifiedList, isJsonObject, isSame, type Json, keysOf } from './sameValue';

/** The server refuses paths through these, so a change of one replaces the object around it. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Appends to `steps` what turns `base` into `next` at `path`; a part with the same reference is not looked into. */
export function diffValues(base: unknown, next: unknown, path: string, steps: PatchStep[]): void {
  if (Object.is(base, next)) return;
  if (isJsonObject(base) && isJsonObject(next)) diffObjects(base, next, path, steps);
  else if (isIdentifiedList(base) && isIdentifiedList(next)) diffLists(base, next, path, steps);
  else if (!isSame(base, next)) steps.push({ op: 'replace', path, value: next });
}

function diffObjects(base: Json, next: Json, path: string, steps: PatchStep[]): void {
  const keys = new Set([...keysOf(base), ...keysOf(next)]);
  const isForbidden = [...keys].some((key) => FORBIDDEN.has(key) && !isSame(base[key], next[key]));
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

/**
 * Lists of things with ids, by id: what left is removed, what came is added, what stayed is compared in its place. Removing
 * the first of ten thousand is one step, because every step names one item and no item moves for another's sake.
 */
function diffLists(base: readonly Identified[], next: readonly Identified[], path: string, steps: PatchStep[]): void {
  let start = 0;
  let baseEnd = base.length;
  let nextEnd = next.length;
  const isPair = (left: number, right: number): boolean => base[left]?.id === next[right]?.id;
  while (start < baseEnd && start < nextEnd && isPair(start, start)) start += 1;
  while (baseEnd > start && nextEnd > start && isPair(baseEnd - 1, nextEnd - 1)) {
    baseEnd -= 1;
    nextEnd -= 1;
  }

  const placeInNext = new Map<string, number>();
  for (let place = start; place < nextEnd; place += 1) placeInNext.set(next[place]?.id ?? '', place);
  const baseIds = new Set<string>();
  const kept: { from: number; to: number }[] = [];
  for (let from = start; from < baseEnd; from += 1) {
    const id = base[from]?.id ?? '';
    baseIds.add(id);
    const to = placeInNext.get(id);
    if (to !== undefined) kept.push({ from, to });
  }
  // Ids given twice say nothing about what stayed; such a list is no valid snapshot and travels whole.
  if (placeInNext.size !== nextEnd - start || baseIds.size !== baseEnd - start) {
    steps.push({ op: 'replace', path, value: next });
    return;
  }

  const run = longestRun(kept.map(({ to }) => to)).map((position) => kept[position] ?? { from: 0, to: 0 });
  const staysFrom = new Set(run.map(({ from }) => from));
  const staysTo = new Set(run.map(({ to }) => to));

  // Three passes, so that every index is right when its step runs: edits in place, removals from the end, additions from the start.
  for (let place = 0; place < start; place += 1) diffItem(base[place], next[place], place);
  for (const { from, to } of run) diffItem(base[from], next[to], from);
  for (let place = baseEnd; place < base.length; place += 1) {
    diffItem(base[place], next[place - baseEnd + nextEnd], place);
  }
  for (let from = baseEnd - 1; from >= start; from -= 1) {
    if (!staysFrom.has(from)) steps.push({ op: 'remove', path: path + pointerStep(from) });
  }
  for (let to = start; to < nextEnd; to += 1) {
    if (!staysTo.has(to)) steps.push({ op: 'add', path: path + pointerStep(to), value: next[to] });
  }

  function diffItem(left: Identified | undefined, right: Identified | undefined, place: number): void {
    if (left !== right) diffValues(left, right, path + pointerStep(place), steps);
  }
}
