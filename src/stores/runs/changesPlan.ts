import { walkFrom, type Effect, type GraphDocument } from '../../engine';

/**
 * Whether changes of the canvas may change what a run of these nodes makes. A card that was only moved runs as before, and what is in other
 * cards says nothing: while a run fills the canvas these change once a second.
 */
export function changesPlan(document: GraphDocument, effects: readonly Effect[], nodes: Iterable<string>): boolean {
  const edited = new Set<string>();
  for (const effect of effects) {
    if (effect.type === 'moveAll') continue;
    if (effect.type !== 'setNode') return true;
    if (effect.before.data !== effect.after.data) edited.add(effect.after.id);
  }
  if (edited.size === 0) return false;
  for (const id of walkFrom(document, new Set(nodes), 'feeders')) if (edited.has(id)) return true;
  return false;
}
