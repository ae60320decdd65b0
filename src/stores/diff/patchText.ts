import type { Patch } from './PatchStep';

const texts = new WeakMap<Patch, string>();

/** A patch as JSON. Written once for each patch: the one of very many changes goes to the journal and to the server. */
export function patchText(patch: Patch): string {
  const text = texts.get(patch) ?? JSON.stringify(patch);
  texts.set(patch, text);
  return text;
}
