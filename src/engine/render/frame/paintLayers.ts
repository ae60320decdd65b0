import type { Editor } from '../../Editor';
import { inflate, translate, type Box } from '../../geometry/box';
import { toWorld, type Viewport, type Size } from '../../geometry/viewport';
import { deviceViewport, OVERHANG_WORLD } from './repaintPlan';
import { categoryItems } from '../../nodes/categoryItems';
import type { FlowEdge } from '../../document/FlowEdge';
import type { FlowNode } from '../../document/FlowNode';
import { paintCard } from '../card/paintCard';
import { detailAt } from '../card/levelOfDetail';
import { RESTING, type CardState, type HandleEmphasis, type PaintEnvironment } from '../card/PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';
import { gridStep, paintPane } from '../pane/paintPane';
import { paintHandles } from '../card/paintHandles';
import { paintEdge } from '../pane/paintEdge';
import { canRun, hasModel } from '../../scene/canRun';
import { foldedContent } from '../../scene/foldedContent';
import { textWithChips } from './textWithChips';
import { promptOf } from '../../scene/mentioned';
import { judgeConnection } from '../../scene/connectionRule';

/** The surroundings that a frame needs besides the editor; detail and scale follow from the viewport. */
export interface FrameOptions extends Omit<PaintEnvironment, 'kinds' | 'detail' | 'scale'> {
  /** Screen pixels. */
  readonly size: Size;
  /** Device pixels per screen pixel. */
  readonly pixelRatio: number;
  /** Selection, hover, previews: shown on the screen, not in a thumbnail. */
  readonly isInteractive: boolean;
}

/** How a part of the world is painted. */
interface Part {
  /** `FrameOptions.isInteractive`. */
  readonly isInteractive: boolean;
  /** That part; all of the world when omitted. */
  readonly visible?: Box;
}

/** Cards in full detail, on a whole stage, beyond which they do not fit into one frame. */
const MANY_CARDS = 32;

/** Counts of the things a frame drew; tests and benchmarks read them. */
export interface FrameCounts {
  nodes: number;
  edges: number;
}

/** A selection ring is at least this many device pixels thick. */
const RING_DEVICE = 2;

/**
 * Paints the pane and everything at rest in a region of the stage, all of it by default; device pixels, whole numbers. The context's origin
 * is the stage's top left corner.
 */
export function paintWorld(
  ctx: Painter2D,
  editor: Editor,
  options: FrameOptions,
  region: Box = wholeStage(options),
): FrameCounts {
  const { theme, size, pixelRatio } = options;
  const atRest = environmentOf(editor, options);
  ctx.save();
  ctx.scale(1 / pixelRatio, 1 / pixelRatio);
  if (options.isInteractive) {
    const step = gridStep(size, atRest.scale, pixelRatio);
    paintPane(ctx, deviceViewport(editor.view.viewport, pixelRatio), region, step, theme);
  } else {
    ctx.fillStyle = theme.pane;
    ctx.fillRect(region.x, region.y, region.width, region.height);
  }
  ctx.restore();
  return inWorld(ctx, editor, options, region, (visible) => {
    const around = inflate(visible, overhang(atRest));
    // A thumbnail has no overlay, so it shows what is dragged as well.
    const { scene } = editor;
    const edges = options.isInteractive ? scene.restingEdgesIn(around) : scene.edgesIn(around);
    const nodes = options.isInteractive ? scene.restingNodesIn(around) : scene.nodesIn(around);
    const share = (region.width * region.height) / (size.width * size.height * pixelRatio ** 2);
    const isTooMuch = options.isHurried && atRest.detail === 'full' && nodes.length > MANY_CARDS * share;
    const environment: PaintEnvironment = isTooMuch ? { ...atRest, detail: 'medium' } : atRest;
    paintLowestFirst(ctx, editor, nodes, edges, environment, { isInteractive: options.isInteractive, visible });
    return { nodes: nodes.length, edges: edges.length };
  });
}

/**
 * Paints the cards that move with the gesture, with their edges; `overlayParts` has the other things over the canvas. `paintMoving` paints
 * the dragged cards; the context's origin is the stage's top left corner.
 */
export function paintOverlay(
  ctx: Painter2D,
  editor: Editor,
  options: FrameOptions,
  paintMoving: () => FrameCounts = () => paintDragged(ctx, editor, options),
): FrameCounts {
  const environment = environmentOf(editor, options);
  const whole = wholeStage(options);
  const stretched = inWorld(ctx, editor, options, whole, (visible) => {
    const edges = editor.scene.stretchedEdgesIn(inflate(visible, overhang(environment)));
    paintEdges(ctx, editor, edges, environment, { isInteractive: true });
    return edges.length;
  });
  const { nodes, edges } = paintMoving();
  inWorld(ctx, editor, options, whole, () => paintDraggedRow(ctx, editor, environment));
  return { nodes, edges: edges + stretched };
}

/** The viewport of the dragged cards, as if they alone had been panned. */
export function draggedViewport({ view, scene }: Editor, pixelRatio: number): Viewport {
  const { viewport } = view;
  const { x, y } = scene.drag?.delta ?? { x: 0, y: 0 };
  return deviceViewport(
    { ...viewport, x: viewport.x + x * viewport.zoom, y: viewport.y + y * viewport.zoom },
    pixelRatio,
  );
}

/** Paints the dragged cards and the edges between them in a region of the stage; device pixels. */
export function paintDragged(
  ctx: Painter2D,
  editor: Editor,
  options: FrameOptions,
  region: Box = wholeStage(options),
): FrameCounts {
  const { scene } = editor;
  if (!scene.drag) return { nodes: 0, edges: 0 };
  const environment = environmentOf(editor, options);
  const { x, y } = scene.drag.delta;
  const { zoom, ...corner } = draggedViewport(editor, options.pixelRatio);
  // The scene includes the drag in its positions: it is subtracted, so that each step lands on the same pixels.
  const viewport = { x: corner.x - x * zoom, y: corner.y - y * zoom, zoom };
  return underViewport(ctx, viewport, options, region, (visible) => {
    const around = inflate(visible, overhang(environment));
    const edges = scene.rigidEdgesIn(around);
    const nodes = scene.draggedNodesIn(around);
    paintLowestFirst(ctx, editor, nodes, edges, environment, { isInteractive: true, visible });
    return { nodes: nodes.length, edges: edges.length };
  });
}

const wholeStage = ({ size, pixelRatio }: FrameOptions): Box => ({
  x: 0,
  y: 0,
  width: Math.ceil(size.width * pixelRatio),
  height: Math.ceil(size.height * pixelRatio),
});

/** How far a handle or a selection ring reaches over the edge of its card; world pixels. */
const overhang = ({ scale }: PaintEnvironment): number => Math.max(OVERHANG_WORLD, RING_DEVICE / scale);

const inWorld = <T>(
  ctx: Painter2D,
  editor: Editor,
  options: FrameOptions,
  region: Box,
  paint: (visible: Box) => T,
): T => underViewport(ctx, deviceViewport(editor.view.viewport, options.pixelRatio), options, region, paint);

/** Paints in world coordinates, clipped to a region of device pixels; `paint` gets that region in the world. */
function underViewport<T>(
  ctx: Painter2D,
  viewport: Viewport,
  { pixelRatio }: FrameOptions,
  region: Box,
  paint: (visible: Box) => T,
): T {
  ctx.save();
  ctx.scale(1 / pixelRatio, 1 / pixelRatio);
  ctx.beginPath();
  ctx.rect(region.x, region.y, region.width, region.height);
  ctx.clip();
  ctx.translate(viewport.x, viewport.y);
  ctx.scale(viewport.zoom, viewport.zoom);
  const result = paint({
    ...toWorld(viewport, region),
    width: region.width / viewport.zoom,
    height: region.height / viewport.zoom,
  });
  ctx.restore();
  return result;
}

const environmentOf = (editor: Editor, options: FrameOptions): PaintEnvironment => ({
  kinds: editor.document.kinds,
  theme: options.theme,
  words: options.words,
  pictures: options.pictures,
  isHurried: options.isHurried ?? false,
  ...(options.cells && { cells: options.cells }),
  ...(options.shimmer !== undefined && { shimmer: options.shimmer }),
  ...(options.awaited && { awaited: options.awaited }),
  ...(options.marks && { marks: options.marks }),
  detail: detailAt(editor.view.viewport.zoom),
  scale: editor.view.viewport.zoom * options.pixelRatio,
});

/** Frames, edges over them, the frames' handles and cards over those; `nodes` as the scene has them, so that frames come first. */
function paintLowestFirst(
  ctx: Painter2D,
  editor: Editor,
  nodes: readonly FlowNode[],
  edges: readonly FlowEdge[],
  environment: PaintEnvironment,
  part: Part,
): void {
  const { kinds } = environment;
  const firstCard = nodes.findIndex((node) => !kinds.isFrame(node));
  const frames = nodes.slice(0, firstCard === -1 ? nodes.length : firstCard);
  for (const node of frames) paintNode(ctx, editor, node, environment, part, CARD);
  paintEdges(ctx, editor, edges, environment, part);
  for (const node of frames) paintNode(ctx, editor, node, environment, part, HANDLES);
  for (const node of nodes.slice(frames.length)) paintNode(ctx, editor, node, environment, part, WHOLE);
}

/** Letters, lines and soft edges reach beyond the box of their text or button by less than this; world pixels. */
const SPILL = 6;

/** The painters of one node, in their order. */
export type NodePainters = readonly (typeof paintCard)[];

export const WHOLE: NodePainters = [paintCard, paintHandles];
const CARD: NodePainters = [paintCard];
const HANDLES: NodePainters = [paintHandles];

function paintEdges(
  ctx: Painter2D,
  editor: Editor,
  edges: readonly FlowEdge[],
  environment: PaintEnvironment,
  part: Part,
): void {
  const { isInteractive, visible } = part;
  const seen = { ...environment, ...(visible && { visible }) };
  const flow = isInteractive && environment.detail === 'full' ? editor.flow : null;
  for (const edge of edges) {
    // It is the pending connection, and the preview shows it there.
    if (isInteractive && editor.preview.connection?.movedEdgeId === edge.id) continue;
    const isSelected = isInteractive && editor.selection.edges.has(edge.id);
    const isRunning = isInteractive && editor.runs.get(edge.target)?.state === 'running';
    // An edge fades only where a person can point at it to see all of it.
    const isWanted = !isInteractive || isSelected || isRunning || editor.hoverEdgeId === edge.id;
    paintEdge(ctx, editor.scene.routeOf(edge), edge.type, seen, {
      isSelected,
      flow: isRunning ? flow : null,
      fadesAt: isWanted ? null : editor.view.viewport.zoom,
    });
  }
}

function paintNode(
  ctx: Painter2D,
  editor: Editor,
  node: FlowNode,
  environment: PaintEnvironment,
  part: Part,
  painters: NodePainters,
): void {
  const { x, y } = editor.scene.positionOf(node);
  const visible = part.visible ? inflate(translate(part.visible, { x: -x, y: -y }), SPILL) : null;
  const state = part.isInteractive
    ? cardState(editor, node, environment, visible)
    : {
        ...RESTING,
        visible,
        canRun: canRun(editor.document, node),
        prompt: promptOf(editor.document, node),
        text: textWithChips(editor, node, environment.words),
        folded: foldedContent(editor.document, editor.scene, node),
      };
  ctx.translate(x, y);
  for (const paint of painters) paint(ctx, node, state, environment);
  ctx.translate(-x, -y);
}

function cardState(
  editor: Editor,
  node: FlowNode,
  { detail, marks, words }: PaintEnvironment,
  visible: Box | null,
): CardState {
  const { editing, preview } = editor;
  const run = editor.runs.get(node.id) ?? null;
  const takes = editor.takes.size > 0 ? (editor.takes.get(node.id) ?? null) : null;
  const isNote = run?.state === 'note';
  const { connection } = preview;
  // Only the node that the edge is drawn out of shows a handle at low detail: the others need not be asked.
  const isConnectionShown = connection !== null && (detail !== 'low' || connection.anchor.nodeId === node.id);
  return {
    visible,
    isSelected: editor.selection.nodes.has(node.id),
    isHovered: editor.hoverId === node.id,
    isMarked: marks?.has(node.id) ?? false,
    // A card at low detail shows no button: thousands of them need not be asked.
    canRun: detail !== 'low' && canRun(editor.document, node),
    run: isNote ? null : run,
    note: isNote ? (run.message ?? null) : hasModel(editor, node) ? null : missingModel(editor, node, words),
    takes: detail === 'full' ? takes : null,
    isFaded: takes?.isFaded ?? false,
    // Only a card in full has words.
    prompt: detail === 'full' ? promptOf(editor.document, node) : '',
    text: detail === 'low' ? null : textWithChips(editor, node, words),
    folded: foldedContent(editor.document, editor.scene, node, editor.runs),
    editing: editing?.nodeId === node.id ? (editing.rowId ? `${editing.rowId}:${editing.name}` : editing.name) : null,
    emphasis: isConnectionShown ? (handleId) => emphasisOf(editor, node, handleId) : RESTING.emphasis,
  };
}

const missingModel = ({ document }: Editor, { type }: FlowNode, words: PaintEnvironment['words']): string =>
  document.kinds.of(type)?.run?.writes === true ? words.noTextModel : words.modelGone;

/** The handle that a pending connection points at is laid over the cards (`overlayParts`): the pointer moves, and the cards stay as they are. */
function emphasisOf(editor: Editor, node: FlowNode, handleId: string): HandleEmphasis {
  const edge = editor.preview.connection;
  if (!edge) return 'rest';
  if (edge.anchor.nodeId === node.id && edge.anchor.handleId === handleId) return 'snapped';
  return judgeConnection(editor.document, edge.anchor, { nodeId: node.id, handleId }).isAllowed ? 'grown' : 'faded';
}

/** The row that is pulled out, as the card that it would be. */
function paintDraggedRow(ctx: Painter2D, editor: Editor, environment: PaintEnvironment): void {
  const { item } = editor.preview;
  if (!item) return;
  const { nodeId, rowId, at } = item;
  const { kinds } = environment;
  const category = editor.document.node(nodeId);
  if (!category) return;
  const row = categoryItems(category).find(({ id }) => id === rowId);
  const type = kinds.of(category.type)?.rowType;
  if (!row || type === undefined) return;
  const ghost: FlowNode = { id: row.id, type, position: at, data: { ...row } };
  ctx.translate(at.x, at.y);
  paintCard(ctx, ghost, { ...RESTING, isSelected: true }, environment);
  ctx.translate(-at.x, -at.y);
}
