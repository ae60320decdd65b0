import type { Box } from '../../geometry/box';
import type { PaintEnvironment } from './PaintEnvironment';
import { FAINTNESS } from '../shapes/drawings';
import type { Painter2D } from '../shapes/Painter2D';
import { traceWell } from './paintWell';

/** Phase of the light where nothing moves: the middle. */
const STILL = 0.5;
const LIGHT_SHARE = 0.7;

/** A stored picture on its way, over its well: a soft light that passes over a body of another tone, nothing like an empty node. */
export function paintShimmer(ctx: Painter2D, nodeId: string, body: Box, environment: PaintEnvironment): void {
  const { theme, shimmer = STILL, awaited } = environment;
  awaited?.add(nodeId);
  const width = body.width * LIGHT_SHARE;
  const left = body.x - width + (body.width + width) * shimmer;
  const light = ctx.createLinearGradient(left, body.y, left + width, body.y + body.height / 2);
  light.addColorStop(0, theme.faint);
  light.addColorStop(0.5, theme.raised);
  light.addColorStop(1, theme.faint);
  traceWell(ctx, body);
  ctx.globalAlpha = FAINTNESS;
  ctx.fillStyle = light;
  ctx.fill();
  ctx.globalAlpha = 1;
}
