import type { Take } from '../../api/contractTakes';
import { announce } from '../../ui/live/announce';
import { edgeId, type Editor, type Flow, type FlowEdge, type FlowNode, type Vector } from '../../engine';

/** Distance between the columns and rows of a branch; world pixels, on the grid. */
const COLUMN = 345;
const ROW = 240;

/** The node type of a picture from the library. */
export const PUT_AS = 'imageUpload';

/** Adds the picture of a take as a picture input with its corner at `at`; one step of undo. */
export function putTake(editor: Editor, { url }: Pick<Take, 'url'>, at: Vector): void {
  editor.addRow(PUT_AS, at, [{ model: null, data: null, value: url }]);
}

/**
 * Nodes with the words and pictures that a take was made from, connected to an image node that shows it; null when they
 * are not known.
 */
export function branchOf({ recipe, url }: Take): { nodes: FlowNode[]; edges: FlowEdge[] } | null {
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
  const image: FlowNode = {
    id: 'image',
    type: 'image',
    position: { x: COLUMN, y: 0 },
    data: { model: recipe.model, settings: recipe.settings, value: url },
  };
  const edges = nodes.map(({ id, type }): FlowEdge => {
    const flow: Flow = type === 'imageUpload' ? 'image' : 'text';
    return {
      id: edgeId(id, 'image'),
      source: id,
      target: 'image',
      sourceHandle: `${flow}-right`,
      targetHandle: `${flow}-left`,
      type: flow,
    };
  });
  return { nodes: [...nodes, image], edges };
}

/** A visible place: a third of the view from its corner. */
export function placeInView(editor: Editor): Vector {
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
