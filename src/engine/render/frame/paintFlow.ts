import type { Editor } from '../../Editor';
import type { Box } from '../../geometry/box';
import type { FlowNode } from '../../document/FlowNode';
import type { Viewport, Size } from '../../geometry/viewport';
import { EDGE_LAYERS, flowRow } from '../../nodes/flows';
import { canRun } from '../../scene/canRun';
import { routeOfEdge } from '../../scene/edgeGeometry';
import { heldCards } from '../../scene/heldCards';
import { textWithChips } from './textWithChips';
import { promptOf } from '../../scene/mentioned';
import { detailAt } from '../card/levelOfDetail';
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

/** The options of `paintFlow`. */
export interface FlowPainting {
  /** Size of the picture; pixels. */
  readonly size: Size;
  /** Shows all of the flow when omitted. */
  readonly viewport?: Viewport;
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
/** Margin around the content; pixels. A picture that is hardly larger has less. */
const MARGIN = 24;
const MOST_MARGIN = 0.1;
/** Highest zoom, so that a few nodes are not blown up. */
const NEAREST = 2;

const margin = (side: number): number => Math.min(MARGIN, side * MOST_MARGIN);

/**
 * The viewport that shows the whole box in a picture, below the least zoom of a stage too; the middle of the world where
 * there is nothing.
 */
export function viewportOver(box: Box | null, size: Size): Viewport {
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 };
  const zoom = Math.min(
    NEAREST,
    (size.width - 2 * margin(size.width)) / Math.max(width, 1),
    (size.height - 2 * margin(size.height)) / Math.max(height, 1),
  );
  return { x: size.width / 2 - (x + width / 2) * zoom, y: size.height / 2 - (y + height / 2) * zoom, zoom };
}

/**
 * Paints a whole flow as the document has it, without selection, grid and previews, some cards and edges a step: a canvas of any size
 * makes no long task if the caller pauses between steps. What changes meanwhile may be painted or not.
 */
export function* paintFlow(
  ctx: Painter2D,
  { document, scene }: Editor,
  {
    size,
    viewport = viewportOver(scene.bounds(), size),
    theme = PAINT_THEMES.light,
    words = PAINT_WORDS.en,
    pictures = NO_PICTURES,
  }: FlowPainting,
): Generator<undefined, void> {
  const { zoom } = viewport;
  const detail = detailAt(zoom);
  const environment: PaintEnvironment = { kinds: document.kinds, theme, words, pictures, detail, scale: zoom };
  ctx.fillStyle = theme.pane;
  ctx.fillRect(0, 0, size.width, size.height);
  ctx.save();
  ctx.translate(viewport.x, viewport.y);
  ctx.scale(zoom, zoom);
  let items = 0;
  const { named } = document;
  const edges = document.allEdges();
  const frames: FlowNode[] = [];
  for (const { id } of named) {
    const node = document.node(id);
    if (!node || !document.kinds.isFrame(node) || scene.folds.isHidden(id)) continue;
    frames.push(node);
    paintAt(ctx, node, [paintCard], RESTING, environment);
    if (++items % ITEMS_A_STEP === 0) yield;
  }
  for (const layer of EDGE_LAYERS) {
    for (const edge of edges) {
      const view = flowRow(edge.type).layer === layer ? document.edgeView(edge.id) : undefined;
      const [source, target] = view
        ? [scene.folds.shownFor(view.source.item), scene.folds.shownFor(view.target.item)]
        : [];
      if (view && source && target && (source !== target || view.source === view.target))
        paintEdge(ctx, routeOfEdge(document.kinds, edge, source, target), edge.type, environment);
      if (++items % ITEMS_A_STEP === 0) yield;
    }
  }
  for (const node of frames) paintAt(ctx, node, [paintHandles], RESTING, environment);
  for (const { id } of named) {
    const node = document.node(id);
    if (node && !document.kinds.isFrame(node) && !scene.folds.isHidden(id)) {
      // A block has no button and no words: nothing is computed for it.
      const state =
        detail === 'low' && !document.kinds.isFolded(node)
          ? RESTING
          : {
              ...RESTING,
              held: heldCards(document, scene, node),
              canRun: canRun(document, node),
              prompt: promptOf(document, node),
              text: textWithChips({ document, scene }, node, words),
            };
      paintAt(ctx, node, WHOLE, state, environment);
    }
    if (++items % ITEMS_A_STEP === 0) yield;
  }
  ctx.restore();
}

type NodePainters = readonly (typeof paintCard)[];

const WHOLE: NodePainters = [paintCard, paintHandles];

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
