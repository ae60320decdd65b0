import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Box, Editor, FlowNode } from '../../../engine';
import { reveal } from './reveal';

/** The focus goes to a node, or to one of its category's grips, and the view with it, never so far that `besideId` is lost. */
export type GoTo = (nodeId: string, itemId?: string, besideId?: string) => void;

/**
 * The way to any node of the canvas: one that has no element yet gets the focus as soon as it has. `isGoing` tells that the
 * focus comes by it, which has moved the view already.
 */
export function useGoTo(
  root: RefObject<HTMLElement | null>,
  editor: Editor,
  standOn: (nodeId: string) => void,
): { readonly goTo: GoTo; readonly isGoing: () => boolean } {
  const wanted = useRef<{ readonly nodeId: string; readonly selector: string } | null>(null);
  const going = useRef(false);
  const isGoing = useCallback(() => going.current, []);
  const focusWanted = useCallback(() => {
    if (!wanted.current) return;
    const { nodeId, selector } = wanted.current;
    const element = root.current?.querySelector<HTMLElement>(selector);
    if (element || !editor.document.node(nodeId)) wanted.current = null;
    going.current = true;
    element?.focus({ preventScroll: true });
    going.current = false;
  }, [root, editor]);

  useLayoutEffect(focusWanted);

  const goTo = useCallback<GoTo>(
    (nodeId, itemId, besideId) => {
      const node = editor.document.node(nodeId);
      if (!node) return;
      const group = `[data-node-id="${CSS.escape(nodeId)}"]`;
      const selector = itemId === undefined ? group : `${group} [data-item-id="${CSS.escape(itemId)}"]`;
      wanted.current = { nodeId, selector };
      standOn(nodeId);
      const beside = besideId === undefined ? undefined : editor.document.node(besideId);
      const boxOf = (card: FlowNode): Box => editor.scene.boxOf(card);
      reveal(editor.view, boxOf(node), beside && boxOf(beside));
      focusWanted();
    },
    [editor, standOn, focusWanted],
  );
  return { goTo, isGoing };
}
