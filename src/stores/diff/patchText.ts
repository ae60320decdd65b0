import type { Patch } from './PatchStep';
import { finish, TURN, type Turns } from './Turns';

const texts = new WeakMap<Patch, string>();

/** A patch as JSON. Written once for each patch: the one of very many changes goes to the journal and to the server. */
export const patchText = (patch: Patch): string => finish(wordInTurns(patch));

/** As `patchText`, some steps a turn. */
export function* wordInTurns(patch: Patch): Turns<string> {
  const known = texts.get(patch);
  if (known !== undefined) return known;
  const pieces: string[] = [];
  for (let at = 0; at < patch.length; at += TURN) {
    if (at > 0) yield;
    const words = JSON.stringify(patch.slice(at, at + TURN));
    pieces.push(words.slice(at > 0 ? 1 : 0, at + TURN < patch.length ? -1 : undefined));
  }
  // With its brackets in the pieces: a text put together of two is copied once more by who reads it first.
  const text = pieces.join(',') || '[]';
  texts.set(patch, text);
  return text;
}

/** One patch after the other; its words are theirs. */
export function joinPatches(first: Patch, second: Patch): Patch {
  if (first.length === 0 || second.length === 0) return first.length === 0 ? second : first;
  const joined = [...first, ...second];
  texts.set(joined, `${patchText(first).slice(0, -1)},${patchText(second).slice(1)}`);
  return joined;
}
