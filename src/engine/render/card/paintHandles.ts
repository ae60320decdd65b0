import type { Box } from '../../geometry/box';
import type { Vector } from '../../geometry/vector';
import type { FlowNode } from '../../document/FlowNode';
import { FLOWS, type Flow } from '../../nodes/flows';
import { HANDLE_SIZE, type Handle } from '../../nodes/handles';
import { drawsHandle } from './levelOfDetail';
import { isSeen, RESTING, type CardState, type HandleEmphasis, type PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';
import type { PaintTheme } from './PaintTheme';

const RIM = 2;
const CORE_SHARE = 0.36;
const SQUARE_RADIUS_SHARE = 0.3;
const FADED_ALPHA = 0.3;
const CORE_MIN_DEVICE = 3;
const HALO_ALPHA = 0.25;
const SIZES: Readonly<Record<HandleEmphasis, number>> = {
  rest: HANDLE_SIZE,
  grown: 20,
  faded: HANDLE_SIZE,
  snapped: 22,
};
const HALO_SIZE = 38;
/** Size of a handle that cannot connect yet: a small grey sign without rim and core. */
const QUIET_SIZE = 8;

/** The box that a handle keeps to however it looks, in the card's coordinates. */
const reachOf = ({ offset }: Handle): Box => ({
  x: offset.x - HALO_SIZE / 2,
  y: offset.y - HALO_SIZE / 2,
  width: HALO_SIZE,
  height: HALO_SIZE,
});

type HandleEnvironment = Pick<PaintEnvironment, 'theme' | 'detail' | 'scale'>;

/** Words flow through circles, pictures through rounded squares, so that no colour is needed to tell them apart. */
function traceHandle(ctx: Painter2D, flow: Flow, centre: Vector, size: number): void {
  ctx.beginPath();
  if (FLOWS[flow].shape === 'circle') ctx.arc(centre.x, centre.y, size / 2, 0, 2 * Math.PI);
  else ctx.roundRect(centre.x - size / 2, centre.y - size / 2, size, size, size * SQUARE_RADIUS_SHARE);
}

function paintQuietHandle(ctx: Painter2D, { flow, offset }: Handle, { theme }: HandleEnvironment): void {
  traceHandle(ctx, flow, offset, QUIET_SIZE);
  ctx.fillStyle = theme.line;
  ctx.fill();
}

function paintHandle(ctx: Painter2D, handle: Handle, emphasis: HandleEmphasis, environment: HandleEnvironment): void {
  const { theme, scale } = environment;
  const { flow, offset } = handle;
  const { colour, core } = FLOWS[flow];
  const size = SIZES[emphasis];
  if (emphasis === 'snapped') {
    traceHandle(ctx, flow, offset, HALO_SIZE);
    ctx.globalAlpha = HALO_ALPHA;
    ctx.fillStyle = theme[colour];
    ctx.fill();
    ctx.globalAlpha = 1;
  }
  if (emphasis === 'faded') ctx.globalAlpha = FADED_ALPHA;
  traceHandle(ctx, flow, offset, size + 2 * RIM);
  ctx.fillStyle = theme.surface;
  ctx.fill();
  traceHandle(ctx, flow, offset, size);
  ctx.fillStyle = theme[colour];
  ctx.fill();
  if (size * CORE_SHARE * scale >= CORE_MIN_DEVICE) {
    traceHandle(ctx, flow, offset, size * CORE_SHARE);
    ctx.fillStyle = theme[core];
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}

/** A handle at medium detail: a plain shape. */
function paintPlainHandle(ctx: Painter2D, handle: Handle, emphasis: HandleEmphasis, theme: PaintTheme): void {
  traceHandle(ctx, handle.flow, handle.offset, SIZES[emphasis]);
  ctx.globalAlpha = emphasis === 'faded' ? FADED_ALPHA : 1;
  ctx.fillStyle = theme[FLOWS[handle.flow].colour];
  ctx.fill();
  ctx.globalAlpha = 1;
}

/**
 * A node's handles, half outside its card, in the card's coordinates: plain shapes at medium detail; at low detail
 * only the one that a pending connection is drawn out of.
 */
export function paintHandles(ctx: Painter2D, node: FlowNode, state: CardState, environment: PaintEnvironment): void {
  if (environment.detail === 'low' && state.emphasis === RESTING.emphasis) return;
  for (const handle of environment.kinds.handlesOf(node)) {
    if (!isSeen(state, reachOf(handle))) continue;
    const emphasis = state.emphasis(handle.id);
    if (!drawsHandle(environment.detail, handle) && emphasis !== 'snapped') continue;
    if (environment.detail === 'medium') paintPlainHandle(ctx, handle, emphasis, environment.theme);
    else if (handle.isConnectable) paintHandle(ctx, handle, emphasis, environment);
    else paintQuietHandle(ctx, handle, environment);
  }
}

/** The handle that a pending connection points at, in the card's coordinates; it covers the same handle as `paintHandles` paints it. */
export function paintSnappedHandle(ctx: Painter2D, handle: Handle, environment: HandleEnvironment): void {
  if (environment.detail === 'medium') paintPlainHandle(ctx, handle, 'snapped', environment.theme);
  else paintHandle(ctx, handle, 'snapped', environment);
}
