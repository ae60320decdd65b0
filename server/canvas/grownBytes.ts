import type { PatchStep } from './JsonPatch';
import { resolvePointer } from './JsonPointer';

/**
 * Counts the bytes by which a step of a patch makes a document longer; less than 0 when it makes it shorter. Numbers count alike,
 * so that a person who only moves something is not told that it grew. Throws 409 for a path that is not there.
 */
export function grownBytes(document: unknown, { op, pointer, fromPointer, value }: PatchStep): number {
  switch (op) {
    case 'test':
    case 'move':
      return 0;
    case 'remove':
      return -size(resolvePointer(document, pointer));
    case 'replace':
      return size(value) - size(resolvePointer(document, pointer));
    case 'copy':
      return size(resolvePointer(document, fromPointer));
    case 'add':
      return size(value) - size(replacedBy(document, pointer));
  }
}

/** The value that an `add` replaces; undefined when there is none. */
function replacedBy(document: unknown, pointer: PatchStep['pointer']): unknown {
  const name = pointer.at(-1);
  if (name === undefined) return document;
  const holder = resolvePointer(document, pointer.slice(0, -1));
  const isPlain = typeof holder === 'object' && holder !== null && !Array.isArray(holder);
  return isPlain && Object.hasOwn(holder, name) ? Reflect.get(holder, name) : undefined;
}

function size(value: unknown): number {
  if (value === undefined) return 0;
  const text = JSON.stringify(value, (_name, part: unknown) => (typeof part === 'number' ? 0 : part));
  return Buffer.byteLength(text);
}
