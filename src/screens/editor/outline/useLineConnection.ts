import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowNode } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { announce } from '../../../ui/live/announce';
import { fittingPair, lineTitle } from './outlineText';

export type LineConnection = ReturnType<typeof useLineConnection>;

/** A connection from the node `fromId`, null without one, to the next line that is chosen; for an observer. */
export function useLineConnection(flow: FlowStore, tree: RefObject<HTMLElement | null>) {
  const { t } = useTranslation();
  const [fromId, setFromId] = useState<string | null>(null);
  // An undo or another tab may remove the node that is connected. That is over then, even if it comes back.
  const [endings, setEndings] = useState(0);
  if (fromId !== null && !flow.node(fromId)) {
    setFromId(null);
    setEndings(endings + 1);
  }
  useLayoutEffect(() => {
    if (endings === 0) return;
    announce('live.connectionCancelled');
    // The focus was on the button that is gone.
    if (document.activeElement === document.body) tree.current?.focus({ preventScroll: true });
  }, [endings, tree]);
  return useMemo(
    () => ({
      fromId,
      begin: (node: FlowNode): void => {
        setFromId(node.id);
        tree.current?.focus({ preventScroll: true });
        announce('outline.connectingKeys', { name: lineTitle(flow, node, t) });
      },
      finish: (toId: string): void => {
        const pair = fromId === null ? null : fittingPair(flow.editor.document, fromId, toId);
        if (!pair) return announce('live.connectionRefused');
        setFromId(null);
        flow.editor.connect(pair.source, pair.target);
      },
      cancel: (): void => {
        setFromId(null);
        tree.current?.focus({ preventScroll: true });
        announce('live.connectionCancelled');
      },
    }),
    [flow, tree, fromId, t],
  );
}
