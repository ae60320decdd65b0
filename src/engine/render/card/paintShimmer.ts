import type { Box } from '../../geometry/box';
import type { PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';
import { traceWell } from './paintWell';

/** Where nothing moves the light stands in the middle. */
const STILL = 0.5;
const LIGHT_SHARE = 0.7;

/** A stored picture on its way: a darker body that a soft light passes over, nothing like the drawing of an empty node. */
export function paintShimmer(ctx: Painter2D, nodeId: string, body: Box, environment: PaintEnvironment): void {
  const { theme, shimmer = STILL, awaited } = environment;
  awaited?.add(nodeId);
  const width = body.width * LIGHT_SHARE;
  const left = body.x - width + (body.width + width) * shimmer;
  const light = ctx.createLinearGradient(left, body.y, left + width, body.y + body.height / 2);
  light.addColorStop(0, theme.line);
  light.addColorStop(0.5, theme.raised);
  light.addColorStop(1, theme.line);
  traceWell(ctx, body);
  ctx.fillStyle = light;
  ctx.fill();
}
