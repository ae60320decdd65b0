import { useEffect, type RefObject } from 'react';
import type { FlowNode } from '../../document/FlowNode';
import type { Editor } from '../../Editor';
import type { Selection } from '../../scene/selection';
import { stopAt } from './focusHeir';
import type { Gathering } from './useGathering';

/** Keys that mean the selection: they take the focused node into it when it is not. */
const MEANS_SELECTION = /^(Arrow.*|Enter|Delete|Backspace)$/;

interface FocusedKeys {
  readonly gathering: Gathering;
  /** Selects the node or edge that has the focus. */
  readonly selectFocused: (kind: keyof Selection, id: string) => void;
  readonly openNode: (node: FlowNode) => void;
}

/**
 * The keys of the node or edge that has the focus, itself or in one of its parts. Native listeners: they come before those of the canvas
 * around the layer, where React's would come after.
 */
export function useFocusedKeys(
  root: RefObject<HTMLElement | null>,
  editor: Editor,
  { gathering, selectFocused, openNode }: FocusedKeys,
): void {
  useEffect(() => {
    const layer = root.current;
    if (!layer) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
      const stop = stopAt(event.target);
      const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
      const isItself = stop === event.target && stop.dataset.itemId === undefined;
      if (!stop || !(isItself || isRemoval)) return;
      const { itemId: rowId, edgeId = '' } = stop.dataset;
      const node = editor.document.node(stop.closest<HTMLElement>('[data-node-id]')?.dataset.nodeId ?? '');
      if (!node && !editor.document.edge(edgeId)) return;
      const isGathered = event.key === 'Enter' && event.shiftKey;
      if (node && MEANS_SELECTION.test(event.key) && !isGathered) selectFocused('nodes', node.id);
      if (isGathered) gathering.toggle(node ? 'nodes' : 'edges', node?.id ?? edgeId);
      else if (event.key === 'Enter' && node) openNode(node);
      else if (isRemoval && node && rowId !== undefined) editor.apply([{ type: 'removeRow', id: node.id, rowId }]);
      else if (isRemoval) editor.removeSelected();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    layer.addEventListener('keydown', onKeyDown);
    return () => layer.removeEventListener('keydown', onKeyDown);
  }, [root, editor, gathering, selectFocused, openNode]);
}
