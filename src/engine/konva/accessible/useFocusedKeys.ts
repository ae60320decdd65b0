import { useEffect, type RefObject } from 'react';
import type { FlowNode } from '../../document/FlowNode';
import type { Editor } from '../../Editor';
import type { Gathering } from './useGathering';
import { refocusAfter } from './useGoTo';

/** Keys that mean the selection: they take the focused node into it when it is not, as after an Escape. */
const MEANS_SELECTION = /^(Arrow.*|Enter|Delete|Backspace)$/;

interface FocusedKeys {
  readonly gathering: Gathering;
  readonly selectNode: (nodeId: string) => void;
  readonly openNode: (node: FlowNode) => void;
}

/**
 * The keys of the node or edge that has the focus itself. Native listeners: they come before those of the canvas around the
 * layer, where React's would come after.
 */
export function useFocusedKeys(
  root: RefObject<HTMLElement | null>,
  editor: Editor,
  { gathering, selectNode, openNode }: FocusedKeys,
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
      else if (event.key === 'Enter' && node) openNode(node);
      else if (event.key === 'Delete' || event.key === 'Backspace') {
        refocusAfter(editor, layer, () => editor.removeSelected());
      } else return;
      event.preventDefault();
      event.stopPropagation();
    };
    layer.addEventListener('keydown', onKeyDown);
    return () => layer.removeEventListener('keydown', onKeyDown);
  }, [root, editor, gathering, selectNode, openNode]);
}
