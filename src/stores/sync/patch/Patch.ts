import type { PatchText } from '../../../api/projects';

/** The RFC 6902 operations this app writes; it reads all six. */
export type PatchStep =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

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

/** A patch as JSON: it is worded once, and the same text goes to the journal and to the server. */
export interface Patch {
  readonly text: PatchText;
  /** Number of its steps. */
  readonly length: number;
}

/** The text of a patch without steps. */
export const NO_STEPS: PatchText = '[]';

/** Words a patch, some steps a turn. */
export function* wordInTurns(steps: readonly PatchStep[]): Turns<Patch> {
  const pieces: string[] = [];
  for (let at = 0; at < steps.length; at += TURN) {
    if (at > 0) yield;
    const words = JSON.stringify(steps.slice(at, at + TURN));
    pieces.push(words.slice(at > 0 ? 1 : 0, at + TURN < steps.length ? -1 : undefined));
  }
  // The brackets are in the pieces: a text joined of two would be copied once more by its first reader.
  return { text: pieces.join(',') || NO_STEPS, length: steps.length };
}

/** The text of both patches, one after the other. */
export function joinTexts(first: PatchText, second: PatchText): PatchText {
  if (first === NO_STEPS || second === NO_STEPS) return first === NO_STEPS ? second : first;
  return `${first.slice(0, -1)},${second.slice(1)}`;
}
