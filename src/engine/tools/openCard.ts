import type { Editor } from '../Editor';
import type { Vector } from '../geometry/vector';
import type { CardAction } from '../nodes/cardLayout';
import type { NodeKinds } from '../nodes/NodeKinds';
import type { FlowNode } from '../document/FlowNode';
import { hitTest, type Hit } from '../scene/hitTest';
import type { Selection } from '../scene/selection';
import { firstTextField, textFieldAt } from '../scene/textField';

const NOTHING: Selection = { nodes: new Set(), edges: new Set() };

/**
 * Returns the thing under a screen point, behind the delete button of the selection. The first press of a double click brings
 * that button up under the pointer, and the second one never means it.
 */
export function behindButton(editor: Editor, screen: Vector): Hit {
  const hit = editor.hit(screen);
  if (hit.type !== 'deleteNode' && hit.type !== 'deleteEdge') return hit;
  const { scene, view, deleteRadius, runs, takes } = editor;
  const { zoom } = view.viewport;
  return hitTest({ scene, selection: NOTHING, zoom, deleteRadius, runs, takes }, view.toWorld(screen));
}

/**
 * Does what a double click at a screen point does: edits the text there, else opens the card; at a small zoom it flies there. An edge gets
 * a dot.
 */
export function openCardAt(editor: Editor, screen: Vector): void {
  const hit = behindButton(editor, screen);
  if (hit.type === 'edge' || hit.type === 'edgeEnd') editor.addReroute(hit.edge.id, editor.view.toWorld(screen));
  if (hit.type !== 'node' && hit.type !== 'grip') return;
  if (!editor.drawsParts) {
    editor.flyTo([hit.node.id]);
    return;
  }
  const at = editor.view.toWorld(screen);
  const corner = editor.scene.positionOf(hit.node);
  const field = textFieldAt(editor.document.kinds, hit.node, { x: at.x - corner.x, y: at.y - corner.y });
  if (field) editor.startEditing(field);
  // A generation costs: only its own button and Enter start one.
  else openCard(editor, hit.node, ['enlarge', 'upload']);
}

/** The buttons that Enter presses on a card without a text, the first that it has. */
const ENTER_PRESSES = ['enlarge', 'upload', 'run', 'convert'] as const satisfies readonly CardAction[];

/** Does what Enter does on the selected node. */
export function openSelected(editor: Editor): void {
  const [id] = editor.selection.nodes;
  const node = id === undefined ? undefined : editor.document.node(id);
  if (node) openCard(editor, node, ENTER_PRESSES);
}

/** Returns whether Enter edits the node's first text, or else the button of its card that it presses; null for nothing. */
export function enterOn(kinds: NodeKinds, node: FlowNode): 'edit' | (typeof ENTER_PRESSES)[number] | null {
  if (firstTextField(kinds, node)) return 'edit';
  const { actions } = kinds.layoutOf(node);
  return ENTER_PRESSES.find((name) => actions[name]) ?? null;
}

/** Edits the node's first text, or else presses the first of these buttons that its card has. */
function openCard(editor: Editor, node: FlowNode, orElse: readonly CardAction[]): void {
  const { kinds } = editor.document;
  const field = firstTextField(kinds, node);
  const { actions } = kinds.layoutOf(node);
  const action = orElse.find((name) => actions[name]);
  if (field) editor.startEditing(field);
  else if (action) editor.act(node.id, action);
}
