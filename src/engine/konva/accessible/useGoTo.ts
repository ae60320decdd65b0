import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import type { FlowNode } from '../../document/FlowNode';
import type { Editor } from '../../Editor';
import type { Box } from '../../geometry/box';
import { reveal } from '../../geometry/reveal';

/** The focus goes to a node, or to one of its category's grips, and the view with it, never so far that `besideId` is lost. */
export type GoTo = (nodeId: string, rowId?: string, besideId?: string) => void;

/**
 * Moves the focus to any node of the canvas: one without an element yet gets the focus as soon as it has one; until then it `isAwaited`.
 * `isGoing` says that the focus comes from here, and the view has moved already.
 */
export function useGoTo(
  root: RefObject<HTMLElement | null>,
  editor: Editor,
  setFocusedId: (nodeId: string) => void,
): { readonly goTo: GoTo; readonly isGoing: () => boolean; readonly isAwaited: () => boolean } {
  const wanted = useRef<{ readonly nodeId: string; readonly selector: string } | null>(null);
  const going = useRef(false);
  const isGoing = useCallback(() => going.current, []);
  const isAwaited = useCallback(() => wanted.current !== null, []);
  const focusWanted = useCallback(() => {
    if (!wanted.current) return;
    const { nodeId, selector } = wanted.current;
    const element = root.current?.querySelector<HTMLElement>(selector);
    if (element || !editor.document.node(nodeId) || editor.scene.folds.isHidden(nodeId)) wanted.current = null;
    going.current = true;
    element?.focus({ preventScroll: true });
    going.current = false;
  }, [root, editor]);

  useLayoutEffect(focusWanted);

  const goTo = useCallback<GoTo>(
    (nodeId, rowId, besideId) => {
      // A card in a folded frame is found at the frame, which has no rows.
      const shownId = editor.scene.folds.shownIdFor(nodeId);
      const node = editor.document.node(shownId);
      if (!node) return;
      const group = `[data-node-id="${CSS.escape(shownId)}"]`;
      const selector =
        rowId === undefined || shownId !== nodeId ? group : `${group} [data-item-id="${CSS.escape(rowId)}"]`;
      wanted.current = { nodeId: shownId, selector };
      setFocusedId(shownId);
      const beside = besideId === undefined ? undefined : editor.document.node(besideId);
      const boxOf = (card: FlowNode): Box => editor.scene.boxOf(card);
      reveal(editor.view, boxOf(node), beside && boxOf(beside));
      focusWanted();
    },
    [editor, setFocusedId, focusWanted],
  );
  return { goTo, isGoing, isAwaited };
}
