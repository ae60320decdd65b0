import type { Editor } from './Editor';
import { inflate, type Box } from './geometry/box';
import { visibleBox, type Size } from './geometry/camera';
import { pipeRoute } from './geometry/pipeRoute';
import { categoryItems } from './model/categoryItems';
import type { FlowEdge } from './model/FlowEdge';
import type { FlowNode } from './model/FlowNode';
import { paintCard } from './paint/paintCard';
import { paintDeleteButton } from './paint/paintDeleteButton';
import {
  detailAt,
  RESTING,
  type CardState,
  type HandleEmphasis,
  type PaintEnvironment,
} from './paint/PaintEnvironment';
import type { Painter2D } from './paint/Painter2D';
import { paintGrid } from './paint/paintGrid';
import { paintHandles } from './paint/paintHandles';
import { paintMarquee } from './paint/paintMarquee';
import { paintPipe } from './paint/paintPipe';
import { canRun } from './scene/canRun';
import { judgeConnection } from './scene/connectionRule';
import { deleteButtonOfEdge, deleteButtonOfNode } from './scene/hitTest';

/** What a frame needs beside the editor; detail and scale follow from the camera. */
export interface FrameOptions extends Omit<PaintEnvironment, 'detail' | 'scale'> {
  /** Screen pixels. */
  readonly size: Size;
  /** Device pixels per screen pixel. */
  readonly pixelRatio: number;
  /** Selection, hover, previews: shown on the screen, not in a thumbnail. */
  readonly isInteractive: boolean;
}

/** What the frame drew; tests and benchmarks count these. */
export interface FrameCounts {
  nodes: number;
  edges: number;
}

/** A handle or a selection ring may reach over the edge of its card by so much; world pixels. */
const OVERHANG = 16;

/** Paints the floor and everything at rest that is in view. The context stands at the stage's top left corner. */
export function paintWorld(ctx: Painter2D, editor: Editor, options: FrameOptions): FrameCounts {
  const { theme, size } = options;
  const environment = environmentOf(editor, options);
  const visible = visibleBox(editor.camera, size);
  ctx.fillStyle = theme.floor;
  ctx.fillRect(0, 0, size.width, size.height);
  return inWorld(ctx, editor, () => {
    if (options.isInteractive) paintGrid(ctx, visible, environment);
    const around = inflate(visible, OVERHANG);
    // A thumbnail has no overlay, so it shows what is in the hand as well.
    const { scene } = editor;
    const edges = options.isInteractive ? scene.restingEdgesIn(around) : scene.edgesIn(around);
    const nodes = options.isInteractive ? scene.restingNodesIn(around) : scene.nodesIn(around);
    paintEdges(ctx, editor, edges, environment, options.isInteractive);
    for (const node of nodes) paintNode(ctx, editor, node, environment, options.isInteractive);
    return { nodes: nodes.length, edges: edges.length };
  });
}

/** Paints what moves with the gesture and what lies over everything: dragged cards, previews, delete buttons. */
export function paintOverlay(ctx: Painter2D, editor: Editor, options: FrameOptions): FrameCounts {
  const environment = environmentOf(editor, options);
  const around = inflate(visibleBox(editor.camera, options.size), OVERHANG);
  return inWorld(ctx, editor, () => {
    const edges = editor.scene.draggedEdgesIn(around);
    const nodes = editor.scene.draggedNodesIn(around);
    paintEdges(ctx, editor, edges, environment, true);
    for (const node of nodes) paintNode(ctx, editor, node, environment, true);
    paintPreview(ctx, editor, environment);
    if (!editor.scene.drag) paintDeleteButtons(ctx, editor, environment, around);
    return { nodes: nodes.length, edges: edges.length };
  });
}

function inWorld<T>(ctx: Painter2D, editor: Editor, paint: () => T): T {
  const { x, y, zoom } = editor.camera;
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(zoom, zoom);
  const result = paint();
  ctx.restore();
  return result;
}

const environmentOf = (editor: Editor, options: FrameOptions): PaintEnvironment => ({
  theme: options.theme,
  words: options.words,
  pictures: options.pictures,
  detail: detailAt(editor.camera.zoom),
  scale: editor.camera.zoom * options.pixelRatio,
});

/** Words below pictures, so that two pipes that cross do so in the same order in every frame. */
function paintEdges(
  ctx: Painter2D,
  editor: Editor,
  edges: readonly FlowEdge[],
  environment: PaintEnvironment,
  isInteractive: boolean,
): void {
  for (const isImage of [false, true]) {
    for (const edge of edges) {
      if ((edge.type === 'image') !== isImage) continue;
      const colour = edge.type === 'image' || edge.type === 'text' ? edge.type : 'default';
      const isSelected = isInteractive && editor.selection.edges.has(edge.id);
      paintPipe(ctx, editor.scene.routeOf(edge), colour, environment, { isSelected });
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
  const state = isInteractive ? cardState(editor, node) : { ...RESTING, canRun: canRun(editor.document, node) };
  ctx.translate(x, y);
  paintCard(ctx, node, state, environment);
  paintHandles(ctx, node, state, environment);
  ctx.translate(-x, -y);
}

function cardState(editor: Editor, node: FlowNode): CardState {
  const { editing, preview } = editor;
  return {
    isSelected: editor.selection.nodes.has(node.id),
    isHovered: editor.hoverId === node.id,
    isDropTarget: preview.mergeTargetId === node.id,
    canRun: canRun(editor.document, node),
    run: editor.runs.get(node.id) ?? null,
    editing: editing?.nodeId === node.id ? (editing.itemId ? `${editing.itemId}:${editing.name}` : editing.name) : null,
    emphasis: preview.pipe ? (handleId) => emphasisOf(editor, node, handleId) : RESTING.emphasis,
  };
}

function emphasisOf(editor: Editor, node: FlowNode, handleId: string): HandleEmphasis {
  const pipe = editor.preview.pipe;
  if (!pipe) return 'rest';
  const ref = { nodeId: node.id, handleId };
  if (pipe.anchor.nodeId === node.id && pipe.anchor.handleId === handleId) return 'snapped';
  if (!judgeConnection(editor.document, pipe.anchor, ref).isAllowed) return 'faded';
  return pipe.target?.nodeId === node.id && pipe.target.handleId === handleId ? 'snapped' : 'grown';
}

function paintPreview(ctx: Painter2D, editor: Editor, environment: PaintEnvironment): void {
  const { pipe, marquee, item } = editor.preview;
  if (pipe) {
    paintPipe(ctx, pipeRoute(pipe.from, pipe.to), pipe.colour, environment, {
      isPreview: true,
      isFaded: pipe.verdict === 'invalid',
    });
  }
  if (marquee) paintMarquee(ctx, marquee, environment, editor.camera.zoom);
  const category = item && editor.document.node(item.nodeId);
  const row = category && categoryItems(category).find(({ id }) => id === item.itemId);
  if (item && row) {
    const ghost: FlowNode = { id: row.id, type: 'categoryItem', position: item.at, data: { ...row } };
    ctx.translate(item.at.x, item.at.y);
    paintCard(ctx, ghost, { ...RESTING, isSelected: true }, environment);
    ctx.translate(-item.at.x, -item.at.y);
  }
}

/** Only where they can be seen: a canvas may have every node selected. */
function paintDeleteButtons(ctx: Painter2D, editor: Editor, environment: PaintEnvironment, visible: Box): void {
  const { nodes, edges } = editor.selection;
  if (nodes.size > 0) {
    for (const node of editor.scene.nodesIn(visible)) {
      if (nodes.has(node.id)) paintDeleteButton(ctx, deleteButtonOfNode(editor.scene.boxOf(node)), environment);
    }
  }
  if (edges.size > 0) {
    for (const edge of editor.scene.edgesIn(visible)) {
      if (edges.has(edge.id)) paintDeleteButton(ctx, deleteButtonOfEdge(editor.scene.routeOf(edge)), environment);
    }
  }
}
