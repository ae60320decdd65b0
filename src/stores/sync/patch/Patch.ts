import type { PatchText } from '../../../api/projects';

/** The RFC 6902 operations this app writes; it reads all six. */
export type PatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

/** One token of a JSON pointer (RFC 6901). */
export const pointerToken = (key: string | number): string =>
  typeof key === 'number' || !/[~/]/.test(key) ? `/${key}` : `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Work that can be spread over several tasks: each `next` deals with a node, an edge or an operation. */
export type SlicedTask<Result> = Generator<void, Result, void>;

export function finish<Result>(task: SlicedTask<Result>): Result {
  for (;;) {
    const step = task.next();
    if (step.done) return step.value;
  }
}

/** A patch as JSON: it is serialized once, and the same text goes to the journal and to the server. */
export interface Patch {
  readonly text: PatchText;
  readonly length: number;
}

export const EMPTY_PATCH: PatchText = '[]';

/** Serializes a patch, operation by operation. */
export function* serializePatch(operations: readonly PatchOperation[]): SlicedTask<Patch> {
  const words: string[] = [];
  for (const [at, operation] of operations.entries()) {
    // The brackets are in the words: a text joined of two would be copied once more by its first reader.
    words.push((at === 0 ? '[' : '') + JSON.stringify(operation) + (at === operations.length - 1 ? ']' : ''));
    yield;
  }
  return { text: words.join(',') || EMPTY_PATCH, length: operations.length };
}

export function joinTexts(first: PatchText, second: PatchText): PatchText {
  if (first === EMPTY_PATCH || second === EMPTY_PATCH) return first === EMPTY_PATCH ? second : first;
  return `${first.slice(0, -1)},${second.slice(1)}`;
}
