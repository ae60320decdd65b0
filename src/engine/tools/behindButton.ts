import type { Editor } from '../Editor';
import type { Vector } from '../geometry/vector';
import { hitTest, type Hit } from '../scene/hitTest';
import type { Selection } from '../scene/selection';

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
