import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutlineTarget } from '../../../actions';
import { categoryItems, moveInput, type FlowNode, type TextField } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { announce } from '../../../ui/live/announce';
import { lineTitle, textOfLine } from './outlineText';
import type { ActiveLine } from './useActiveLine';

/** The active line as the target of the outline's actions. */
export function useOutlineTarget(
  flow: FlowStore,
  { row, node }: ActiveLine,
  write: (field: TextField) => void,
  connect: (from: FlowNode) => void,
): OutlineTarget {
  const { t } = useTranslation();
  return useMemo(() => {
    const { editor } = flow;
    const { kinds } = editor.document;
    const text = row && node ? textOfLine(kinds, node, row) : null;
    return {
      line: row ? (row.part?.type ?? 'node') : null,
      hasText: text !== null,
      hasOutput: node !== undefined && kinds.handlesOf(node).some(({ side }) => side === 'output'),
      place: row?.place ?? 0,
      of: row?.of ?? 0,
      edit: () => text && write(text),
      connect: () => node && connect(node),
      move: (step) => {
        if (!row?.part || !node) return;
        const { id, type } = row.part;
        if (type !== 'input') {
          // It is announced as every move of a row is.
          editor.moveRow(node.id, id, categoryItems(node).findIndex((item) => item.id === id) + (step === 1 ? 2 : -1));
          return;
        }
        const source = editor.document.node(row.part.source);
        editor.apply(moveInput(editor.document, id, row.place - 1 + step));
        if (source)
          announce('outline.moved', { name: lineTitle(flow, source, t), place: row.place + step, count: row.of });
      },
      removeRow: () => {
        if (row?.part?.type !== 'item' || flow.soleNodeId !== row.nodeId) return false;
        editor.apply([{ type: 'removeRow', id: row.nodeId, rowId: row.part.id }]);
        return true;
      },
    };
  }, [flow, row, node, write, connect, t]);
}
