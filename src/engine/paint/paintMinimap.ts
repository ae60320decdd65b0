import type { Box } from '../geometry/box';
import type { Size } from '../geometry/camera';
import type { NodeKind } from '../model/nodeKinds';
import { kindColour } from './flowColour';
import { minimapTransform } from './minimapTransform';
import type { Painter2D } from './Painter2D';
import type { PaintTheme } from './PaintTheme';

/** product.md section 9. */
export const MINIMAP_SIZE: Size = { width: 200, height: 150 };
const MIN_NODE = 3;
const VEIL_ALPHA = 0.7;
const VIEW_RADIUS = 3;
const COLOURS = ['none', 'text', 'image'] as const;

export interface MinimapNode {
  /** World pixels. */
  readonly box: Box;
  readonly colour: NodeKind['colour'];
}

export interface MinimapScene {
  /** Around all nodes; null when there are none. */
  readonly bounds: Box | null;
  readonly nodes: readonly MinimapNode[];
  /** The part of the world that the stage shows. */
  readonly view: Box;
}

/** Paints the nodes of one colour; of many that fall on one pixel only the first, so that cost has a bound. */
function paintNodes(ctx: Painter2D, scene: MinimapScene, size: Size, colour: NodeKind['colour']): void {
  const { x, y, zoom } = minimapTransform(scene.bounds, scene.view, size);
  const columns = Math.ceil(size.width);
  const taken = new Uint8Array(columns * Math.ceil(size.height));
  for (const node of scene.nodes) {
    if (node.colour !== colour) continue;
    const left = node.box.x * zoom + x;
    const top = node.box.y * zoom + y;
    const width = Math.max(MIN_NODE, node.box.width * zoom);
    const height = Math.max(MIN_NODE, node.box.height * zoom);
    if (width === MIN_NODE && height === MIN_NODE) {
      const pixel = Math.floor(top) * columns + Math.floor(left);
      if (taken[pixel] === 1) continue;
      taken[pixel] = 1;
    }
    ctx.fillRect(left, top, width, height);
  }
}

/** Paints the whole minimap over a rectangle at 0, 0; its pixels are the caller's units. */
export function paintMinimap(ctx: Painter2D, scene: MinimapScene, size: Size, theme: PaintTheme): void {
  ctx.fillStyle = theme.surface;
  ctx.fillRect(0, 0, size.width, size.height);
  for (const colour of COLOURS) {
    ctx.fillStyle = kindColour(theme, colour);
    paintNodes(ctx, scene, size, colour);
  }

  const camera = minimapTransform(scene.bounds, scene.view, size);
  const left = scene.view.x * camera.zoom + camera.x;
  const top = scene.view.y * camera.zoom + camera.y;
  const width = scene.view.width * camera.zoom;
  const height = scene.view.height * camera.zoom;
  ctx.globalAlpha = VEIL_ALPHA;
  ctx.fillStyle = theme.floor;
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
