import type { FlowNode } from '../../document/FlowNode';
import { paintUnknownBody } from './paintUnknownBody';
import { paintLowCard } from './paintLowCard';
import type { CardState, PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';
import { paintMark } from './paintMark';
import { paintMediumCard } from './paintMediumCard';
import { paintFailedBorder, paintFrame } from './paintFrame';
import { paintMode, paintVeil } from './paintMode';
import { paintHeader } from './paintHeader';
import { paintSelectionRing } from './paintSelectionRing';

/** Opacity of cards beside the searched ones: these stand out from afar, and the others can still be recognised. */
const FADED_ALPHA = 0.75;

/**
 * Paints a card in its own coordinates (the caller has translated to the node's position), in as much detail as the
 * environment asks for. Leaves the transform, the alpha and the clip as they were; handles are painted by `paintHandles`.
 */
export function paintCard(ctx: Painter2D, node: FlowNode, state: CardState, environment: PaintEnvironment): void {
  const { kinds } = environment;
  const size = kinds.sizeOf(node);
  const kind = kinds.of(node.type);
  if (kind?.paintCard) kind.paintCard(ctx, node, kinds.layoutOf(node), state, environment);
  else if (environment.detail === 'low') paintLowCard(ctx, node, size, state, environment);
  else if (environment.detail === 'medium') paintMediumCard(ctx, node, kinds.layoutOf(node), state, environment);
  else {
    const layout = kinds.layoutOf(node);
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    paintFrame(ctx, size, state, environment);
    if (!kind?.isHeaderless) paintHeader(ctx, node, layout, state, environment);
    const paintBody = kind?.paintBody ?? paintUnknownBody;
    paintBody(ctx, node, layout, state, environment);
  }
  paintMode(ctx, node, size, environment);
  if (state.isFaded) paintVeil(ctx, size, FADED_ALPHA, environment);
  if (state.run?.state === 'failed') paintFailedBorder(ctx, size, environment);
  if (state.isMarked) paintMark(ctx, size, environment);
  if (state.isSelected) paintSelectionRing(ctx, size, environment);
}
