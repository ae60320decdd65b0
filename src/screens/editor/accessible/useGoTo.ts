import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import { nodeSize, type Editor } from '../../../engine';
import { reveal } from './reveal';

/** The focus goes to a node, or to one of its category's grips, and the view with it. */
export type GoTo = (nodeId: string, itemId?: string) => void;

/** The way to any node of the canvas: one that has no element yet gets the focus as soon as it has. */
export function useGoTo(root: RefObject<HTMLElement | null>, editor: Editor, standOn: (nodeId: string) => void): GoTo {
  const wanted = useRef<{ readonly nodeId: string; readonly selector: string } | null>(null);
  const focusWanted = useCallback(() => {
    if (!wanted.current) return;
    const { nodeId, selector } = wanted.current;
    const element = root.current?.querySelector<HTMLElement>(selector);
    if (element || !editor.document.node(nodeId)) wanted.current = null;
    element?.focus({ preventScroll: true });
  }, [root, editor]);

  useLayoutEffect(focusWanted);

  return useCallback(
    (nodeId, itemId) => {
      const node = editor.document.node(nodeId);
      if (!node) return;
      const group = `[data-node-id="${CSS.escape(nodeId)}"]`;
      const selector = itemId === undefined ? group : `${group} [data-item-id="${CSS.escape(itemId)}"]`;
      wanted.current = { nodeId, selector };
      standOn(nodeId);
      reveal(editor.viewport, { ...editor.scene.positionOf(node), ...nodeSize(node) });
      focusWanted();
    },
    [editor, standOn, focusWanted],
  );
}
