import { useEffect, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ROW_ACTIONS, type RowTarget } from '../../../actions';
import { categoryItems, type Editor } from '../../../engine';
import type { GoTo } from '../../../engine/konva';
import { tellPlace } from './tellRows';

const MOVES = [ROW_ACTIONS.moveUp, ROW_ACTIONS.moveDown];

/** The arrows up and down on a row's grip move the row among those of its category; the focus follows. */
export function useRowKeys(root: RefObject<HTMLElement | null>, editor: Editor, goTo: GoTo): void {
  const { t } = useTranslation();

  useEffect(() => {
    const layer = root.current;
    if (!layer) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.target instanceof HTMLElement)) return;
      const { itemId: rowId } = event.target.dataset;
      const nodeId = event.target.closest<HTMLElement>('[data-node-id]')?.dataset.nodeId;
      // With Shift, too: the layer would move the whole card by it.
      const { key, ctrlKey, metaKey, altKey } = event;
      const action = ctrlKey || metaKey || altKey ? undefined : MOVES.find(({ chords: [chord] }) => chord?.key === key);
      if (rowId === undefined || nodeId === undefined || !action) return;
      event.preventDefault();
      event.stopPropagation();
      const category = editor.document.node(nodeId);
      const rows = category ? categoryItems(category) : [];
      const from = rows.findIndex(({ id }) => id === rowId);
      const row: RowTarget = {
        place: from + 1,
        of: rows.length,
        move: (step) => editor.moveRow(nodeId, rowId, step === 1 ? from + 2 : from - 1),
      };
      // A move is announced as every edit is; a row that is at the end already says so.
      if (action.whyNot(row) === null) action.run(row);
      else tellPlace(editor, nodeId, rowId, t);
      goTo(nodeId, rowId);
    };
    layer.addEventListener('keydown', onKeyDown);
    return () => layer.removeEventListener('keydown', onKeyDown);
  }, [root, editor, goTo, t]);
}
