import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import { nodeSize, type Editor } from '../../../engine';
import { reveal } from './reveal';

/** The focus goes to a node, or to one of its category's grips, and the view with it. */
export type GoTo = (nodeId: string, itemId?: string) => void;

/** The way to any node of the canvas: one that has no element yet gets the focus as soon as it has. */
export function useGoTo(root: RefObject<HTMLElement | null>, editor: Editor, standOn: (nodeId: string) => void): GoTo {
  const wanted = useRef<string | null>(null);
  const focusWanted = useCallback(() => {
    const element = wanted.current === null ? null : root.current?.querySelector<HTMLElement>(wanted.current);
    if (!element) return;
    wanted.current = null;
    element.focus({ preventScroll: true });
  }, [root]);

  useLayoutEffect(focusWanted);

  return useCallback(
    (nodeId, itemId) => {
      const node = editor.document.node(nodeId);
      if (!node) return;
      const group = `[data-node-id="${CSS.escape(nodeId)}"]`;
      wanted.current = itemId === undefined ? group : `${group} [data-item-id="${CSS.escape(itemId)}"]`;
      standOn(nodeId);
      reveal(editor, { ...editor.scene.positionOf(node), ...nodeSize(node) });
      focusWanted();
    },
    [editor, standOn, focusWanted],
  );
}
