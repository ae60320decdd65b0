/** The RFC 6902 operations this app writes; it reads all six. */
export type PatchStep =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

export type Patch = readonly PatchStep[];

/** One step of a JSON pointer (RFC 6901). */
export const pointerStep = (key: string | number): string =>
  typeof key === 'number' || !/[~/]/.test(key) ? `/${key}` : `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Work that is done in turns, each a `next` and none of them long. */
export type Turns<Result> = Generator<void, Result, void>;

/** Nodes, edges or steps that a turn deals with, in some three milliseconds. Those that kept their reference do not count. */
export const TURN = 1000;

/** Does the rest of the work at once. */
export function finish<Result>(turns: Turns<Result>): Result {
  for (;;) {
    const turn = turns.next();
    if (turn.done) return turn.value;
  }
}

const texts = new WeakMap<Patch, string>();

/** A patch as JSON, written once for each patch: a very large one goes to the journal and to the server. */
export const patchText = (patch: Patch): string => finish(wordInTurns(patch));

/** Writes the text of `patchText`, some steps a turn. */
export function* wordInTurns(patch: Patch): Turns<string> {
  const known = texts.get(patch);
  if (known !== undefined) return known;
  const pieces: string[] = [];
  for (let at = 0; at < patch.length; at += TURN) {
    if (at > 0) yield;
    const words = JSON.stringify(patch.slice(at, at + TURN));
    pieces.push(words.slice(at > 0 ? 1 : 0, at + TURN < patch.length ? -1 : undefined));
  }
  // The brackets are in the pieces: a text joined of two would be copied once more by its first reader.
  const text = pieces.join(',') || '[]';
  texts.set(patch, text);
  return text;
}

/** Joins two patches; the text of each is used again. */
export function joinPatches(first: Patch, second: Patch): Patch {
  if (first.length === 0 || second.length === 0) return first.length === 0 ? second : first;
  const joined = [...first, ...second];
  texts.set(joined, `${patchText(first).slice(0, -1)},${patchText(second).slice(1)}`);
  return joined;
}
