import { NODE_ACTIONS } from '../../../actions';
import { canRun, type Editor, type FlowNode } from '../../../engine';
import { announce } from '../../../ui/live/announce';

/** Opens the text of the selected node or runs it, or says why it cannot run; a node that does neither opens what it shows. */
export function openNode(editor: Editor, node: FlowNode): void {
  const { kinds } = editor.document;
  const { actions, fields } = kinds.layoutOf(node);
  if (!actions.run || fields.length > 0) {
    editor.openSelected();
    return;
  }
  const state = { kinds, node, work: 'none' as const, takes: 0, canRun: canRun(editor.document, node) };
  const whyNot = NODE_ACTIONS.run.whyNot(state);
  if (whyNot === null) editor.act(node.id, 'run');
  else announce(whyNot);
}
