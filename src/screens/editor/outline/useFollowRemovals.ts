import { useEffect, useEffectEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { hasTextField, type EditorEvent, type TextField } from '../../../engine';
import type { OutlineStore } from '../../../stores/flow/OutlineStore';
import { announce } from '../../../ui/live/announce';
import type { ActiveLine } from './useActiveLine';

/**
 * As on the canvas, no line is active and nothing is selected once others have removed the line that the keys act on, the text that is
 * being written, or the node `fromId` where a connection began: the next key, which the person means for what was there, hits nothing else.
 */
export function useFollowRemovals(
  outline: OutlineStore,
  tree: RefObject<HTMLElement | null>,
  { row, forget }: ActiveLine,
  field: TextField | null,
  fromId: string | null,
): void {
  const { editor } = outline.flow;
  const follow = useEffectEvent((event: EditorEvent): void => {
    if (event.type !== 'document' || event.origin !== 'merge') return;
    const focused = document.activeElement;
    if (!focused?.closest('#outline')) return;
    const { kinds } = editor.document;
    const has = (nodeId: string, partId?: string): boolean =>
      editor.document.node(nodeId) !== undefined &&
      (partId === undefined || outline.partsOf(nodeId).some(({ id }) => id === partId));
    const isLineGone = (): boolean => row !== null && !has(row.nodeId, row.part?.id);
    // With the focus in the tree the keys mean its line, though a text is still open.
    const isTextGone = (): boolean =>
      field !== null && focused !== tree.current && !hasTextField(kinds, editor.document.node(field.nodeId), field);
    // A merge first removes what only moved, and adds it again at once.
    queueMicrotask(() => {
      const isBeginGone = fromId !== null && !has(fromId);
      const isOwnGone = isLineGone() || isTextGone();
      if (!isOwnGone && !isBeginGone) return;
      // Rendered before the next key.
      flushSync(forget);
      editor.select({});
      // The person's own step is announced.
      if (isOwnGone) announce('outline.removed');
    });
  });
  useEffect(() => editor.subscribe((event) => follow(event)), [editor]);
}
