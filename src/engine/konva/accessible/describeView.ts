import type { FlowEdge } from '../../document/FlowEdge';
import type { FlowNode } from '../../document/FlowNode';
import type { Editor } from '../../Editor';
import { intersects, type Box } from '../../geometry/box';
import { FULL_DETAIL_FROM_ZOOM } from '../../render/card/levelOfDetail';
import { canRun } from '../../scene/canRun';
import { promptOf } from '../../scene/mentioned';
import { readingOrder } from '../../scene/readingOrder';

/** Nodes in the accessible layer at once (ACCESS-2). */
const NODES_MAX = 200;
/** The same limit as for nodes: nobody walks more edges than that. */
const EDGES_MAX = NODES_MAX;
/** Limit for selected nodes beyond the view, and for edges that only show their delete buttons. */
const ASIDE_MAX = 40;
/** Radius of delete buttons that are not painted: the same at every zoom, so that their nodes need not be laid out again. */
const RESTING_DELETE_RADIUS = 12;

export interface DescribedNode {
  readonly node: FlowNode;
  /** Position in the paint order of its kind: raised ones lie over the others. */
  readonly stacking: number;
  /** Parts of the card under another card, such as 'run'; they leave the pointer to what covers them. */
  readonly covered: string;
  readonly isSelected: boolean;
  /** True when nothing else is selected; only then its delete button is painted. */
  readonly isAlone: boolean;
  /** Radius of the round delete button as it is painted; world pixels. */
  readonly deleteRadius: number;
  readonly canRun: boolean;
  /** Number of its finished pictures. */
  readonly takes: number;
  /** The words that name an image node. */
  readonly prompt: string;
}

export interface DescribedView {
  readonly nodes: readonly DescribedNode[];
  /** The edges of the focused node; they are walked after it. */
  readonly edges: readonly FlowEdge[];
  /** Other selected edges, for their delete buttons; only the first of very many, since each is an element of the page. */
  readonly otherEdges: readonly FlowEdge[];
}

/** The first `count` ids that exist, at a cost of that many. */
function first<T>(ids: Iterable<string>, count: number, find: (id: string) => T | undefined): T[] {
  const found: T[] = [];
  for (const id of ids) {
    if (found.length === count) break;
    const one = find(id);
    if (one) found.push(one);
  }
  return found;
}

/** The nodes that are described wherever they are: the focused one, then the selected ones. */
function* keptIds({ selection }: Editor, focusedId: string | null): Iterable<string> {
  if (focusedId !== null) yield focusedId;
  for (const id of selection.nodes) if (id !== focusedId) yield id;
}

function nodesToDescribe(editor: Editor, focusedId: string | null): readonly FlowNode[] {
  const { document, scene, selection, view } = editor;
  const kept = keptIds(editor, focusedId);
  const isKept = (id: string): boolean => id === focusedId || selection.nodes.has(id);
  // A node that a folded frame hides cannot be focused.
  const shown = (id: string): FlowNode | undefined => (scene.folds.isHidden(id) ? undefined : document.node(id));
  if (view.viewport.zoom < FULL_DETAIL_FROM_ZOOM) return first(kept, NODES_MAX, shown);
  const aside = first(kept, ASIDE_MAX, shown);
  const isAside = new Set(aside);
  const inView = view.size.width > 0 ? scene.nodesIn(view.visibleBox()).filter((node) => !isAside.has(node)) : [];
  const selected = inView.filter(({ id }) => isKept(id));
  const others = readingOrder(inView.filter(({ id }) => !isKept(id)));
  return [...aside, ...selected, ...others].slice(0, NODES_MAX);
}

/** The names of the parts that another card covers, joined so that an unchanged answer is an equal one. */
function coveredParts(editor: Editor, node: FlowNode): string {
  const { scene } = editor;
  // A frame has nothing to press where cards are, and those may be very many.
  if (scene.kinds.isFrame(node)) return '';
  const card = scene.boxOf(node);
  const there = scene.nodesIn(card);
  const over = there.slice(there.findIndex(({ id }) => id === node.id) + 1).map((other) => scene.boxOf(other));
  if (over.length === 0) return '';
  const { actions, rows, switches, retry } = editor.document.kinds.layoutOf(node);
  const parts: (readonly [string, Box])[] = [
    ...Object.entries(actions),
    ...rows.map(({ rowId, grip }) => [rowId, grip] as const),
    // A covered row loses its switch too.
    ...switches.map(({ rowId, each }) => [rowId ?? 'list', each] as const),
    ['retry', retry],
  ];
  return parts
    .filter(([, box]) => over.some((other) => intersects(other, { ...box, x: card.x + box.x, y: card.y + box.y })))
    .map(([name]) => name)
    .join(' ');
}

/** The selected edges; of very many those in view, unless the view is so wide that it shows nearly all of them. */
function selectedEdges(editor: Editor): FlowEdge[] {
  const { document, scene, view } = editor;
  const { edges } = editor.selection;
  if (edges.size <= ASIDE_MAX || view.viewport.zoom < FULL_DETAIL_FROM_ZOOM)
    return first(edges, ASIDE_MAX, (id) => document.edge(id));
  const inView = scene.edgesIn(view.visibleBox()).filter(({ id }) => edges.has(id));
  return inView.slice(0, ASIDE_MAX);
}

/**
 * The current content of the accessible layer: at most 200 nodes in reading order; below 35 % only the selection. The
 * focused node is always included, since the focus would go with its element.
 */
export function describeView(editor: Editor, focusedId: string | null): DescribedView {
  const { document, scene, selection, deleteRadius } = editor;
  const edgeIds = focusedId === null ? [] : document.edgeIdsAt(focusedId);
  const edges = first(edgeIds, EDGES_MAX, (id) => document.edge(id));
  return {
    nodes: readingOrder(nodesToDescribe(editor, focusedId)).map((node) => {
      const isSelected = selection.nodes.has(node.id);
      const isAlone = isSelected && selection.nodes.size + selection.edges.size === 1;
      return {
        node,
        stacking: scene.stackingOf(node),
        covered: coveredParts(editor, node),
        isSelected,
        isAlone,
        deleteRadius: isAlone ? deleteRadius : RESTING_DELETE_RADIUS,
        canRun: canRun(document, node),
        takes: editor.takes.get(node.id)?.count ?? 0,
        prompt: promptOf(document, node),
      };
    }),
    edges,
    otherEdges: selectedEdges(editor).filter((edge) => !edges.includes(edge)),
  };
}
