import { ListChanges, type PendingChanges } from '../../../engine';
import { finish, type SlicedTask, type PatchOperation, pointerToken } from './Patch';
import { type Identified, isIdentifiedList, isJsonObject, isSame, type JsonObject } from './sameValue';

/** The server refuses paths through these, so a change of one replaces the object around it. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** The RFC 6902 patch of pending changes, made only from what they touched. */
export function* encodeChanges(pending: PendingChanges): SlicedTask<PatchOperation[]> {
  const operations: PatchOperation[] = [];
  // Moves come before any removal or addition: their indexes are the base's.
  for (const { at, from, to } of pending.movedNodes()) {
    diffValues(from, to, `/nodes/${at}/position`, operations);
    yield;
  }
  pending.settle();
  yield* encodeList(pending.nodes, '/nodes', operations);
  yield* encodeList(pending.edges, '/edges', operations);
  return operations;
}

/** Three passes, so that every index holds when its operation runs: edits in place, removals from the end, additions from the start. */
function* encodeList<T extends { readonly id: string }>(
  { layout, touched }: ListChanges<T>,
  path: string,
  operations: PatchOperation[],
): SlicedTask<void> {
  const edited = [...touched.values()].filter(({ isInPlace }) => isInPlace).toSorted((a, b) => a.at - b.at);
  for (const { at, base, next } of edited) {
    diffValues(base, next, path + pointerToken(at), operations);
    yield;
  }
  if (touched.size === edited.length) return;
  for (const at of [...layout.left()].toReversed()) {
    operations.push({ op: 'remove', path: path + pointerToken(at) });
    yield;
  }
  for (const { id, index } of layout.came()) {
    operations.push({ op: 'add', path: path + pointerToken(index), value: touched.get(id)?.next });
    yield;
  }
}

/** Appends to `operations` the changes from one object to the other, member by member. */
export function diffMembers(base: JsonObject, next: JsonObject, operations: PatchOperation[]): void {
  for (const key of new Set([...Object.keys(base), ...Object.keys(next)])) diffMember(base, next, key, '', operations);
}

/** Appends to `operations` the changes from `base` to `next` at `path`; a part with the same reference is not looked into. */
function diffValues(base: unknown, next: unknown, path: string, operations: PatchOperation[]): void {
  if (Object.is(base, next)) return;
  if (isJsonObject(base) && isJsonObject(next)) diffObjects(base, next, path, operations);
  else if (hasOwnIds(base) && hasOwnIds(next)) {
    // Rows are compared by id.
    finish(encodeList(ListChanges.between(base, next), path, operations));
  } else if (!isSame(base, next)) operations.push({ op: 'replace', path, value: next });
}

const hasOwnIds = (value: unknown): value is readonly Identified[] =>
  isIdentifiedList(value) && new Set(value.map(({ id }) => id)).size === value.length;

/** One operation replaces the object when a path is refused, and when each of several plain members differs, as in the position of a card. */
function diffObjects(base: JsonObject, next: JsonObject, path: string, operations: PatchOperation[]): void {
  const start = operations.length;
  let members = 0;
  let isRefused = false;
  const diff = (key: string): void => {
    const before = operations.length;
    members += 1;
    diffMember(base, next, key, path, operations);
    isRefused ||= operations.length > before && FORBIDDEN.has(key);
  };
  for (const key in base) if (Object.hasOwn(base, key)) diff(key);
  for (const key in next) if (Object.hasOwn(next, key) && !Object.hasOwn(base, key)) diff(key);
  const isOneByOne = members > 1 && operations.length === start + members;
  if (!isRefused && !(isOneByOne && operations.slice(start).every((one) => isPlainReplace(one, path)))) return;
  operations.splice(start, operations.length, { op: 'replace', path, value: next });
}

const isPlainReplace = (one: PatchOperation, path: string): boolean =>
  one.op === 'replace' && typeof one.value !== 'object' && one.path.lastIndexOf('/') === path.length;

function diffMember(base: JsonObject, next: JsonObject, key: string, path: string, operations: PatchOperation[]): void {
  const [before, after] = [base[key], next[key]];
  if (Object.is(before, after)) return;
  const at = path + pointerToken(key);
  if (after === undefined) operations.push({ op: 'remove', path: at });
  else if (before === undefined) operations.push({ op: 'add', path: at, value: after });
  else diffValues(before, after, at, operations);
}
