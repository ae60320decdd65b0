import type { Take } from '../../api/contractTakes';
import { takeValue } from '../../stores/takes/showTakes';
import { clamp } from '../../ui/clamp';
import { announce } from '../../ui/live/announce';
import { notify } from '../../ui/toasts/notify';
import {
  edgeId,
  fragmentBox,
  freeSpot,
  nextCardAt,
  snap,
  SNAP_GRID,
  type Editor,
  type Flow,
  type FlowEdge,
  type FlowNode,
  type NodeKinds,
  type Size,
  type Vector,
} from '../../engine';

/** Distance between the columns of a branch; world pixels, on the grid. */
const COLUMN = 345;
/** The id of the node that a branch leads into; it gets another one on the canvas. */
const MAKER = 'image';

/** The node that a take of the library becomes on the canvas: an input with its picture or its words. */
export const putAs = ({ text }: Pick<Take, 'text'>): string => (text === undefined ? 'imageUpload' : 'textPrompt');

/** A take as an input with its corner there; one step that can be undone. */
export function putTake(editor: Editor, take: Pick<Take, 'url' | 'text'>, at: Vector): void {
  editor.addRow(putAs(take), at, [{ model: null, data: null, value: takeValue(take) }]);
}

/** The same where it is seen. */
export function putTakeInView(editor: Editor, take: Pick<Take, 'url' | 'text'>): void {
  putInView(editor, editor.document.kinds.newSizeOf(putAs(take)), (at) => putTake(editor, take, at));
  announce('live.pasted', { count: 1 });
}

/**
 * Nodes with the words and pictures from which a take was made, connected to a node that shows it as its result; null if they are unknown.
 */
export function branchOf(take: Take, kinds: NodeKinds): { nodes: FlowNode[]; edges: FlowEdge[] } | null {
  const { recipe, text } = take;
  if (!recipe) return null;
  const sources = recipe.items.flatMap((item): Pick<FlowNode, 'type' | 'data'>[] => {
    switch (item.type) {
      case 'text_prompt':
        return [{ type: 'textPrompt', data: { value: item.content } }];
      case 'image_prompt':
        return [{ type: 'imageUpload', data: { model: null, data: null, value: item.content } }];
      case 'category_prompt':
        return [{ type: 'categoryItem', data: { name: item.key, value: item.value.join(', ') } }];
      case 'group':
        return item.contents.map(({ key, value }) => ({
          type: 'categoryItem',
          data: { name: key, value: value.join(', ') },
        }));
    }
  });
  let y = 0;
  const nodes = sources.map((source, index): FlowNode => {
    const node = { ...source, id: `source-${index}`, position: { x: 0, y } };
    y += nextCardAt(kinds.sizeOf(node).height);
    return node;
  });
  const value = takeValue(take);
  const data =
    text === undefined ? { model: recipe.model, settings: recipe.settings, value } : { model: null, data: null, value };
  const edges = nodes.map(({ id, type }): FlowEdge => {
    const flow: Flow = type === 'imageUpload' ? 'image' : 'text';
    return {
      id: edgeId(id, MAKER),
      source: id,
      target: MAKER,
      sourceHandle: `${flow}-right`,
      targetHandle: `${flow}-left`,
      type: flow,
    };
  });
  return { nodes: [...nodes, { id: MAKER, type: branchAs(take), position: { x: COLUMN, y: 0 }, data }], edges };
}

/**
 * Puts nodes of this size in free room on the part of the stage that nothing covers, from a third of it on. The view follows them where the
 * room is below it.
 */
function putInView(editor: Editor, size: Size, put: (at: Vector) => void): void {
  const { view, scene } = editor;
  const { x, y, width, height } = view.freeBox();
  const right = x + width;
  const wanted = { x: clamp(x + width / 3, x, right - size.width - SNAP_GRID), y: y + height / 3 };
  const at = freeSpot(scene, size, wanted, right);
  put(at);
  const below = at.y + size.height + SNAP_GRID - (y + height);
  if (below <= 0) return;
  const down = Math.min(Math.max(below, at.y - wanted.y), at.y - y);
  view.panBy({ x: 0, y: -down * view.viewport.zoom });
}

/** The node that shows a take at the end of its branch. */
export const branchAs = ({ text }: Pick<Take, 'text'>): string => (text === undefined ? 'image' : 'writer');

/** Puts a branch down, the corner of the node that shows the take there; one step of undo. Returns that node's id; null when the recipe is not known. */
export function putBranchAt(editor: Editor, take: Take, { x, y }: Vector): string | null {
  const branch = branchOf(take, editor.document.kinds);
  if (!branch) return null;
  const ids = editor.addFragment({ ...branch, outer: [] }, snap({ x: x - COLUMN, y }, SNAP_GRID));
  announce('live.pasted', { count: ids.length });
  return ids.at(-1) ?? null;
}

/**
 * Puts a branch into the view; one step of undo. Does nothing when the recipe is not known. A toast says it, since a sheet covers the canvas.
 */
export function putBranch(editor: Editor, take: Take): void {
  const branch = branchOf(take, editor.document.kinds);
  if (!branch) return;
  const fragment = { ...branch, outer: [] };
  const box = fragmentBox(fragment);
  if (!box) return;
  putInView(editor, box, ({ x, y }) => void editor.addFragment(fragment, { x: x - box.x, y: y - box.y }));
  notify({ variant: 'info', titleKey: 'takes.saidBranched', count: branch.nodes.length });
}
