import { useEffect, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { categoryItems, type Editor } from '../../../engine';
import type { GoTo } from '../../../engine/konva';
import { tellPlace } from './tellRows';

/** The arrows up and down on a row's grip move the row among those of its category; the focus follows. */
export function useRowKeys(root: RefObject<HTMLElement | null>, editor: Editor, goTo: GoTo): void {
  const { t } = useTranslation();

  useEffect(() => {
    const layer = root.current;
    if (!layer) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
      const { itemId: rowId } = event.target.dataset;
      const nodeId = event.target.closest<HTMLElement>('[data-node-id]')?.dataset.nodeId;
      const isUp = event.key === 'ArrowUp';
      if (rowId === undefined || nodeId === undefined || !(isUp || event.key === 'ArrowDown')) return;
      event.preventDefault();
      event.stopPropagation();
      const category = editor.document.node(nodeId);
      const from = category ? categoryItems(category).findIndex(({ id }) => id === rowId) : -1;
      editor.moveRow(nodeId, rowId, isUp ? from - 1 : from + 2);
      // A move is announced as every edit is; a row that is at the end already says so.
      if (editor.document.node(nodeId) === category) tellPlace(editor, nodeId, rowId, t);
      goTo(nodeId, rowId);
    };
    layer.addEventListener('keydown', onKeyDown);
    return () => layer.removeEventListener('keydown', onKeyDown);
  }, [root, editor, goTo, t]);
}
