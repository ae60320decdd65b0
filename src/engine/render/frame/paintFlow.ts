import type { Editor } from '../../Editor';
import { areaOfBox } from '../../geometry/box';
import type { FlowNode } from '../../document/FlowNode';
import type { Size, Viewport } from '../../geometry/viewport';
import { EDGE_LAYERS, flowRow } from '../../nodes/flows';
import { canRun } from '../../scene/canRun';
import { routeOfEdge } from '../../scene/edgeGeometry';
import { foldedContent } from '../../scene/foldedContent';
import { textWithChips } from './textWithChips';
import { promptOf } from '../../scene/mentioned';
import { detailAt, type LevelOfDetail } from '../card/levelOfDetail';
import { paintCard } from '../card/paintCard';
import {
  RESTING,
  type CardState,
  type PaintEnvironment,
  type PaintWords,
  type PictureSource,
} from '../card/PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';
import type { PaintTheme } from '../card/PaintTheme';
import { PAINT_THEMES } from '../card/paintThemes';
import { PAINT_WORDS } from '../card/paintWords';
import { paintHandles } from '../card/paintHandles';
import { paintEdge } from '../pane/paintEdge';
import { WHOLE, type FrameCounts, type NodePainters } from './paintLayers';
import { pictureOver } from './pictureOver';

/** The options of `paintFlow`. */
export interface FlowPainting {
  /** Size of the picture; pixels. */
  readonly size: Size;
  /** Shows all of the flow when omitted, see `pictureOver`. */
  readonly viewport?: Viewport;
  /** Level of detail of the cards; that of the zoom when omitted. */
  readonly detail?: LevelOfDetail;
  /** `PAINT_THEMES.light` when omitted. */
  readonly theme?: PaintTheme;
  /** `PAINT_WORDS.en` when omitted. */
  readonly words?: PaintWords;
  /** When omitted no picture can be shown. */
  readonly pictures?: PictureSource;
}

const NO_PICTURES: PictureSource = { get: () => 'broken' };

/** Cards or edges in one step, which takes about a millisecond. */
const ITEMS_A_STEP = 200;

/**
 * Paints a whole flow as the document has it, without selection, grid and previews, some cards and edges a step: a canvas of any size
 * makes no long task if the caller pauses between steps. What changes meanwhile may be painted or not.
 *
 * @returns how many cards, frames among them, and edges it has painted.
 */
export function* paintFlow(
  ctx: Painter2D,
  { document, scene }: Editor,
  {
    size,
    viewport = pictureOver(scene.bounds(), { size }).viewport,
    detail = detailAt(viewport.zoom),
    theme = PAINT_THEMES.light,
    words = PAINT_WORDS.en,
    pictures = NO_PICTURES,
  }: FlowPainting,
): Generator<undefined, FrameCounts> {
  const { zoom } = viewport;
  const environment: PaintEnvironment = { kinds: document.kinds, theme, words, pictures, detail, scale: zoom };
  ctx.fillStyle = theme.pane;
  ctx.fillRect(0, 0, size.width, size.height);
  ctx.save();
  ctx.translate(viewport.x, viewport.y);
  ctx.scale(zoom, zoom);
  let items = 0;
  const painted: FrameCounts = { nodes: 0, edges: 0 };
  const { idsInOrder: named } = document;
  const edges = document.allEdges();
  const frames: FlowNode[] = [];
  for (const { id } of named) {
    const node = document.node(id);
    if (node && document.kinds.isFrame(node) && !scene.folds.isHidden(id)) frames.push(node);
  }
  // As on the stage, larger frames lie below smaller ones.
  const sizeOf = (frame: FlowNode): number => areaOfBox(scene.committedBoxOf(frame));
  frames.sort((one, other) => sizeOf(other) - sizeOf(one));
  for (const node of frames) {
    paintAt(ctx, node, [paintCard], RESTING, environment);
    if (++items % ITEMS_A_STEP === 0) yield;
  }
  for (const layer of EDGE_LAYERS) {
    for (const edge of edges) {
      const view = flowRow(edge.type).layer === layer ? document.edgeView(edge.id) : undefined;
      const [source, target] = view
        ? [scene.folds.shownFor(view.source.item), scene.folds.shownFor(view.target.item)]
        : [];
      if (view && source && target && (source !== target || view.source === view.target)) {
        paintEdge(ctx, routeOfEdge(document.kinds, edge, source, target), edge.type, environment);
        painted.edges++;
      }
      if (++items % ITEMS_A_STEP === 0) yield;
    }
  }
  for (const node of frames) paintAt(ctx, node, [paintHandles], RESTING, environment);
  for (const { id } of named) {
    const node = document.node(id);
    if (node && !document.kinds.isFrame(node) && !scene.folds.isHidden(id)) {
      // A card at low detail has no buttons and no words: nothing is computed for it.
      const state =
        detail === 'low' && !document.kinds.isFolded(node)
          ? RESTING
          : {
              ...RESTING,
              folded: foldedContent(document, scene, node),
              canRun: canRun(document, node),
              prompt: promptOf(document, node),
              text: textWithChips({ document, scene }, node, words),
            };
      paintAt(ctx, node, WHOLE, state, environment);
      painted.nodes++;
    }
    if (++items % ITEMS_A_STEP === 0) yield;
  }
  ctx.restore();
  return { ...painted, nodes: painted.nodes + frames.length };
}

function paintAt(
  ctx: Painter2D,
  node: FlowNode,
  painters: NodePainters,
  state: CardState,
  environment: PaintEnvironment,
): void {
  const { x, y } = node.position;
  ctx.translate(x, y);
  for (const paint of painters) paint(ctx, node, state, environment);
  ctx.translate(-x, -y);
}
