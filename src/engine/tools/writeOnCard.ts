import type { Editor } from '../Editor';
import type { FlowNode } from '../document/FlowNode';
import type { KeyInput } from './input';

/** The one selected card, where nothing else is selected, held or written on. */
function loneCard({ document, selection, isGesturing, editing }: Editor): FlowNode | undefined {
  const [id] = selection.nodes;
  const isAlone = selection.nodes.size === 1 && selection.edges.size === 0;
  return isAlone && id !== undefined && !isGesturing && !editing ? document.node(id) : undefined;
}

/** Whether a character that is pressed now is written on the one selected card. */
export function takesCharacters(editor: Editor, { isBeside = false }: Pick<KeyInput, 'isBeside'> = {}): boolean {
  const node = isBeside ? undefined : loneCard(editor);
  return node !== undefined && editor.document.kinds.of(node.type)?.writesOn !== undefined;
}

/** Opens the text of the one selected card, so that the key that is just pressed writes there. */
export function writeOnSelected(editor: Editor): void {
  const node = loneCard(editor);
  if (node && takesCharacters(editor)) editor.startEditing({ nodeId: node.id, name: 'value' });
}

/** A text card that a person has just added waits for its words. */
export function writeOnNew(editor: Editor): void {
  const node = loneCard(editor);
  if (node && editor.document.kinds.of(node.type)?.writesOn === 'keyAndAdding')
    editor.startEditing({ nodeId: node.id, name: 'value' });
}
