import { compareStructural, reaction } from 'mobx';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import { reveal, type TextField } from '../../../engine';
import type { OutlineRow, OutlineStore } from '../../../stores/flow/OutlineStore';
import { scrolledTo } from '../../scrolledItems';
import { openNode } from '../accessible/openNode';
import { isNarrowWindow } from '../view/useMediaQuery';
import { textOfLine } from './outlineText';
import type { LineConnection } from './useLineConnection';
import { rowHeightNow } from './rowHeight';

export type ActiveLine = ReturnType<typeof useActiveLine>;

/** The line that the keys act on, at index -1 without one, and the presses and keys that move it; for an observer. */
export function useActiveLine(
  outline: OutlineStore,
  tree: RefObject<HTMLElement | null>,
  { fromId, finish }: LineConnection,
  write: (field: TextField) => void,
) {
  const { flow } = outline;
  // Found by its content, since its index may change at any time.
  const [active, setActive] = useState<OutlineRow | null>(null);
  const [lastIndex, setLastIndex] = useState(0);
  const index = active ? indexNow(outline, active, lastIndex) : -1;
  if (index >= 0 && index !== lastIndex) setLastIndex(index);
  const row = index >= 0 ? outline.row(index) : null;
  /** Index where a selection with Shift begins. */
  const anchor = useRef(0);
  /** Makes the line at the index active, or the nearest one, and scrolls to it. */
  const stand = useCallback(
    (to: number): OutlineRow | null => {
      const next = outline.row(Math.max(0, Math.min(to, outline.rowCount - 1)));
      if (!next) return null;
      setActive(next);
      if (tree.current) scrollTo(tree.current, outline.indexOf(next.nodeId, next.part?.id));
      return next;
    },
    [outline, tree],
  );
  /** True while a line selects: the line that was chosen stays active, though its node may have another one. */
  const isSelecting = useRef(false);
  // The node that is selected alone on the canvas becomes the active line.
  useEffect(() => {
    // The list may come to it only later, and is read anew now and then: each selection is followed once.
    let followed: string | null = null;
    return reaction(
      () => [flow.soleNodeId, flow.soleNodeId !== null && outline.indexOf(flow.soleNodeId) >= 0] as const,
      ([nodeId, isListed]) => {
        if (nodeId === null || nodeId === followed) {
          followed = nodeId;
          return;
        }
        followed = isListed || isSelecting.current ? nodeId : null;
        if (!isListed || isSelecting.current) return;
        const at = outline.indexOf(nodeId);
        anchor.current = at;
        stand(at);
      },
      { fireImmediately: true, equals: compareStructural },
    );
  }, [flow, outline, stand]);
  // Made anew only where a connection begins or ends: every line is rendered for that anyway.
  const handlers = useMemo(() => {
    const { editor } = flow;
    const { kinds } = editor.document;
    const selectHere = (selection: Parameters<typeof editor.select>[0]): void => {
      isSelecting.current = true;
      editor.select(selection);
      isSelecting.current = false;
    };
    const select = ({ nodeId, part }: OutlineRow): void => {
      selectHere(part?.type === 'input' ? { edges: new Set([part.id]) } : { nodes: new Set([nodeId]) });
      const card = editor.document.node(nodeId);
      if (card && !isNarrowWindow()) reveal(editor.view, editor.scene.boxOf(editor.scene.folds.shownFor(card)));
    };
    const selectTo = (at: number): void => {
      const [low, high] = [Math.min(anchor.current, at), Math.max(anchor.current, at)];
      const ids = new Set<string>();
      for (let each = low; each <= high; each += 1) ids.add(outline.row(each)?.nodeId ?? '');
      selectHere({ nodes: ids });
    };
    const toggle = ({ nodeId }: OutlineRow): void => {
      const nodes = new Set(editor.selection.nodes);
      if (!nodes.delete(nodeId)) nodes.add(nodeId);
      selectHere({ nodes });
    };
    const walk = (to: number, event: KeyboardEvent): void => {
      const next = stand(to);
      if (!next || fromId !== null) return;
      const at = outline.indexOf(next.nodeId, next.part?.id);
      if (event.shiftKey) selectTo(at);
      else if (!event.ctrlKey && !event.metaKey) {
        anchor.current = at;
        select(next);
      }
    };
    const choose = (chosen: OutlineRow, event: MouseEvent): void => {
      tree.current?.focus({ preventScroll: true });
      const at = outline.indexOf(chosen.nodeId, chosen.part?.id);
      stand(at);
      if (fromId !== null) finish(chosen.nodeId);
      else if (event.shiftKey) selectTo(at);
      else {
        anchor.current = at;
        if ((event.ctrlKey || event.metaKey) && !chosen.part) toggle(chosen);
        else select(chosen);
      }
    };
    const open = (chosen: OutlineRow): void => {
      const card = editor.document.node(chosen.nodeId);
      if (!card) return;
      const text = textOfLine(kinds, card, chosen);
      if (text) write(text);
      else if (chosen.part?.type === 'input') stand(outline.indexOf(chosen.part.source));
      else if (kinds.of(card.type)?.rowType !== undefined) outline.fold(card.id, outline.unfolded.has(card.id));
      else {
        select(chosen);
        openNode(editor, card);
      }
    };
    const fold = (nodeId: string, isFolded: boolean): void => outline.fold(nodeId, isFolded);
    return { walk, select, toggle, choose, open, fold };
  }, [flow, outline, tree, stand, fromId, finish, write]);
  const forget = useCallback(() => setActive(null), []);
  /** Version of the document right after a deletion here, until another key. */
  const deletedAt = useRef<number | null>(null);
  return { index, row, node: row ? flow.node(row.nodeId) : undefined, handlers, forget, deletedAt };
}

/** Index of the line. A removed line leaves its place to the next one, a part only to one of the same node. */
function indexNow(outline: OutlineStore, { nodeId, part }: OutlineRow, lastIndex: number): number {
  const found = outline.indexOf(nodeId, part?.id);
  if (found >= 0) return found;
  const own = outline.indexOf(nodeId);
  const shown = outline.unfolded.has(nodeId) ? outline.partsOf(nodeId).length : 0;
  return Math.max(own, Math.min(lastIndex, own < 0 ? outline.rowCount - 1 : own + shown));
}

/** Scrolls as little as shows the line at this index. */
function scrollTo(tree: HTMLElement, index: number): void {
  const height = rowHeightNow();
  tree.scrollTop = scrolledTo(tree.scrollTop, tree.clientHeight, index * height, height);
}
