import type { Operation } from 'fast-json-patch';
import jsonPatch from 'fast-json-patch';
import { JSON_MAX_DEPTH, PATCH_MAX_BYTES, PATCH_MAX_OPERATIONS } from '../../src/api/contract';
import { checkJson } from '../http/checkJson';
import { ApiError } from '../errors';
import type { WorkBudget } from './WorkBudget';
import type { JsonPointer } from './JsonPointer';
import { checkAddable, parsePointer, resolvePointer } from './JsonPointer';
import { patchRefused } from './errors';
import { readItemsAt } from './packedCanvas';

/**
 * Counts the bytes by which a step of a patch makes a document longer; less than 0 when it makes it shorter. Numbers count alike,
 * so that a person who only moves something is not told that it grew. Throws 409 for a path that is not there.
 */
function grownBytes(document: unknown, { op, pointer, fromPointer, value }: PatchOperation): number {
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
function replacedBy(document: unknown, pointer: PatchOperation['pointer']): unknown {
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

/** One RFC 6902 operation with its pointers parsed. */
interface PatchOperation {
  op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  path: string;
  pointer: JsonPointer;
  from: string;
  fromPointer: JsonPointer;
  value: unknown;
}

export type JsonPatch = readonly PatchOperation[];

const OPERATIONS = new Set<unknown>(['add', 'remove', 'replace', 'move', 'copy', 'test']);

/** Throws 400 when the body is no patch, 413 when it is a too long one, 422 when it reaches for a prototype. */
export function parsePatch(body: unknown): JsonPatch {
  if (!Array.isArray(body)) throw notAPatch('it must be a list of operations');
  if (body.length > PATCH_MAX_OPERATIONS) {
    throw new ApiError(413, 'tooManyOperations', `A patch may have at most ${PATCH_MAX_OPERATIONS} operations.`);
  }
  return body.map(parseOperation);
}

/** The result of applying a patch to a document. */
export interface PatchResult {
  document: unknown;
  /** Text that copies added. */
  copiedBytes: number;
  /** Text of items that were unread until now. */
  readBytes: number;
  /** Growth of the document; bytes, 0 where it was not weighed. */
  addedBytes: number;
}

/** Number of items for which making or closing a gap in a list takes as long as reading a byte of JSON. */
const ITEMS_MOVED_PER_BYTE = 16;

/**
 * Applies a patch. The document is changed in place and must be discarded when this throws: 409 for a failed test or a missing path, 413
 * for copies or a nesting beyond the limits, BudgetExceeded for more than the budget allows.
 */
export function applyPatch(document: unknown, patch: JsonPatch, budget: WorkBudget, isWeighed = false): PatchResult {
  let copiedBytes = 0;
  let addedBytes = 0;
  let readBytes = 0;
  let result = document;
  for (const step of patch) {
    const { op, path, pointer } = step;
    readBytes += readItemsAt(result, pointer, budget);
    if (op === 'move' || op === 'copy') readBytes += readItemsAt(result, step.fromPointer, budget);
    if (isWeighed) addedBytes += grownBytes(result, step);
    switch (op) {
      case 'add':
        result = add(result, path, pointer, step.value, budget);
        break;
      case 'copy': {
        const original = resolvePointer(result, step.fromPointer);
        budget.spendOn(original);
        const copy = JSON.stringify(original);
        // A few copies of copies would outgrow any memory: they may add as much as could have been sent.
        copiedBytes += Buffer.byteLength(copy);
        if (copiedBytes > PATCH_MAX_BYTES) throw copiesTooMuch();
        result = add(result, path, pointer, JSON.parse(copy), budget);
        break;
      }
      case 'move': {
        const moved = resolvePointer(result, step.fromPointer);
        budget.spendOn(moved);
        moveItemsBehind(result, step.fromPointer, budget);
        result = change(result, { op: 'remove', path: step.from });
        result = add(result, path, pointer, moved, budget);
        break;
      }
      case 'replace':
        resolvePointer(result, pointer);
        checkDepth(pointer, step.value);
        result = change(result, { op, path, value: step.value });
        break;
      case 'remove':
        resolvePointer(result, pointer);
        moveItemsBehind(result, pointer, budget);
        result = change(result, { op, path });
        break;
      case 'test':
        resolvePointer(result, pointer);
        result = change(result, { op, path, value: step.value });
    }
  }
  return { document: result, copiedBytes, readBytes, addedBytes };
}

export function canvasTooLarge(): ApiError {
  return patchRefused(413, 'canvasTooLarge');
}

function copiesTooMuch(): ApiError {
  return patchRefused(413, 'patchTooLarge');
}

/**
 * The library applies; that the path is really there was checked before, because it takes `01` for 1, an inherited
 * member for an own one and a list's end for any number. With its validation on, always.
 */
function change(document: unknown, operation: Operation): unknown {
  try {
    return jsonPatch.applyOperation(document, operation, true).newDocument;
  } catch (error) {
    if (error instanceof jsonPatch.JsonPatchError && error.name === 'TEST_OPERATION_FAILED') {
      throw patchRefused(409, 'testFailed');
    }
    throw error;
  }
}

function moveItemsBehind(document: unknown, pointer: JsonPointer, budget: WorkBudget): void {
  const list = resolvePointer(document, pointer.slice(0, -1));
  if (Array.isArray(list) && pointer.at(-1) !== '-') budget.spend(list.length / ITEMS_MOVED_PER_BYTE);
}

function add(document: unknown, path: string, pointer: JsonPointer, value: unknown, budget: WorkBudget): unknown {
  checkAddable(document, pointer);
  moveItemsBehind(document, pointer, budget);
  checkDepth(pointer, value);
  return change(document, { op: 'add', path, value });
}

function checkDepth(pointer: JsonPointer, value: unknown): void {
  checkJson(value, JSON_MAX_DEPTH - pointer.length);
}

function parseOperation(operation: unknown): PatchOperation {
  if (typeof operation !== 'object' || operation === null) throw notAPatch('an operation is not an object');
  const fields: Partial<Record<keyof PatchOperation, unknown>> = operation;
  const { op, path, from = '' } = fields;
  if (!isOperationName(op)) throw notAPatch('an op is not add, remove, replace, move, copy or test');
  if (typeof path !== 'string') throw notAPatch('an operation has no path');
  const needsFrom = op === 'move' || op === 'copy';
  if (typeof from !== 'string' || (needsFrom && fields.from === undefined)) throw notAPatch(`a ${op} has no from`);
  const needsValue = op === 'add' || op === 'replace' || op === 'test';
  if (needsValue && !Object.hasOwn(operation, 'value')) throw notAPatch(`an operation '${op}' has no value`);
  if (op === 'move' && path.startsWith(`${from}/`)) throw notAPatch('a move leads into what it moves');
  return { op, path, pointer: parsePointer(path), from, fromPointer: parsePointer(from), value: fields.value };
}

function isOperationName(op: unknown): op is PatchOperation['op'] {
  return OPERATIONS.has(op);
}

function notAPatch(problem: string): ApiError {
  return new ApiError(400, 'notAPatch', `The body is not a JSON patch: ${problem}.`);
}
