import { useEffect, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { categoryItems, itemText, type CategoryItem, type Editor } from '../../../engine';
import type { GoTo } from '../../../engine/konva';
import { announce } from '../../../ui/live/announce';

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
      const rowsNow = (): readonly CategoryItem[] => {
        const category = editor.document.node(nodeId);
        return category ? categoryItems(category) : [];
      };
      const from = rowsNow().findIndex(({ id }) => id === rowId);
      editor.moveRow(nodeId, rowId, isUp ? from - 1 : from + 2);
      const rows = rowsNow();
      const place = rows.findIndex(({ id }) => id === rowId);
      const name = itemText(rows[place]?.name).trim() || t('node.untitled');
      announce('live.rowMoved', { name, place: place + 1, count: rows.length });
      goTo(nodeId, rowId);
    };
    layer.addEventListener('keydown', onKeyDown);
    return () => layer.removeEventListener('keydown', onKeyDown);
  }, [root, editor, goTo, t]);
}
