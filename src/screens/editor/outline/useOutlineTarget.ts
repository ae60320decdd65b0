import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutlineTarget } from '../../../actions';
import { categoryItems, moveInput, type FlowNode, type TextField } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { announce } from '../../../ui/live/announce';
import { lineTitle, textNow, textOfLine } from './outlineText';
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
        const field = { nodeId: node.id, rowId: id, name: 'name' } as const;
        const source = type === 'input' ? editor.document.node(row.part.source) : undefined;
        const name = source ? lineTitle(flow, source, t) : textNow(node, field);
        if (type === 'input') editor.apply(moveInput(editor.document, id, row.place - 1 + step));
        else
          editor.moveRow(node.id, id, categoryItems(node).findIndex((item) => item.id === id) + (step === 1 ? 2 : -1));
        announce('outline.moved', { name, place: row.place + step, count: row.of });
      },
    };
  }, [flow, row, node, write, connect, t]);
}
