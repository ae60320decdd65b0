import type { Box } from '../../geometry/box';
import type { Viewport, Size } from '../../geometry/viewport';
import { flowRow } from '../../nodes/flows';
import type { FlowNode } from '../../document/FlowNode';
import { frameColour } from '../../nodes/frame/frameColours';
import type { NodeKind } from '../../nodes/NodeKind';
import type { NodeKinds } from '../../nodes/NodeKinds';
import { minimapTransform } from './minimapTransform';
import type { Painter2D } from '../shapes/Painter2D';
import type { PaintTheme } from '../card/PaintTheme';

/** Size of the minimap (STAGE-4); screen pixels. */
export const MINIMAP_SIZE: Size = { width: 200, height: 150 };
/** A card is never drawn smaller than this; the minimap's pixels. */
export const CARD_MIN = 3;
const VEIL_ALPHA = 0.7;
const VIEW_RADIUS = 3;

export interface MinimapCard {
  /** World pixels. */
  readonly box: Box;
  readonly flow: NodeKind['flow'];
  /** Colour of a frame's line. A frame is only a line, since cards lie in it. */
  readonly line?: string | null;
  /** Colour used instead of the flow's. */
  readonly fill?: string | null;
}

export interface MinimapScene {
  /** Box around all nodes; null when there are none. */
  readonly bounds: Box | null;
  /** The part of the world that the stage shows. */
  readonly view: Box;
}

/** Box of a card on the minimap. */
export const onMinimap = (box: Box, { x, y, zoom }: Viewport): Box => ({
  x: box.x * zoom + x,
  y: box.y * zoom + y,
  width: Math.max(CARD_MIN, box.width * zoom),
  height: Math.max(CARD_MIN, box.height * zoom),
});

/** The minimap's card for a node with this box. */
export const minimapCard = (kinds: NodeKinds, node: FlowNode, box: Box, theme: PaintTheme): MinimapCard => ({
  box,
  flow: kinds.of(node.type)?.flow ?? null,
  line: kinds.isFrame(node) ? theme.frames[frameColour(node)] : null,
  fill: kinds.isFolded(node) ? theme.frames[frameColour(node)] : null,
});

export function paintMinimapCard(ctx: Painter2D, card: MinimapCard, viewport: Viewport, theme: PaintTheme): void {
  const { x, y, width, height } = onMinimap(card.box, viewport);
  if (card.line) {
    ctx.strokeStyle = card.line;
    ctx.lineWidth = 1;
    ctx.strokeRect(x + 0.5, y + 0.5, Math.max(1, width - 1), Math.max(1, height - 1));
    return;
  }
  ctx.fillStyle = card.fill ?? theme[flowRow(card.flow).colour];
  ctx.fillRect(x, y, width, height);
}

/**
 * Paints the whole minimap over a rectangle at 0, 0; its pixels are the caller's units. `paintCards` paints them under the
 * viewport it is given.
 */
export function paintMinimap(
  ctx: Painter2D,
  scene: MinimapScene,
  size: Size,
  theme: PaintTheme,
  paintCards: (viewport: Viewport) => void,
): void {
  const viewport = minimapTransform(scene.bounds, scene.view, size);
  ctx.fillStyle = theme.surface;
  ctx.fillRect(0, 0, size.width, size.height);
  paintCards(viewport);
  const left = scene.view.x * viewport.zoom + viewport.x;
  const top = scene.view.y * viewport.zoom + viewport.y;
  const width = scene.view.width * viewport.zoom;
  const height = scene.view.height * viewport.zoom;
  ctx.globalAlpha = VEIL_ALPHA;
  ctx.fillStyle = theme.pane;
  ctx.fillRect(0, 0, size.width, top);
  ctx.fillRect(0, top + height, size.width, size.height - top - height);
  ctx.fillRect(0, top, left, height);
  ctx.fillRect(left + width, top, size.width - left - width, height);
  ctx.globalAlpha = 1;
  ctx.beginPath();
  ctx.roundRect(left, top, width, height, Math.min(VIEW_RADIUS, width / 2, height / 2));
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 1.5;
  ctx.stroke();
}
