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
    pieces.push(JSON.stringify(patch.slice(at, at + TURN)).slice(1, -1));
  }
  const text = `[${pieces.join(',')}]`;
  texts.set(patch, text);
  return text;
}
