import { edgeFade } from '../../geometry/edgeFade';
import { EDGE_CORNER_RADIUS, EDGE_WIDTH } from '../../geometry/edgeRoute';
import type { Vector } from '../../geometry/vector';
import { flowRow } from '../../nodes/flows';
import type { PaintEnvironment } from '../card/PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';
import { CORE_WIDTH, fillBars, traceEdge } from './edgeOutline';
import { paintFadingEdge } from './paintFadingEdge';

/** Drops that flow and the gaps between them; world pixels along the edge. */
const DROPS = [12, 20];
const DROP_PERIOD = 32;
const DROP_WIDTH = 6;
const SOLID: number[] = [];
const RING = 2;
const FADED_ALPHA = 0.3;
/** Corners rounder than this show. */
const MIN_CORNER_DEVICE = 2;

/** The surroundings that an edge needs beside itself. */
export type EdgeEnvironment = Pick<PaintEnvironment, 'theme' | 'detail' | 'scale' | 'visible'>;

/** View state of one edge. */
export interface EdgeState {
  readonly isSelected?: boolean;
  /** Pending: its free end is round. */
  readonly isPreview?: boolean;
  /** Over something that cannot take it. */
  readonly isFaded?: boolean;
  /** It feeds a node that runs: how far its drops have gone to the next one's place, from 0 to 1. */
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
  const isFlat = detail !== 'full' && EDGE_CORNER_RADIUS * scale < MIN_CORNER_DEVICE;
  const isBars = isFlat && !state.isSelected && !state.isPreview;
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
