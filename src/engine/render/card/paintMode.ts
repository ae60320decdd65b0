import type { FlowNode } from '../../document/FlowNode';
import { EDGE_WIDTH } from '../../geometry/edgeRoute';
import type { Size } from '../../geometry/viewport';
import { nodeMode, type NodeMode } from '../../nodes/nodeMode';
import { bypassIcon, freezeIcon, muteIcon, type IconPainter } from '../shapes/icons';
import type { Painter2D } from '../shapes/Painter2D';
import { fontsOf } from '../text/fonts';
import { clipText, textWidth } from '../text/wrapText';
import { CARD_RADIUS } from './paintCardSurface';
import type { PaintEnvironment } from './PaintEnvironment';

const ICONS: Readonly<Record<NodeMode, IconPainter>> = { mute: muteIcon, bypass: bypassIcon, freeze: freezeIcon };
/** A card that gives nothing of its own is covered by this much of the pane's colour; its content is still recognisable. */
const VEIL_ALPHA = 0.55;
const BORDER = 3;
const DASHES = [9, 7];
const SOLID: number[] = [];
/** The sign over the card's upper edge; it is within the area that is repainted around a card. */
const SIGN = { left: 12, top: -15, height: 22, icon: 14, text: 26, padding: 10 } as const;
/** The disc of a card without words: as much of the card as is still told apart at the least zoom. */
const DISC_SHARE = 0.3;
const DISC_MIN = 44;
/** Reach of an icon from its middle. */
const ICON_REACH = 9;

/** Paints the way of a picture through a bypassed card: from the input for pictures to the output. */
function paintThrough(ctx: Painter2D, node: FlowNode, { kinds, theme, detail }: PaintEnvironment): void {
  const pictures = kinds.handlesOf(node).filter(({ flow }) => flow === 'image');
  const from = pictures.find(({ side }) => side === 'input')?.offset;
  const to = pictures.find(({ side }) => side === 'output')?.offset;
  if (!from || !to) return;
  const passes = detail === 'full' ? [1, 0.25] : [1];
  for (const share of passes) {
    ctx.beginPath();
    ctx.moveTo(from.x, from.y);
    ctx.lineTo(to.x, to.y);
    ctx.lineCap = 'butt';
    ctx.lineWidth = EDGE_WIDTH * share;
    ctx.strokeStyle = share === 1 ? theme.imageEdge : theme.imageEdgeCore;
    ctx.stroke();
  }
}

function paintBorder(ctx: Painter2D, { width, height }: Size, mode: NodeMode, environment: PaintEnvironment): void {
  const { theme, scale, detail } = environment;
  const line = Math.max(BORDER, BORDER / scale);
  ctx.beginPath();
  ctx.roundRect(line / 2, line / 2, width - line, height - line, detail === 'low' ? 0 : CARD_RADIUS - 1);
  ctx.lineWidth = line;
  ctx.lineCap = 'butt';
  ctx.strokeStyle = mode === 'freeze' ? theme.textEdge : theme.muted;
  // At a small zoom a dash is less than a pixel.
  ctx.setLineDash(mode === 'freeze' || detail === 'low' ? SOLID : DASHES);
  ctx.stroke();
  ctx.setLineDash(SOLID);
}

/** Icon and word on the ink: as plain on a picture as on a blank card. */
function paintSign(ctx: Painter2D, { width }: Size, mode: NodeMode, { theme, words }: PaintEnvironment): void {
  const font = fontsOf(theme).label;
  const text = clipText(ctx, words.modes[mode], width - SIGN.left * 2 - SIGN.text - SIGN.padding, font);
  const middle = SIGN.top + SIGN.height / 2;
  ctx.beginPath();
  ctx.roundRect(
    SIGN.left,
    SIGN.top,
    SIGN.text + textWidth(ctx, text, font) + SIGN.padding,
    SIGN.height,
    SIGN.height / 2,
  );
  ctx.fillStyle = theme.ink;
  ctx.fill();
  ctx.fillStyle = theme.surface;
  ctx.strokeStyle = theme.surface;
  ICONS[mode](ctx, SIGN.left + SIGN.icon, middle);
  ctx.font = font;
  ctx.fillText(text, SIGN.left + SIGN.text, middle + 0.5);
}

/** The icon alone, as large as the card allows. */
function paintDisc(ctx: Painter2D, { width, height }: Size, mode: NodeMode, { theme }: PaintEnvironment): void {
  const radius = Math.min(height / 2, Math.max(DISC_MIN, DISC_SHARE * Math.min(width, height)));
  ctx.save();
  ctx.translate(width / 2, height / 2);
  ctx.beginPath();
  ctx.arc(0, 0, radius, 0, 2 * Math.PI);
  ctx.fillStyle = theme.ink;
  ctx.fill();
  ctx.scale(radius / ICON_REACH, radius / ICON_REACH);
  ctx.fillStyle = theme.surface;
  ctx.strokeStyle = theme.surface;
  ICONS[mode](ctx, 0, 0);
  ctx.restore();
}

/** The pane's colour over a card, which fades it. */
export function paintVeil(ctx: Painter2D, size: Size, alpha: number, { theme, detail }: PaintEnvironment): void {
  ctx.globalAlpha = alpha;
  ctx.fillStyle = theme.pane;
  ctx.beginPath();
  ctx.roundRect(0, 0, size.width, size.height, detail === 'low' ? 0 : CARD_RADIUS);
  ctx.fill();
  ctx.globalAlpha = 1;
}

/**
 * Marks a finished card as muted, bypassed or frozen by its border, and by the icon where `paintModeSign` paints none. A card that gives
 * nothing of its own is veiled, and a bypassed one shows its pipe.
 */
export function paintMode(ctx: Painter2D, node: FlowNode, size: Size, environment: PaintEnvironment): void {
  const mode = nodeMode(node);
  if (mode === null) return;
  const { detail } = environment;
  if (mode !== 'freeze') {
    paintVeil(ctx, size, VEIL_ALPHA, environment);
  }
  if (mode === 'bypass') paintThrough(ctx, node, environment);
  paintBorder(ctx, size, mode, environment);
  if (detail !== 'full') paintDisc(ctx, size, mode, environment);
}

/** Names the mode of a card by icon and word over its upper edge and everything that is drawn along it; at full detail only. */
export function paintModeSign(ctx: Painter2D, node: FlowNode, size: Size, environment: PaintEnvironment): void {
  const mode = nodeMode(node);
  if (mode !== null && environment.detail === 'full') paintSign(ctx, size, mode, environment);
}
