import { intersects, type Box } from '../../geometry/box';
import { edgeFade, type EdgeFade } from '../../geometry/edgeFade';
import { EDGE_CORNER_RADIUS, EDGE_WIDTH } from '../../geometry/edgeRoute';
import type { Vector } from '../../geometry/vector';
import { flowRow } from '../../nodes/flows';
import type { PaintEnvironment } from '../card/PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';

/** Width of the line in an edge; world pixels. */
const CORE_WIDTH = 4;

/** Rounds to whole device pixels: things that touch there leave no seam. */
const onDevice = (world: number, scale: number): number => Math.round(world * scale) / scale;

/** An edge through the corners of its route, as the context's current path. */
function traceEdge(ctx: Painter2D, route: readonly Vector[]): void {
  ctx.beginPath();
  let previous: Vector | undefined;
  for (const [index, corner] of route.entries()) {
    const next = route[index + 1];
    if (!previous) ctx.moveTo(corner.x, corner.y);
    else if (!next) ctx.lineTo(corner.x, corner.y);
    else {
      // A step lower than two radii turns within its room; arcTo would overshoot it.
      const before = Math.abs(corner.x - previous.x) + Math.abs(corner.y - previous.y);
      const after = Math.abs(next.x - corner.x) + Math.abs(next.y - corner.y);
      ctx.arcTo(corner.x, corner.y, next.x, next.y, Math.min(EDGE_CORNER_RADIUS, before / 2, after / 2));
    }
    previous = corner;
  }
}

/** How wide the bars of an edge are, in world pixels: whole ones of the device, and one at least. */
const barWidth = (scale: number): number => Math.max(1, Math.round(EDGE_WIDTH * scale)) / scale;

/**
 * The edge as upright and level bars on whole device pixels: zoomed out the roundness of its corners is hardly a pixel, and soft edges
 * would cost the most of a frame. With `isOne` they are filled as one shape, so that a faint colour is the same where two overlap.
 */
function fillBars(ctx: Painter2D, route: readonly Vector[], scale: number, isOne = false): void {
  const width = barWidth(scale);
  const half = onDevice(width / 2, scale);
  if (isOne) ctx.beginPath();
  let previous: Vector | undefined;
  for (const corner of route) {
    if (previous) {
      const left = onDevice(Math.min(previous.x, corner.x), scale) - half;
      const top = onDevice(Math.min(previous.y, corner.y), scale) - half;
      const right = onDevice(Math.max(previous.x, corner.x), scale) - half;
      const bottom = onDevice(Math.max(previous.y, corner.y), scale) - half;
      // Each bar fills the corner it begins and the one it ends.
      if (isOne) ctx.rect(left, top, right - left + width, bottom - top + width);
      else ctx.fillRect(left, top, right - left + width, bottom - top + width);
    }
    previous = corner;
  }
  if (isOne) ctx.fill();
}

/** Drops that flow and the gaps between them; world pixels along the edge. */
const DROPS = [12, 20];
const DROP_PERIOD = 32;
const DROP_WIDTH = 6;
const SOLID: number[] = [];
const RING = 2;
const FADED_ALPHA = 0.3;
/** Corners rounder than this show. */
const CORNER_MIN_DEVICE = 2;

/** The surroundings that an edge needs. */
export interface EdgeEnvironment extends Pick<PaintEnvironment, 'theme' | 'detail' | 'scale'> {
  /** The part of the world that is painted; all of it when omitted. */
  readonly visible?: Box;
}

/** View state of one edge. */
export interface EdgeState {
  readonly isSelected?: boolean;
  /** Pending: its free end is round. */
  readonly isPreview?: boolean;
  /** Over something that cannot take it. */
  readonly isFaded?: boolean;
  /** It feeds a running node: how far its drops have gone to the next one's place, from 0 to 1. */
  readonly flow?: number | null;
  /** The zoom of the view, at which a long one fades in its middle; in full colour all along when omitted. */
  readonly fadesAt?: number | null;
}

/** Drops along the current path, from its beginning to its end. */
function strokeDrops(ctx: Painter2D, flow: number): void {
  ctx.lineWidth = DROP_WIDTH;
  ctx.lineCap = 'round';
  ctx.setLineDash(DROPS);
  ctx.lineDashOffset = -flow * DROP_PERIOD;
  ctx.stroke();
  ctx.setLineDash(SOLID);
  ctx.lineDashOffset = 0;
}

/** Paints an edge of 16 world pixels along a route of right angles, in world coordinates; one of no known flow is grey. */
export function paintEdge(
  ctx: Painter2D,
  route: readonly Vector[],
  flow: string | undefined,
  environment: EdgeEnvironment,
  state: EdgeState = {},
): void {
  const { theme, detail, scale } = environment;
  const { colour, core } = flowRow(flow);
  const isPlain = detail !== 'full' && EDGE_CORNER_RADIUS * scale < CORNER_MIN_DEVICE;
  const isBars = isPlain && !state.isSelected && !state.isPreview;
  ctx.lineJoin = 'round';
  ctx.lineCap = state.isPreview ? 'round' : 'butt';
  const fade = typeof state.fadesAt === 'number' ? edgeFade(route, state.fadesAt) : null;
  if (fade) {
    const { visible } = environment;
    const look = { colour: theme[colour], core: detail === 'full' ? theme[core] : null, scale, isBars, visible };
    paintFadingEdge(ctx, route, fade, look);
    return;
  }
  if (isBars) {
    ctx.fillStyle = theme[colour];
    fillBars(ctx, route, scale);
    return;
  }
  traceEdge(ctx, route);
  if (state.isFaded) ctx.globalAlpha = FADED_ALPHA;
  if (state.isSelected) {
    ctx.strokeStyle = theme.ink;
    ctx.lineWidth = EDGE_WIDTH + 2 * Math.max(RING, RING / scale);
    ctx.stroke();
  }
  ctx.strokeStyle = theme[colour];
  ctx.lineWidth = EDGE_WIDTH;
  ctx.stroke();
  if (detail === 'full') {
    ctx.strokeStyle = theme[core];
    ctx.lineWidth = CORE_WIDTH;
    if (typeof state.flow === 'number') strokeDrops(ctx, state.flow);
    else ctx.stroke();
  }
  if (state.isFaded) ctx.globalAlpha = 1;
}

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
function paintFadingEdge(ctx: Painter2D, route: readonly Vector[], { share, ends }: EdgeFade, look: FadingLook): void {
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
