import type { Box } from '../../geometry/box';
import type { Camera, Size } from '../../geometry/camera';
import { flowRow } from '../../nodes/flows';
import type { NodeKind } from '../../nodes/NodeKind';
import { minimapTransform } from './minimapTransform';
import type { Painter2D } from '../shapes/Painter2D';
import type { PaintTheme } from '../card/PaintTheme';

/** STAGE-4. */
export const MINIMAP_SIZE: Size = { width: 200, height: 150 };
/** A card is never drawn smaller than this; the minimap's pixels. */
export const MIN_CARD = 3;
const VEIL_ALPHA = 0.7;
const VIEW_RADIUS = 3;

export interface MinimapCard {
  /** World pixels. */
  readonly box: Box;
  readonly flow: NodeKind['flow'];
}

export interface MinimapScene {
  /** Around all nodes; null when there are none. */
  readonly bounds: Box | null;
  /** The part of the world that the stage shows. */
  readonly view: Box;
}

/** Where a card lies on the minimap. */
export const onMinimap = (box: Box, { x, y, zoom }: Camera): Box => ({
  x: box.x * zoom + x,
  y: box.y * zoom + y,
  width: Math.max(MIN_CARD, box.width * zoom),
  height: Math.max(MIN_CARD, box.height * zoom),
});

export function paintMinimapCard(ctx: Painter2D, card: MinimapCard, camera: Camera, theme: PaintTheme): void {
  const { x, y, width, height } = onMinimap(card.box, camera);
  ctx.fillStyle = theme[flowRow(card.flow).colour];
  ctx.fillRect(x, y, width, height);
}

/**
 * Paints the whole minimap over a rectangle at 0, 0; its pixels are the caller's units. `paintCards` paints them under the
 * camera it is given.
 */
export function paintMinimap(
  ctx: Painter2D,
  scene: MinimapScene,
  size: Size,
  theme: PaintTheme,
  paintCards: (camera: Camera) => void,
): void {
  const camera = minimapTransform(scene.bounds, scene.view, size);
  ctx.fillStyle = theme.surface;
  ctx.fillRect(0, 0, size.width, size.height);
  paintCards(camera);
  const left = scene.view.x * camera.zoom + camera.x;
  const top = scene.view.y * camera.zoom + camera.y;
  const width = scene.view.width * camera.zoom;
  const height = scene.view.height * camera.zoom;
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
