import type { FlowNode } from '../../document/FlowNode';
import type { Size } from '../../geometry/viewport';
import { flowRow } from '../../nodes/flows';
import { fillTinted } from '../shapes/fillTinted';
import { fontsOf } from '../text/fonts';
import { clipText } from '../text/wrapText';
import type { BodyPainter } from './BodyPainter';
import type { CardState, PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';
import { paintMediumCard } from './paintMediumCard';
import { paintFailedBorder, paintCardSurface, CARD_RADIUS } from './paintCardSurface';
import { paintMode, paintModeSign, paintVeil } from './paintMode';
import { paintHeader } from './paintHeader';
import { paintPicture } from './paintPicture';

/** A card below 20 %: its picture, or a block in the colour of its kind; red after a failed run. */
function paintLowCard(
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

const MARGIN = 16;

/** A type of a newer version: a plain card that says what the file calls it. */
const paintUnknownBody: BodyPainter = (ctx, node, layout, _state, environment) => {
  const { body } = layout;
  const { theme } = environment;
  const font = fontsOf(theme).small;
  const text = clipText(ctx, node.type, body.width - 2 * MARGIN, font);
  ctx.font = font;
  ctx.fillStyle = theme.muted;
  ctx.textAlign = 'center';
  ctx.fillText(text, body.x + body.width / 2, body.y + body.height / 2);
  ctx.textAlign = 'left';
};

const RING = 2;

/** The ink ring just outside a selected card, in the card's own coordinates; never thinner than two device pixels. */
function paintSelectionRing(ctx: Painter2D, size: Size, environment: PaintEnvironment): void {
  const width = Math.max(RING, RING / environment.scale);
  const radius = environment.detail === 'low' ? 0 : CARD_RADIUS + width / 2;
  ctx.beginPath();
  ctx.roundRect(-width / 2, -width / 2, size.width + width, size.height + width, radius);
  ctx.strokeStyle = environment.theme.ink;
  ctx.lineWidth = width;
  ctx.stroke();
}

const BAND = 5;
/** Device pixels: a mark is still seen where a card is a dot. */
const BAND_DEVICE = 2;

/** The broad band around a card that a search has found; the ring of the selection lies over its inner edge. */
function paintMark(ctx: Painter2D, size: Size, { theme, scale, detail }: PaintEnvironment): void {
  const band = Math.max(BAND, BAND_DEVICE / scale);
  const radius = detail === 'low' ? 0 : CARD_RADIUS + band / 2;
  ctx.beginPath();
  ctx.roundRect(-band / 2, -band / 2, size.width + band, size.height + band, radius);
  ctx.strokeStyle = theme.imageEdge;
  ctx.lineWidth = band;
  ctx.stroke();
}

/** Opacity of cards that were not found: the found ones stand out from afar, and the others can still be recognised. */
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
    paintCardSurface(ctx, size, state, environment);
    if (!kind?.isHeaderless) paintHeader(ctx, node, layout, state, environment);
    const paintBody = kind?.paintBody ?? paintUnknownBody;
    paintBody(ctx, node, layout, state, environment);
  }
  paintMode(ctx, node, size, environment);
  // A card that is not searched for is faint with its sign.
  if (state.isFaded) {
    paintModeSign(ctx, node, size, environment);
    paintVeil(ctx, size, FADED_ALPHA, environment);
  }
  if (state.run?.state === 'failed') paintFailedBorder(ctx, size, environment);
  if (state.isMarked) paintMark(ctx, size, environment);
  if (state.isSelected) paintSelectionRing(ctx, size, environment);
  if (!state.isFaded) paintModeSign(ctx, node, size, environment);
}
