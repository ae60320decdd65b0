import type { Size } from '../../geometry/camera';
import type { FlowNode } from '../../document/FlowNode';
import { nodeKind } from '../../nodes/nodeKinds';
import { fillTinted } from '../shapes/fillTinted';
import { kindColour } from '../pane/flowColour';
import { pictureUrl } from './nodeContent';
import type { CardState, PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';
import { paintPicture } from './paintPicture';

/** A card below 20 %: its picture, or a block in the colour of its kind; red after a failed run. */
export function paintLowCard(
  ctx: Painter2D,
  node: FlowNode,
  size: Size,
  state: CardState,
  environment: PaintEnvironment,
): void {
  const { theme } = environment;
  const { width, height } = size;
  const url = pictureUrl(node);
  if (url && !state.run) {
    ctx.fillStyle = theme.surface;
    ctx.fillRect(0, 0, width, height);
    const outcome = paintPicture(ctx, url, { x: 0, y: 0, width, height }, environment);
    if (outcome === 'painted') return;
    // Grey, where an empty node has the colour of its kind.
    if (outcome === 'loading') {
      fillTinted(ctx, size, theme.surface, theme.faint);
      return;
    }
  }
  const colour =
    state.run?.state === 'failed' ? theme.danger : kindColour(theme, nodeKind(node.type)?.colour ?? 'none');
  fillTinted(ctx, size, theme.surface, colour);
}
