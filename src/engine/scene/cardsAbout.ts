import type { Change } from '../document/Change';
import type { Effect } from '../document/Effect';
import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import { isSameBox } from '../geometry/box';
import { nodeMode } from '../nodes/nodeMode';
import { sourcesOf, valueOf } from '../runs/requestItems';
import { boxOfNode } from '../nodes/boxOfNode';
import type { FramedPictures } from './FramedPictures';
import type { Mentioning } from './Mentioning';
import { imagesFedBy } from './mentioned';

/** Changes of a node's texts, or of its existence. */
const SAYING: ReadonlySet<Change['type']> = new Set([
  'addNode',
  'removeNode',
  'setData',
  'addRow',
  'setRow',
  'removeRow',
  'replaceNode',
]);

interface Indexes {
  readonly mentioning: Mentioning;
  readonly framed: FramedPictures;
}

/**
 * The cards that show words or numbers of other nodes which these changes have made different: what is called by the words that feed it, and
 * texts that mention a node. Without those that were changed themselves; 'all' for more than `most`.
 */
export function cardsAbout(
  document: GraphDocument,
  { mentioning, framed }: Indexes,
  changes: readonly Change[],
  effects: readonly Effect[],
  most: number,
): ReadonlySet<string> | 'all' {
  const cards = new Set<string>();
  /** Nodes whose words, or the words that they pass on, are others now. */
  const said = new Set<string>();
  for (const change of changes) {
    if (SAYING.has(change.type)) said.add('node' in change ? change.node.id : 'id' in change ? change.id : '');
  }
  for (const effect of effects) {
    if (effect.type !== 'insertEdge' && effect.type !== 'removeEdge') continue;
    const target = document.node(effect.item.target);
    if (target && document.kinds.of(target.type)?.passesOn) said.add(target.id);
  }
  const tell = (text: string): void => {
    cards.add(text);
    said.add(text);
  };
  for (const id of mentioning.isEmpty ? [] : renumbered(document, framed, effects)) {
    for (const text of textsBeside(document, mentioning, id)) tell(text);
  }
  // The loop also visits the ids that are added while it runs.
  for (const id of said) {
    for (const text of mentioning.textsAbout(id)) tell(text);
    // A node that passes its input on leads to others that are called by it.
    const view = document.nodeView(id);
    const ahead = new Set(view ? [view] : []);
    for (const { outOf } of ahead) {
      if (cards.size + outOf.length > most) return 'all';
      for (const { target } of outOf) {
        const kind = document.kinds.of(target.item.type);
        if (kind?.passesOn) ahead.add(target);
        if (kind?.calledBy !== 'input') continue;
        cards.add(target.item.id);
        for (const text of mentioning.textsAbout(target.item.id)) tell(text);
      }
    }
  }
  return cards.size > most ? 'all' : cards;
}

/** The nodes at whose right pictures may have other numbers, or none any more; frames among them. */
function* renumbered(document: GraphDocument, framed: FramedPictures, effects: readonly Effect[]): Iterable<string> {
  for (const effect of effects) {
    if (effect.type === 'insertEdge' || effect.type === 'removeEdge') yield* [effect.item.source, effect.item.target];
    else if (effect.type === 'insertNode' || effect.type === 'removeNode') {
      yield* framed.framesNear(effect.item.id, boxOfNode(document.kinds, effect.item));
    } else if (effect.type === 'setNode') {
      const { before, after } = effect;
      if (givesOther(before, after)) yield after.id;
      const [from, to] = [before, after].map((node) => boxOfNode(document.kinds, node));
      if (!from || !to || isSameBox(from, to)) continue;
      yield* [after.id, ...framed.framesNear(after.id, from), ...framed.framesNear(after.id, to)];
    }
  }
}

const givesOther = (before: FlowNode, after: FlowNode): boolean =>
  before.type !== after.type ||
  nodeMode(before) !== nodeMode(after) ||
  (valueOf(before) === null) !== (valueOf(after) === null);

/**
 * The texts that mention something in a request of this node, or of a node that it feeds, or that mention its result; itself among them.
 */
function* textsBeside(document: GraphDocument, mentioning: Mentioning, nodeId: string): Iterable<string> {
  if (mentioning.has(nodeId)) yield nodeId;
  for (const imageId of [nodeId, ...imagesFedBy(document, nodeId, true)]) {
    yield* mentioning.textsAbout(imageId);
    for (const { id } of sourcesOf(document, imageId)) if (mentioning.has(id)) yield id;
  }
}
