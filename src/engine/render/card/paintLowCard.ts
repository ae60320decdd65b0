import type { Size } from '../../geometry/viewport';
import type { FlowNode } from '../../document/FlowNode';
import { flowRow } from '../../nodes/flows';
import { fillTinted } from '../shapes/fillTinted';
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
  const { theme, kinds } = environment;
  const { width, height } = size;
  const url = kinds.pictureOf(node);
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
  const colour = state.run?.state === 'failed' ? theme.danger : theme[flowRow(kinds.of(node.type)?.flow).colour];
  fillTinted(ctx, size, theme.surface, colour);
}
