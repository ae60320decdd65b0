import { EDGE_CORNER_RADIUS, EDGE_WIDTH } from '../../geometry/edgeRoute';
import type { Vector } from '../../geometry/vector';
import { flowRow } from '../../nodes/flows';
import type { PaintEnvironment } from '../card/PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';

const CORE_WIDTH = 4;
/** What flows: drops and the gaps between them, in world pixels along the edge. */
const DROPS = [12, 20];
const DROP_PERIOD = 32;
const DROP_WIDTH = 6;
const SOLID: number[] = [];
const RING = 2;
const FADED_ALPHA = 0.3;
/** Corners rounder than this show. */
const MIN_CORNER_DEVICE = 2;

/** What an edge needs beside itself. */
export type EdgeEnvironment = Pick<PaintEnvironment, 'theme' | 'detail' | 'scale'>;

/** View state of one edge. */
export interface EdgeState {
  readonly isSelected?: boolean;
  /** Still in the hand: its free end is round. */
  readonly isPreview?: boolean;
  /** Over something that cannot take it. */
  readonly isFaded?: boolean;
  /** It feeds a node that runs: how far its drops have gone to the next one's place, from 0 to 1. */
  readonly flow?: number | null;
}

/** An edge through the corners of its route, as the context's current path. */
function traceEdge(ctx: Painter2D, route: readonly Vector[]): void {
  ctx.beginPath();
  let previous: Vector | undefined;
  for (const [index, corner] of route.entries()) {
    const next = route[index + 1];
    if (!previous) ctx.moveTo(corner.x, corner.y);
    else if (!next) ctx.lineTo(corner.x, corner.y);
    else {
      // A step lower than two radii turns in the room it has; arcTo would overshoot it.
      const before = Math.abs(corner.x - previous.x) + Math.abs(corner.y - previous.y);
      const after = Math.abs(next.x - corner.x) + Math.abs(next.y - corner.y);
      ctx.arcTo(corner.x, corner.y, next.x, next.y, Math.min(EDGE_CORNER_RADIUS, before / 2, after / 2));
    }
    previous = corner;
  }
}

/**
 * The edge as upright and level bars on whole device pixels: far out the roundness of its corners is hardly a pixel, and soft
 * edges would cost the most of a frame.
 */
function fillBars(ctx: Painter2D, route: readonly Vector[], scale: number): void {
  const snap = (world: number): number => Math.round(world * scale) / scale;
  const width = Math.max(1, Math.round(EDGE_WIDTH * scale)) / scale;
  const half = snap(width / 2);
  let previous: Vector | undefined;
  for (const corner of route) {
    if (previous) {
      const left = snap(Math.min(previous.x, corner.x)) - half;
      const top = snap(Math.min(previous.y, corner.y)) - half;
      const right = snap(Math.max(previous.x, corner.x)) - half;
      const bottom = snap(Math.max(previous.y, corner.y)) - half;
      // Each bar fills the corner it begins and the one it ends.
      ctx.fillRect(left, top, right - left + width, bottom - top + width);
    }
    previous = corner;
  }
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
  if (detail !== 'full' && EDGE_CORNER_RADIUS * scale < MIN_CORNER_DEVICE && !state.isSelected && !state.isPreview) {
    ctx.fillStyle = theme[colour];
    fillBars(ctx, route, scale);
    return;
  }
  traceEdge(ctx, route);
  ctx.lineJoin = 'round';
  ctx.lineCap = state.isPreview ? 'round' : 'butt';
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
