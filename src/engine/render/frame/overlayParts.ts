import type { Flow } from '../../nodes/flows';
import type { Handle } from '../../nodes/handles';
import type { Editor } from '../../Editor';
import type { Box } from '../../geometry/box';
import { edgeRoute } from '../../geometry/edgeRoute';
import type { Vector } from '../../geometry/vector';
import type { Guide } from '../../scene/guides';
import { RECONNECT_RADIUS, deleteButtonOfEdge, deleteButtonOfNode } from '../../scene/hitTest';
import { soleSelectedEdge, soleSelectedNode } from '../../scene/selection';
import type { CutPreview } from '../../tools/ToolState';

/** World pixels. */
export interface Circle extends Vector {
  readonly radius: number;
}

interface PendingRoute {
  readonly route: readonly Vector[];
  readonly flow: Flow;
  readonly isFaded: boolean;
}

/** Things that lie over the cards, besides dragged ones, as data in world pixels. */
export interface OverlayParts {
  /** The pending connection; faint over a card or handle that cannot take it. */
  readonly connection: PendingRoute | null;
  /** Pending connections of the other selected nodes, which follow it. */
  readonly beside: readonly PendingRoute[];
  /** The handle that the pending connection would be joined to, on the card at this point. */
  readonly aim: { readonly handle: Handle; readonly card: Vector } | null;
  readonly marquee: Box | null;
  /** The edge that a dragged card would be put into. */
  readonly insertion: { readonly route: readonly Vector[]; readonly flow: string | undefined } | null;
  /** A stroke, and where it crosses the edges that would go. */
  readonly cut: CutPreview | null;
  /** Box of the card or frame that would take the dragged one in. */
  readonly dropTarget: Box | null;
  /** The bar where a dragged row would go. */
  readonly rowSlot: Box | null;
  /** Delete button of a sole selected thing; several things have a toolbar. */
  readonly deleteButton: Circle | null;
  /** Grips at the ends of the sole selected edge. */
  readonly edgeEnds: readonly Circle[];
  /** Guides that the dragged card aligns with, each as the corners of one line: x, y, x, y ... */
  readonly guides: readonly (readonly number[])[];
}

const SLOT_INSET = 8;
const SLOT_HEIGHT = 4;
/** Half the length of the ticks at the ends of a gap; screen pixels. */
const GAP_TICK = 4;

/** Whether the overlay would show nothing. */
export function isOverlayEmpty({ scene, selection, preview }: Editor): boolean {
  const { connection, marquee, item, dropTargetId, cut } = preview;
  const isPreviewed = [connection, marquee, item, dropTargetId, cut].some((part) => part !== null);
  const isSole = soleSelectedNode(selection) !== null || soleSelectedEdge(selection) !== null;
  return !scene.drag && !isPreviewed && !isSole;
}

export function overlayParts(editor: Editor): OverlayParts {
  const { document, scene, preview } = editor;
  const { connection, marquee, cut } = preview;
  const insertEdge = document.edge(preview.insertEdgeId ?? '');
  const target = document.node(preview.dropTargetId ?? '');
  return {
    connection: connection && {
      route: edgeRoute(connection.from, connection.to),
      flow: connection.flow,
      isFaded: connection.verdict === 'invalid',
    },
    beside: (connection?.beside ?? []).map(({ from, to, flow, isRefused }) => ({
      route: edgeRoute(from, to),
      flow,
      isFaded: isRefused,
    })),
    aim: aimOf(editor),
    marquee,
    insertion: insertEdge ? { route: scene.routeOf(insertEdge), flow: insertEdge.type } : null,
    cut,
    dropTarget: target ? scene.boxOf(target) : null,
    rowSlot: rowSlot(editor),
    guides: (preview.guides ?? []).map((guide) => cornersOf(guide, GAP_TICK / editor.view.viewport.zoom)),
    ...soleSelection(editor),
  };
}

function aimOf({ document, scene, preview: { connection } }: Editor): OverlayParts['aim'] {
  const target = connection?.verdict === 'valid' ? connection.target : null;
  const node = target && document.node(target.nodeId);
  const handle = node && document.kinds.handleOf(node, target.handleId);
  return handle ? { handle, card: scene.positionOf(node) } : null;
}

/** A gap has a tick at each end, across it. */
function cornersOf({ from, to, isGap }: Guide, tick: number): readonly number[] {
  if (!isGap) return [from.x, from.y, to.x, to.y];
  const [x, y] = from.y === to.y ? [0, tick] : [tick, 0];
  const ends = [from, to].map((end) => [end.x - x, end.y - y, end.x + x, end.y + y, end.x, end.y]);
  const [first = [], last = []] = ends;
  return [...first, ...last.slice(4), ...last.slice(0, 4)];
}

function rowSlot({ document, scene, preview: { item } }: Editor): Box | null {
  const category = document.node(item?.nodeId ?? '');
  if (!category || !item || item.slot === null) return null;
  const { rows, size } = document.kinds.layoutOf(category);
  const last = rows.at(-1)?.box;
  const middle = rows[item.slot]?.box.y ?? (last ? last.y + last.height : 0);
  const { x, y } = scene.positionOf(category);
  return {
    x: x + SLOT_INSET,
    y: y + middle - SLOT_HEIGHT / 2,
    width: size.width - 2 * SLOT_INSET,
    height: SLOT_HEIGHT,
  };
}

function soleSelection(editor: Editor): Pick<OverlayParts, 'deleteButton' | 'edgeEnds'> {
  const { document, scene, selection, view, preview, deleteRadius: radius } = editor;
  const isShown = !scene.drag && !preview.connection;
  const node = isShown && document.node(soleSelectedNode(selection) ?? '');
  if (node) return { deleteButton: { ...deleteButtonOfNode(scene.boxOf(node), radius), radius }, edgeEnds: [] };
  const edge = isShown && document.edge(soleSelectedEdge(selection) ?? '');
  if (!edge) return { deleteButton: null, edgeEnds: [] };
  const route = scene.routeOf(edge);
  const reach = RECONNECT_RADIUS / view.viewport.zoom;
  return {
    deleteButton: { ...deleteButtonOfEdge(route), radius },
    edgeEnds: [route[0], route.at(-1)].flatMap((end) => (end ? [{ ...end, radius: reach }] : [])),
  };
}
