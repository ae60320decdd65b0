import { encloses } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';

/** Brings the node that is selected alone into the middle of the view, unless all of it is there already. */
export function showSelected({ editor, soleNodeId }: FlowStore): void {
  const { scene, view } = editor;
  const box = soleNodeId === null ? null : scene.bounds([soleNodeId]);
  if (!box || soleNodeId === null || encloses(view.free, view.boxToScreen(box))) return;
  editor.flyTo([soleNodeId]);
}
