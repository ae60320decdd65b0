import type { Change } from '../document/Change';
import type { FreshIds } from '../document/FreshIds';
import type { GraphDocument } from '../document/GraphDocument';
import { nodeKind, type NodeType } from '../nodes/nodeKinds';
import { mergeIntoCategory } from './mergeIntoCategory';

type TakeIn = typeof mergeIntoCategory;

/** What a kind that takes others in (see NodeKind.takes) does with them. */
const TAKE_IN: Readonly<Partial<Record<NodeType, TakeIn>>> = { category: mergeIntoCategory };

/** Nodes were let go over another one that takes them in. Empty when that is gone or takes none of them. */
export function dropInto(
  document: GraphDocument,
  nodeIds: Iterable<string>,
  targetId: string,
  fresh: FreshIds,
): readonly Change[] {
  const kind = nodeKind(document.node(targetId)?.type ?? '');
  const takeIn = kind && TAKE_IN[kind.type];
  return takeIn ? takeIn(document, nodeIds, targetId, fresh) : [];
}
