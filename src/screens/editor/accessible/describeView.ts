import { cardLayout, FLAT_BELOW_ZOOM, type Box, type Editor, type FlowEdge, type FlowNode } from '../../../engine';
import { readingOrder } from './readingOrder';

/** decisions.md, 'The canvas for people who cannot see it'. */
const MAX_NODES = 200;
/** Nobody walks more pipes than nodes. */
const MAX_PIPES = MAX_NODES;

export interface DescribedNode {
  readonly node: FlowNode;
  /** Where it stands among its like: raised ones lie over the others. */
  readonly level: number;
  /** Parts of the card under another card, such as 'run': they leave the pointer to what covers them. */
  readonly covered: string;
}

export interface DescribedView {
  readonly nodes: readonly DescribedNode[];
  /** The pipes of the node the keyboard stands on: they are walked to after it. */
  readonly pipes: readonly FlowEdge[];
  /** The other selected pipes: they carry a delete button. */
  readonly otherPipes: readonly FlowEdge[];
}

function nodesToDescribe(editor: Editor, standsOn: string | null): readonly FlowNode[] {
  const { camera, document, scene, selection } = editor;
  const kept = standsOn === null ? selection.nodes : new Set([standsOn, ...selection.nodes]);
  const selected = Array.from(kept)
    .slice(0, MAX_NODES)
    .flatMap((id) => document.node(id) ?? []);
  if (camera.zoom < FLAT_BELOW_ZOOM) return selected;
  const isSelected = new Set(selected);
  const others =
    editor.size.width > 0 ? scene.nodesIn(editor.visibleBox()).filter((node) => !isSelected.has(node)) : [];
  return [...selected, ...readingOrder(others).slice(0, MAX_NODES - selected.length)];
}

/** The names of the parts that another card lies over, joined, so that an unchanged answer is an equal one. */
function coveredParts(editor: Editor, node: FlowNode): string {
  const { x, y } = editor.scene.positionOf(node);
  const { actions, rows, retry } = cardLayout(node);
  const isCovered = (box: Box): boolean =>
    editor.scene.nodesIn({ ...box, x: x + box.x, y: y + box.y }).at(-1)?.id !== node.id;
  const parts: (readonly [string, Box])[] = [
    ...Object.entries(actions),
    ...rows.map(({ itemId, grip }) => [itemId, grip] as const),
    ['retry', retry],
  ];
  return parts
    .filter(([, box]) => isCovered(box))
    .map(([name]) => name)
    .join(' ');
}

/**
 * What the accessible layer holds now: at most 200 nodes in reading order; below 35 % the selection only. The node the keyboard
 * stands on is always there, for the focus goes with its element.
 */
export function describeView(editor: Editor, standsOn: string | null): DescribedView {
  const { document, scene, selection } = editor;
  const edgesOf = (ids: Iterable<string>): FlowEdge[] =>
    Array.from(ids)
      .slice(0, MAX_PIPES)
      .flatMap((id) => document.edge(id) ?? []);
  const pipes = standsOn === null ? [] : edgesOf(document.edgeIdsAt(standsOn));
  return {
    nodes: readingOrder(nodesToDescribe(editor, standsOn)).map((node) => ({
      node,
      level: scene.isRaised(node.id) ? 1 : 0,
      covered: coveredParts(editor, node),
    })),
    pipes,
    otherPipes: edgesOf(selection.edges).filter((edge) => !pipes.includes(edge)),
  };
}
