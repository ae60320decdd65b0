import { ListChanges, type PendingChanges } from '../../../engine';
import { finish, type SlicedTask, type PatchStep, pointerStep } from './Patch';
import { type Identified, isIdentifiedList, isJsonObject, isSame, type Json } from './sameValue';

/** The server refuses paths through these, so a change of one replaces the object around it. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** The RFC 6902 patch of pending changes, made only from what they touched. */
export function* encodeChanges(pending: PendingChanges): SlicedTask<PatchStep[]> {
  const steps: PatchStep[] = [];
  // Moves come before any removal or addition: their indexes are the base's.
  for (const { at, from, to } of pending.movedNodes()) {
    diffValues(from, to, `/nodes/${at}/position`, steps);
    yield;
  }
  pending.settle();
  yield* encodeList(pending.nodes, '/nodes', steps);
  yield* encodeList(pending.edges, '/edges', steps);
  return steps;
}

/** Three passes, so that every index holds when its step runs: edits in place, removals from the end, additions from the start. */
function* encodeList<T extends { readonly id: string }>(
  { layout, touched }: ListChanges<T>,
  path: string,
  steps: PatchStep[],
): SlicedTask<void> {
  const edited = [...touched.values()].filter(({ isInPlace }) => isInPlace).toSorted((a, b) => a.at - b.at);
  for (const { at, base, next } of edited) {
    diffValues(base, next, path + pointerStep(at), steps);
    yield;
  }
  if (touched.size === edited.length) return;
  for (const at of [...layout.left()].toReversed()) {
    steps.push({ op: 'remove', path: path + pointerStep(at) });
    yield;
  }
  for (const { id, index } of layout.came()) {
    steps.push({ op: 'add', path: path + pointerStep(index), value: touched.get(id)?.next });
    yield;
  }
}

/** Appends to `steps` the changes from one object to the other, member by member. */
export function diffMembers(base: Json, next: Json, steps: PatchStep[]): void {
  for (const key of new Set([...Object.keys(base), ...Object.keys(next)])) diffMember(base, next, key, '', steps);
}

/** Appends to `steps` the changes from `base` to `next` at `path`; a part with the same reference is not looked into. */
function diffValues(base: unknown, next: unknown, path: string, steps: PatchStep[]): void {
  if (Object.is(base, next)) return;
  if (isJsonObject(base) && isJsonObject(next)) diffObjects(base, next, path, steps);
  else if (hasOwnIds(base) && hasOwnIds(next)) {
    // Rows are compared by id.
    finish(encodeList(ListChanges.between(base, next), path, steps));
  } else if (!isSame(base, next)) steps.push({ op: 'replace', path, value: next });
}

const hasOwnIds = (value: unknown): value is readonly Identified[] =>
  isIdentifiedList(value) && new Set(value.map(({ id }) => id)).size === value.length;

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
 * True when one step replaces the object: when a path is refused, and when each of several plain members differs, as in
 * the position of a card that was dragged.
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
