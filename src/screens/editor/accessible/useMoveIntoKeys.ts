import { useEffect, type RefObject } from 'react';
import { type Editor, categoryItems, type FlowNode, type IdSet } from '../../../engine';
import { arrowDirection, nodeBeside, type GoTo } from '../../../engine/konva';
import { announce } from '../../../ui/live/announce';

/** The row whose grip has the focus, or the nodes selected with the focused one; control, shift and an arrow move them. */
interface Load {
  readonly node: FlowNode;
  /** Id of the row; null when nodes are moved. */
  readonly rowId: string | null;
  readonly types: readonly string[];
  readonly nodeIds: IdSet;
}

function loadAt(editor: Editor, target: EventTarget | null): Load | null {
  if (!(target instanceof HTMLElement)) return null;
  const node = editor.document.node(target.closest<HTMLElement>('[data-node-id]')?.dataset.nodeId ?? '');
  const rowId = target.dataset.itemId ?? null;
  if (!node || (rowId === null && target.dataset.nodeId === undefined)) return null;
  const rowType = editor.document.kinds.of(node.type)?.rowType ?? '';
  if (rowId !== null) return { node, rowId, types: [rowType], nodeIds: new Set([node.id]) };
  const { nodes } = editor.selection;
  const nodeIds = nodes.has(node.id) ? nodes : new Set([node.id]);
  return { node, rowId, types: Array.from(nodeIds, (id) => editor.document.node(id)?.type ?? ''), nodeIds };
}

/** Whether nodes of this type are rows anywhere, or may become such. */
const isTakenAnywhere = (editor: Editor, type: string): boolean =>
  editor.document.kinds.all.some(({ drop }) => drop?.types.includes(type));

/**
 * Control (command on a Mac) and shift with an arrow move the focused row or nodes into the next category that way, in
 * view or not: a row from its grip, or nodes that a category takes. They go to its end, as a drop by the mouse does,
 * and the focus follows.
 */
export function useMoveIntoKeys(root: RefObject<HTMLElement | null>, editor: Editor, goTo: GoTo): void {
  useEffect(() => {
    const layer = root.current;
    if (!layer) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const direction = arrowDirection(event, true);
      const load = direction && editor.state === 'select.idle' ? loadAt(editor, event.target) : null;
      // A frame and a note are resized by these keys.
      if (!direction || !load?.types.some((type) => isTakenAnywhere(editor, type))) return;
      event.preventDefault();
      const { x, y, width, height } = editor.scene.boxOf(load.node);
      const centre = { x: x + width / 2, y: y + height / 2 };
      const isTaker = (node: FlowNode): boolean =>
        !load.nodeIds.has(node.id) && load.types.every((type) => editor.document.kinds.canTake(node, type));
      const taker = nodeBeside(editor, centre, direction, isTaker);
      if (!taker) {
        announce('live.noTakerThere');
        return;
      }
      if (load.rowId === null) editor.dropInto(load.nodeIds, taker.id);
      else editor.moveRowInto(load.node.id, load.rowId, taker.id);
      const category = editor.document.node(taker.id);
      const row = category && categoryItems(category).at(-1);
      if (row) goTo(taker.id, row.id);
    };
    layer.addEventListener('keydown', onKeyDown);
    return () => layer.removeEventListener('keydown', onKeyDown);
  }, [root, editor, goTo]);
}
