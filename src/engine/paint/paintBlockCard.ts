import type { CardLayout } from '../model/cardLayout';
import type { FlowNode } from '../model/FlowNode';
import { nodeKind } from '../model/nodeKinds';
import { kindColour } from './flowColour';
import { pictureUrl } from './nodeContent';
import type { CardState, PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from './Painter2D';
import { paintPicture } from './paintPicture';

const TINT = 0.4;

/** A card below 20 %: its picture, or a block in the colour of its kind; red after a failed run. */
export function paintBlockCard(
  ctx: Painter2D,
  node: FlowNode,
  layout: CardLayout,
  state: CardState,
  environment: PaintEnvironment,
): void {
  const { theme } = environment;
  const { width, height } = layout.size;
  const url = pictureUrl(node);
  if (url && !state.run) {
    const place = { x: 0, y: 0, width, height };
    if (paintPicture(ctx, url, place, environment) === 'painted') return;
  }
  ctx.fillStyle = theme.surface;
  ctx.fillRect(0, 0, width, height);
  ctx.globalAlpha = TINT;
  ctx.fillStyle =
    state.run?.state === 'failed' ? theme.danger : kindColour(theme, nodeKind(node.type)?.colour ?? 'none');
  ctx.fillRect(0, 0, width, height);
  ctx.globalAlpha = 1;
}
