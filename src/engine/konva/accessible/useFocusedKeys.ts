import { useEffect, type RefObject } from 'react';
import type { FlowNode } from '../../document/FlowNode';
import type { Editor } from '../../Editor';
import type { Selection } from '../../scene/selection';
import { isMeantAnywhere } from '../../shortcuts';
import { keyInput } from '../input/eventInput';
import { watchPressed } from '../input/pressedButton';
import { stopAt } from './focusHeir';
import type { Gathering } from './useGathering';

/** Keys that mean the selection: they take the focused node into it when it is not. */
const MEANS_SELECTION = /^(Arrow.*|Enter|Delete|Backspace)$/;
/** Whether a key may mean the selection, such as one that copies, mutes, writes or opens the menu. The space bar is the pan's. */
function mayMeanSelection(event: KeyboardEvent): boolean {
  const { key, shiftKey } = event;
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey) || key === 'Process') return true;
  return Array.from(key).length === 1 && key !== ' ' && !isMeantAnywhere(keyInput('keyDown', event));
}

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
    const controller = new AbortController();
    const { signal } = controller;
    const pressed = watchPressed(layer, signal);
    const onKeyDown = (event: KeyboardEvent): void => {
      const stop = event.target instanceof HTMLElement ? stopAt(event.target) : null;
      // A button that was pressed by a pointer keeps the focus unasked.
      if (!stop || event.target === pressed()) return;
      const { itemId: rowId, edgeId = '' } = stop.dataset;
      const node = editor.document.node(stop.closest<HTMLElement>('[data-node-id]')?.dataset.nodeId ?? '');
      if (!node && !editor.document.edge(edgeId)) return;
      const focused = [node ? 'nodes' : 'edges', node?.id ?? edgeId] as const;
      const isEmpty = editor.selection.nodes.size + editor.selection.edges.size === 0;
      if (isEmpty && (MEANS_SELECTION.test(event.key) || mayMeanSelection(event))) selectFocused(...focused);
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
      const isItself = stop === event.target && rowId === undefined;
      if (!isItself && !isRemoval) return;
      const isGathered = event.key === 'Enter' && event.shiftKey;
      if (MEANS_SELECTION.test(event.key) && !isGathered) selectFocused(...focused);
      if (isGathered) gathering.toggle(...focused);
      else if (event.key === 'Enter' && node) openNode(node);
      // A held key deletes one thing: the next one has the focus already.
      else if (isRemoval && event.repeat) event.preventDefault();
      else if (isRemoval && node && rowId !== undefined) editor.apply([{ type: 'removeRow', id: node.id, rowId }]);
      else if (isRemoval) editor.removeSelected();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    layer.addEventListener('keydown', onKeyDown, { signal });
    return () => controller.abort();
  }, [root, editor, gathering, selectFocused, openNode]);
}
