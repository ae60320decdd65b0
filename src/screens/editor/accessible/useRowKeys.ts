import { useEffect, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { NODE_ACTIONS } from '../../../actions';
import { categoryItems, itemText, type CategoryItem, type Editor, canRun, type FlowNode } from '../../../engine';
import { announce } from '../../../ui/live/announce';
import type { Gathering } from './useGathering';
import { type GoTo, handOverFocus } from './useGoTo';

/** The arrows up and down on a row's grip move the row among those of its category; the focus follows. */
export function useRowKeys(root: RefObject<HTMLElement | null>, editor: Editor, goTo: GoTo): void {
  const { t } = useTranslation();

  useEffect(() => {
    const layer = root.current;
    if (!layer) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
      const { itemId } = event.target.dataset;
      const nodeId = event.target.closest<HTMLElement>('[data-node-id]')?.dataset.nodeId;
      const isUp = event.key === 'ArrowUp';
      if (itemId === undefined || nodeId === undefined || !(isUp || event.key === 'ArrowDown')) return;
      event.preventDefault();
      event.stopPropagation();
      const rowsNow = (): readonly CategoryItem[] => {
        const category = editor.document.node(nodeId);
        return category ? categoryItems(category) : [];
      };
      const from = rowsNow().findIndex(({ id }) => id === itemId);
      editor.moveRow(nodeId, itemId, isUp ? from - 1 : from + 2);
      const rows = rowsNow();
      const place = rows.findIndex(({ id }) => id === itemId);
      const name = itemText(rows[place]?.name).trim() || t('node.untitled');
      announce('live.rowMoved', { name, place: place + 1, count: rows.length });
      goTo(nodeId, itemId);
    };
    layer.addEventListener('keydown', onKeyDown);
    return () => layer.removeEventListener('keydown', onKeyDown);
  }, [root, editor, goTo, t]);
}

/** Keys that mean the selection: they take the focused node into it when it is not, as after an Escape. */
const MEANS_SELECTION = /^(Arrow.*|Enter|Delete|Backspace)$/;

/** Enter opens a text or runs; a node that does neither opens what it shows. */
function openNode(editor: Editor, node: FlowNode): void {
  const { actions, fields } = editor.document.kinds.layoutOf(node);
  if (!actions.run || fields.length > 0) {
    editor.openSelected();
    return;
  }
  const whyNot = NODE_ACTIONS.run.whyNot({
    kinds: editor.document.kinds,
    node,
    work: 'none',
    takes: 0,
    canRun: canRun(editor.document, node),
  });
  if (whyNot === null) editor.act(node.id, 'run');
  else announce(whyNot);
}

/**
 * The keys of the node or pipe that has the focus itself. Native listeners: they come before those of the canvas around the
 * layer, where React's would come after.
 */
export function useItemKeys(
  root: RefObject<HTMLElement | null>,
  editor: Editor,
  gathering: Gathering,
  selectNode: (nodeId: string) => void,
): void {
  useEffect(() => {
    const layer = root.current;
    if (!layer) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
      const { nodeId, edgeId } = event.target.dataset;
      const node = nodeId === undefined ? undefined : editor.document.node(nodeId);
      const edge = edgeId === undefined ? undefined : editor.document.edge(edgeId);
      if (!node && !edge) return;
      const isGathered = event.key === 'Enter' && event.shiftKey;
      if (node && MEANS_SELECTION.test(event.key) && !isGathered) selectNode(node.id);
      if (isGathered) gathering.toggle(node ? 'nodes' : 'edges', node?.id ?? edge?.id ?? '');
      else if (event.key === 'Enter' && node) openNode(editor, node);
      else if (event.key === 'Delete' || event.key === 'Backspace') {
        handOverFocus(editor, layer, () => editor.removeSelected());
      } else return;
      event.preventDefault();
      event.stopPropagation();
    };
    layer.addEventListener('keydown', onKeyDown);
    return () => layer.removeEventListener('keydown', onKeyDown);
  }, [root, editor, gathering, selectNode]);
}
