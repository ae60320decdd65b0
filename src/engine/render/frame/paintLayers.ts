import type { Editor } from '../../Editor';
import { inflate, type Box } from '../../geometry/box';
import { toWorld, type Camera, type Size } from '../../geometry/camera';
import { edgeRoute } from '../../geometry/edgeRoute';
import { deviceCamera, OVERHANG_WORLD } from './repaintPlan';
import { EDGE_LAYERS, flowRow } from '../../nodes/flows';
import { categoryItems } from '../../nodes/categoryItems';
import type { FlowEdge } from '../../document/FlowEdge';
import type { FlowNode } from '../../document/FlowNode';
import { paintCard } from '../card/paintCard';
import { paintDeleteButton } from '../card/paintDeleteButton';
import { paintEdgeEnds } from '../pane/paintEdgeEnds';
import { detailAt } from '../card/levelOfDetail';
import { RESTING, type CardState, type HandleEmphasis, type PaintEnvironment } from '../card/PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';
import { gridStep, paintPane } from '../pane/paintPane';
import { paintHandles } from '../card/paintHandles';
import { paintMarquee } from '../pane/paintMarquee';
import { paintEdge } from '../pane/paintEdge';
import { paintRowSlot } from '../card/paintRowSlot';
import { canRun } from '../../scene/canRun';
import { promptOf } from '../../scene/promptOf';
import { judgeConnection } from '../../scene/connectionRule';
import { deleteButtonOfEdge, deleteButtonOfNode } from '../../scene/deleteButton';
import { RECONNECT_RADIUS } from '../../scene/hitTest';
import type { Preview } from '../../tools/ToolState';
import { soleSelectedEdge, soleSelectedNode } from '../../scene/selection';

/** What a frame needs beside the editor; detail and scale follow from the camera. */
export interface FrameOptions extends Omit<PaintEnvironment, 'kinds' | 'detail' | 'scale'> {
  /** Screen pixels. */
  readonly size: Size;
  /** Device pixels per screen pixel. */
  readonly pixelRatio: number;
  /** Selection, hover, previews: shown on the screen, not in a thumbnail. */
  readonly isInteractive: boolean;
}

/** More cards in full detail than this, on a whole stage, do not fit into one frame. */
const MANY_CARDS = 32;

/** What the frame drew; tests and benchmarks count these. */
export interface FrameCounts {
  nodes: number;
  edges: number;
}

/** A selection ring is at least so many device pixels thick. */
const RING_DEVICE = 2;

/**
 * Paints the pane and everything at rest in a region of the stage, all of it by default; device pixels, whole
 * numbers. The context stands at the stage's top left corner.
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
    paintPane(ctx, deviceCamera(editor.viewport.camera, pixelRatio), region, step, theme);
  } else {
    ctx.fillStyle = theme.pane;
    ctx.fillRect(region.x, region.y, region.width, region.height);
  }
  ctx.restore();
  return inWorld(ctx, editor, options, region, (visible) => {
    const around = inflate(visible, overhang(atRest));
    // A thumbnail has no overlay, so it shows what is in the hand as well.
    const { scene } = editor;
    const edges = options.isInteractive ? scene.restingEdgesIn(around) : scene.edgesIn(around);
    const nodes = options.isInteractive ? scene.restingNodesIn(around) : scene.nodesIn(around);
    const share = (region.width * region.height) / (size.width * size.height * pixelRatio ** 2);
    const isTooMuch = options.isHurried && atRest.detail === 'full' && nodes.length > MANY_CARDS * share;
    const environment: PaintEnvironment = isTooMuch ? { ...atRest, detail: 'medium' } : atRest;
    paintEdges(ctx, editor, edges, environment, options.isInteractive);
    for (const node of nodes) paintNode(ctx, editor, node, environment, options.isInteractive);
    return { nodes: nodes.length, edges: edges.length };
  });
}

/** Whether `paintOverlay` would paint nothing. */
export function isOverlayEmpty({ scene, selection, preview }: Editor): boolean {
  const isPreviewed = preview.connection !== null || preview.marquee !== null || preview.item !== null;
  const isSole = soleSelectedNode(selection) !== null || soleSelectedEdge(selection) !== null;
  return !scene.drag && !isPreviewed && !isSole;
}

/**
 * Paints what moves with the gesture and what lies over everything: dragged cards, previews, the delete button.
 * `paintHeld` paints what is carried; the context stands at the stage's top left corner.
 */
export function paintOverlay(
  ctx: Painter2D,
  editor: Editor,
  options: FrameOptions,
  paintHeld: () => FrameCounts = () => paintDragged(ctx, editor, options),
): FrameCounts {
  const environment = environmentOf(editor, options);
  const whole = wholeStage(options);
  const stretched = inWorld(ctx, editor, options, whole, (visible) => {
    const edges = editor.scene.stretchedEdgesIn(inflate(visible, overhang(environment)));
    paintEdges(ctx, editor, edges, environment, true);
    return edges.length;
  });
  const { nodes, edges } = paintHeld();
  inWorld(ctx, editor, options, whole, () => {
    paintPreview(ctx, editor, environment);
    if (!editor.scene.drag && !editor.preview.connection) paintSoleSelection(ctx, editor, environment);
  });
  return { nodes, edges: edges + stretched };
}

/** Where the carried things stand, as if they alone had been panned. */
export function draggedCamera({ viewport, scene }: Editor, pixelRatio: number): Camera {
  const { camera } = viewport;
  const { x, y } = scene.drag?.delta ?? { x: 0, y: 0 };
  return deviceCamera({ ...camera, x: camera.x + x * camera.zoom, y: camera.y + y * camera.zoom }, pixelRatio);
}

/** Paints the cards in the hand and the edges between them in a region of the stage; device pixels. */
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
  const { zoom, ...corner } = draggedCamera(editor, options.pixelRatio);
  // The scene answers with the drag included: taken off again, so that each step lands on the same pixels.
  const camera = { x: corner.x - x * zoom, y: corner.y - y * zoom, zoom };
  return underCamera(ctx, camera, options, region, (visible) => {
    const around = inflate(visible, overhang(environment));
    const edges = scene.rigidEdgesIn(around);
    const nodes = scene.draggedNodesIn(around);
    paintEdges(ctx, editor, edges, environment, true);
    for (const node of nodes) paintNode(ctx, editor, node, environment, true);
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
): T => underCamera(ctx, deviceCamera(editor.viewport.camera, options.pixelRatio), options, region, paint);

/** Paints in world coordinates, cut to a region of device pixels; `paint` is told which part of the world that is. */
function underCamera<T>(
  ctx: Painter2D,
  camera: Camera,
  { pixelRatio }: FrameOptions,
  region: Box,
  paint: (visible: Box) => T,
): T {
  ctx.save();
  ctx.scale(1 / pixelRatio, 1 / pixelRatio);
  ctx.beginPath();
  ctx.rect(region.x, region.y, region.width, region.height);
  ctx.clip();
  ctx.translate(camera.x, camera.y);
  ctx.scale(camera.zoom, camera.zoom);
  const result = paint({
    ...toWorld(camera, region),
    width: region.width / camera.zoom,
    height: region.height / camera.zoom,
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
  ...(options.shimmer !== undefined && { shimmer: options.shimmer }),
  ...(options.awaited && { awaited: options.awaited }),
  detail: detailAt(editor.viewport.camera.zoom),
  scale: editor.viewport.camera.zoom * options.pixelRatio,
});

function paintEdges(
  ctx: Painter2D,
  editor: Editor,
  edges: readonly FlowEdge[],
  environment: PaintEnvironment,
  isInteractive: boolean,
): void {
  const flow = isInteractive && environment.detail === 'full' ? editor.flow : null;
  for (const layer of EDGE_LAYERS) {
    for (const edge of edges) {
      if (flowRow(edge.type).layer !== layer) continue;
      // It is in the hand, and the preview shows it there.
      if (isInteractive && editor.preview.connection?.movedEdgeId === edge.id) continue;
      const isSelected = isInteractive && editor.selection.edges.has(edge.id);
      paintEdge(ctx, editor.scene.routeOf(edge), edge.type, environment, {
        isSelected,
        flow: flow !== null && editor.runs.get(edge.target)?.state === 'running' ? flow : null,
      });
    }
  }
}

function paintNode(
  ctx: Painter2D,
  editor: Editor,
  node: FlowNode,
  environment: PaintEnvironment,
  isInteractive: boolean,
): void {
  const { x, y } = editor.scene.positionOf(node);
  const state = isInteractive
    ? cardState(editor, node, environment)
    : { ...RESTING, canRun: canRun(editor.document, node), prompt: promptOf(editor.document, node) };
  ctx.translate(x, y);
  paintCard(ctx, node, state, environment);
  paintHandles(ctx, node, state, environment);
  ctx.translate(-x, -y);
}

function cardState(editor: Editor, node: FlowNode, { detail }: PaintEnvironment): CardState {
  const { editing, preview } = editor;
  const run = editor.runs.get(node.id) ?? null;
  const isNote = run?.state === 'note';
  const { connection } = preview;
  const isJoined = connection?.anchor.nodeId === node.id || connection?.target?.nodeId === node.id;
  // Of blocks only those that the edge joins show a handle: the others need not be asked.
  const isConnectionShown = connection !== null && (detail !== 'low' || isJoined);
  return {
    isSelected: editor.selection.nodes.has(node.id),
    isHovered: editor.hoverId === node.id,
    isDropTarget: preview.dropTargetId === node.id,
    // A block shows no button: thousands of them need not be asked.
    canRun: detail !== 'low' && canRun(editor.document, node),
    run: isNote ? null : run,
    note: isNote ? (run.message ?? null) : null,
    takes: detail === 'full' ? (editor.takes.get(node.id) ?? null) : null,
    // Only a card in full has words.
    prompt: detail === 'full' ? promptOf(editor.document, node) : '',
    editing: editing?.nodeId === node.id ? (editing.itemId ? `${editing.itemId}:${editing.name}` : editing.name) : null,
    emphasis: isConnectionShown ? (handleId) => emphasisOf(editor, node, handleId) : RESTING.emphasis,
  };
}

function emphasisOf(editor: Editor, node: FlowNode, handleId: string): HandleEmphasis {
  const edge = editor.preview.connection;
  if (!edge) return 'rest';
  const ref = { nodeId: node.id, handleId };
  if (edge.anchor.nodeId === node.id && edge.anchor.handleId === handleId) return 'snapped';
  if (!judgeConnection(editor.document, edge.anchor, ref).isAllowed) return 'faded';
  return edge.target?.nodeId === node.id && edge.target.handleId === handleId ? 'snapped' : 'grown';
}

function paintPreview(ctx: Painter2D, editor: Editor, environment: PaintEnvironment): void {
  const { connection, marquee, item } = editor.preview;
  if (connection) {
    paintEdge(ctx, edgeRoute(connection.from, connection.to), connection.flow, environment, {
      isPreview: true,
      isFaded: connection.verdict === 'invalid',
    });
  }
  if (marquee) paintMarquee(ctx, marquee, environment, editor.viewport.camera.zoom);
  if (item) paintDraggedRow(ctx, editor, item, environment);
}

/** Where a row that is pulled out would go, and the row as the card that it would be. */
function paintDraggedRow(
  ctx: Painter2D,
  editor: Editor,
  { nodeId, itemId, at, slot }: NonNullable<Preview['item']>,
  environment: PaintEnvironment,
): void {
  const { kinds } = environment;
  const category = editor.document.node(nodeId);
  if (!category) return;
  if (slot !== null) {
    const { x, y } = editor.scene.positionOf(category);
    ctx.translate(x, y);
    paintRowSlot(ctx, kinds.layoutOf(category), slot, environment);
    ctx.translate(-x, -y);
  }
  const row = categoryItems(category).find(({ id }) => id === itemId);
  const type = kinds.of(category.type)?.rowType;
  if (!row || type === undefined) return;
  const ghost: FlowNode = { id: row.id, type, position: at, data: { ...row } };
  ctx.translate(at.x, at.y);
  paintCard(ctx, ghost, { ...RESTING, isSelected: true }, environment);
  ctx.translate(-at.x, -at.y);
}

/** What is selected alone has one, where it can be seen; several things have a toolbar. */
function paintSoleSelection(ctx: Painter2D, editor: Editor, environment: PaintEnvironment): void {
  const { document, scene, selection, deleteRadius } = editor;
  const { zoom } = editor.viewport.camera;
  const node = document.node(soleSelectedNode(selection) ?? '');
  const edge = document.edge(soleSelectedEdge(selection) ?? '');
  if (node) paintDeleteButton(ctx, deleteButtonOfNode(scene.boxOf(node), deleteRadius), deleteRadius, environment);
  if (!edge) return;
  const route = scene.routeOf(edge);
  const ends = [route[0], route.at(-1)].filter((end) => end !== undefined);
  paintEdgeEnds(ctx, ends, RECONNECT_RADIUS / zoom, zoom, environment);
  paintDeleteButton(ctx, deleteButtonOfEdge(route), deleteRadius, environment);
}
