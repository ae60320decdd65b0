import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import type { FlowNode } from '../../document/FlowNode';
import type { Editor } from '../../Editor';
import { translate, type Box } from '../../geometry/box';
import type { View } from '../../geometry/View';

/** Screen pixels left free around the node that was walked to. */
const MARGIN = 24;

/** Distance that a span must move to lie inside [MARGIN, room - MARGIN]; a span that is too long shows its beginning. */
function shift(start: number, length: number, room: number): number {
  if (start < MARGIN || length > room - 2 * MARGIN) return MARGIN - start;
  return Math.min(0, room - MARGIN - (start + length));
}

/** Screen pixels of a card that must stay in sight: as much as a finger needs to find it again. */
const IN_SIGHT = 64;

/** A shift that keeps a part of the span in sight, if one is in sight now. */
function keeping(wanted: number, start: number, length: number, room: number): number {
  const part = Math.min(IN_SIGHT, length);
  if (start > room - part || start + length < part) return wanted;
  return Math.max(part - (start + length), Math.min(wanted, room - part - start));
}

/** Moves the view as little as it takes to show the box in the free part of the stage; less far where that would take `keep` out of sight. */
export function reveal(view: View, box: Box, keep?: Box): void {
  if (view.size.width === 0) return;
  const { free } = view;
  const inFree = (world: Box): Box => translate(view.boxToScreen(world), { x: -free.x, y: -free.y });
  const shown = inFree(box);
  const by = { x: shift(shown.x, shown.width, free.width), y: shift(shown.y, shown.height, free.height) };
  if (keep) {
    const kept = inFree(keep);
    by.x = keeping(by.x, kept.x, kept.width, free.width);
    by.y = keeping(by.y, kept.y, kept.height, free.height);
  }
  view.panBy(by);
}

/** The focus goes to a node, or to one of its category's grips, and the view with it, never so far that `besideId` is lost. */
export type GoTo = (nodeId: string, rowId?: string, besideId?: string) => void;

/**
 * Moves the focus to any node of the canvas: one without an element yet gets the focus as soon as it has one; until then it `isAwaited`.
 * `isGoing` says that the focus comes from here, and the view has moved already.
 */
export function useGoTo(
  root: RefObject<HTMLElement | null>,
  editor: Editor,
  standOn: (nodeId: string) => void,
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
      standOn(shownId);
      const beside = besideId === undefined ? undefined : editor.document.node(besideId);
      const boxOf = (card: FlowNode): Box => editor.scene.boxOf(card);
      reveal(editor.view, boxOf(node), beside && boxOf(beside));
      focusWanted();
    },
    [editor, standOn, focusWanted],
  );
  return { goTo, isGoing, isAwaited };
}
