import { intersects, type Box } from '../../geometry/box';
import type { EdgeFade } from '../../geometry/edgeFade';
import { EDGE_WIDTH } from '../../geometry/edgeRoute';
import type { Vector } from '../../geometry/vector';
import type { Painter2D } from '../shapes/Painter2D';
import { barWidth, CORE_WIDTH, fillBars, onDevice, traceEdge } from './paintEdge';

/** Opacity of the middle: enough to find it again, too little to look like a wall between the cards. */
const MIDDLE_ALPHA = 0.24;
/**
 * An end fades in this many steps, each too small a difference to be visible. A gradient would have to be made for each edge, since it
 * follows the edge's course.
 */
const STEPS = 16;

/** How an edge that fades is painted. */
export interface FadingLook {
  readonly colour: string;
  /** Colour of the line in the edge; null where none is drawn. */
  readonly core: string | null;
  /** Device pixels per world pixel. */
  readonly scale: number;
  /** The edge is painted by `fillBars`; there is no core then. */
  readonly isBars: boolean;
  /** The part of the world that is painted: ends elsewhere are left out. */
  readonly visible?: Box | undefined;
}

/** Paints an edge that fades, all of it faint and over that both its ends. */
export function paintFadingEdge(
  ctx: Painter2D,
  route: readonly Vector[],
  { share, ends }: EdgeFade,
  look: FadingLook,
): void {
  ctx.globalAlpha = 1 - (1 - MIDDLE_ALPHA) * share;
  paintAll(ctx, route, look, true);
  ctx.globalAlpha = 1;
  for (const end of ends) {
    if (look.visible && !intersects(end.box, look.visible)) continue;
    paintAll(ctx, end.route, look, false);
    const from = end.route.at(-1) ?? end.until;
    ctx.fillStyle = look.colour;
    fillSteps(ctx, from, end.until, look.isBars ? barWidth(look.scale) : EDGE_WIDTH, look);
    if (look.core === null) continue;
    ctx.fillStyle = look.core;
    fillSteps(ctx, from, end.until, CORE_WIDTH, look);
  }
}

function paintAll(ctx: Painter2D, route: readonly Vector[], look: FadingLook, isFaint: boolean): void {
  if (look.isBars) {
    ctx.fillStyle = look.colour;
    fillBars(ctx, route, look.scale, isFaint);
    return;
  }
  traceEdge(ctx, route);
  ctx.strokeStyle = look.colour;
  ctx.lineWidth = EDGE_WIDTH;
  ctx.stroke();
  if (look.core === null) return;
  ctx.strokeStyle = look.core;
  ctx.lineWidth = CORE_WIDTH;
  ctx.stroke();
}

/** Fills a straight stretch in steps, from the colour to none, over what lies below. */
function fillSteps(ctx: Painter2D, from: Vector, to: Vector, width: number, { scale, isBars }: FadingLook): void {
  const isLevel = from.y === to.y;
  const start = isLevel ? from.x : from.y;
  const stretch = isLevel ? to.x - from.x : to.y - from.y;
  const middle = isLevel ? from.y : from.x;
  const side = isBars ? onDevice(middle, scale) - onDevice(width / 2, scale) : middle - width / 2;
  // The first one may lie a little over the end in full colour, where it shows nothing; a gap would show.
  let before = (stretch > 0 ? Math.floor(start * scale) : Math.ceil(start * scale)) / scale;
  for (let step = 1; step <= STEPS; step++) {
    const after = onDevice(start + (stretch * step) / STEPS, scale);
    ctx.globalAlpha = 1 - (step - 0.5) / STEPS;
    if (isLevel) ctx.fillRect(before, side, after - before, width);
    else ctx.fillRect(side, before, width, after - before);
    before = after;
  }
  ctx.globalAlpha = 1;
}
