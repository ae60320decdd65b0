import { useEffect, type RefObject } from 'react';
import { NODE_ACTIONS } from '../../../actions';
import { canRun, type Editor, type FlowNode } from '../../../engine';
import { announce } from '../../../ui/live/announce';
import { handOverFocus } from './handOverFocus';
import type { Gathering } from './useGathering';

/** Keys that mean the selection: they take the focused node into it when it is not, as after an Escape. */
const MEANS_SELECTION = /^(Arrow.*|Enter|Delete|Backspace)$/;

/** Enter opens a text or runs; a node that does neither opens what it shows. */
function openNode(editor: Editor, node: FlowNode): void {
  const { actions, fields } = editor.document.kinds.layoutOf(node);
  if (!actions.run || fields.length > 0) {
    editor.openSelected();
    return;
  }
  const whyNot = NODE_ACTIONS.run.whyNot({ node, work: 'none', takes: 0, canRun: canRun(editor.document, node) });
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
