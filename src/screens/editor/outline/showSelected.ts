import type { FlowStore } from '../../../stores/flow/FlowStore';

/** Brings the node that is selected alone into the middle of the view, unless all of it is there already. */
export function showSelected({ editor, soleNodeId }: FlowStore): void {
  const { scene, view } = editor;
  const box = soleNodeId === null ? null : scene.bounds([soleNodeId]);
  if (!box || soleNodeId === null) return;
  const { x, y } = view.toScreen(box);
  const { zoom } = view.viewport;
  const isSeen =
    x >= 0 && y >= 0 && x + box.width * zoom <= view.size.width && y + box.height * zoom <= view.size.height;
  if (!isSeen) editor.flyTo([soleNodeId]);
}
