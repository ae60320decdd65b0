import { judgeConnection, type GraphDocument, type HandleRef } from '../../../engine';

/** The handles by which one node feeds another; null where none fit. */
export function fittingPair(
  document: GraphDocument,
  fromId: string,
  toId: string,
): { readonly source: HandleRef; readonly target: HandleRef } | null {
  const [from, to] = [document.node(fromId), document.node(toId)];
  if (!from || !to) return null;
  for (const { id, side } of document.kinds.handlesOf(from)) {
    if (side !== 'output') continue;
    const source = { nodeId: fromId, handleId: id };
    for (const handle of document.kinds.handlesOf(to)) {
      const target = { nodeId: toId, handleId: handle.id };
      if (judgeConnection(document, source, target).isAllowed) return { source, target };
    }
  }
  return null;
}
