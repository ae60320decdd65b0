import { ApiError } from '../errors';
import { patchRefused } from './errors';

/** The steps of an RFC 6901 pointer, unescaped. */
export type JsonPointer = readonly string[];

/** Names that lead from a document into the language's own objects. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
/** RFC 6901: no sign, no exponent, no leading zero. */
const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/;

/** Throws 400 when the text is no pointer, 422 when it reaches for a prototype. */
export function parsePointer(text: string): JsonPointer {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) {
    throw new ApiError(400, 'notAPatch', 'The body is not a JSON patch: a path is not a JSON pointer.');
  }
  const steps = text
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (steps.some((step) => FORBIDDEN.has(step))) {
    throw patchRefused(422, 'forbiddenPath');
  }
  return steps;
}

/** The value a pointer leads to. Throws 409 when it is not there. */
export function resolvePointer(document: unknown, pointer: JsonPointer): unknown {
  let value = document;
  for (const step of pointer) {
    if (Array.isArray(value) && ARRAY_INDEX.test(step) && Number(step) < value.length) value = value[Number(step)];
    else if (isOwnMember(value, step)) value = value[step];
    else throw missingPath();
  }
  return value;
}

/** Throws 409 unless something can be added at the pointer: a member of an object, or a place in or after a list. */
export function checkAddable(document: unknown, pointer: JsonPointer): void {
  const last = pointer.at(-1);
  if (last === undefined) return;
  const parent = resolvePointer(document, pointer.slice(0, -1));
  const fits = Array.isArray(parent)
    ? last === '-' || (ARRAY_INDEX.test(last) && Number(last) <= parent.length)
    : typeof parent === 'object' && parent !== null;
  if (!fits) throw missingPath();
}

function isOwnMember(value: unknown, name: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name);
}

function missingPath(): ApiError {
  return patchRefused(409, 'pathMissing');
}
