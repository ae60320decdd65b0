import type { Take } from '../../api/contractTakes';
import { takeValue } from '../../stores/takes/showTakes';
import { announce } from '../../ui/live/announce';
import { edgeId, type Editor, type Flow, type FlowEdge, type FlowNode, type Vector } from '../../engine';

/** Distance between the columns and rows of a branch; world pixels, on the grid. */
const COLUMN = 345;
const ROW = 240;
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
  putTake(editor, take, placeInView(editor));
  announce('live.pasted', { count: 1 });
}

/**
 * Nodes with the words and pictures from which a take was made, connected to a node that shows it as its result; null if they are unknown.
 */
export function branchOf(take: Take): { nodes: FlowNode[]; edges: FlowEdge[] } | null {
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
  const nodes = sources.map((node, index) => ({ ...node, id: `source-${index}`, position: { x: 0, y: index * ROW } }));
  const value = takeValue(take);
  const maker: Pick<FlowNode, 'type' | 'data'> =
    text === undefined
      ? { type: 'image', data: { model: recipe.model, settings: recipe.settings, value } }
      : { type: 'writer', data: { model: null, data: null, value } };
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
  return { nodes: [...nodes, { ...maker, id: MAKER, position: { x: COLUMN, y: 0 } }], edges };
}

/** A visible place: a third of the view from its corner. */
function placeInView(editor: Editor): Vector {
  const { x, y, width, height } = editor.view.visibleBox();
  return { x: x + width / 3, y: y + height / 3 };
}

/** Puts a branch into the view; one step of undo. Does nothing when the recipe is not known. */
export function putBranch(editor: Editor, take: Take): void {
  const branch = branchOf(take);
  if (!branch) return;
  editor.addFragment({ ...branch, outer: [] }, placeInView(editor));
  announce('live.pasted', { count: branch.nodes.length });
}
