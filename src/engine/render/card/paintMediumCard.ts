import type { Box } from '../../geometry/box';
import type { CardLayout } from '../../nodes/cardLayout';
import type { FlowNode } from '../../document/FlowNode';
import { flowRow } from '../../nodes/flows';
import { BAR, MEDIUM_MARGIN, paintMediumText } from './mediumBodies';
import type { NodeRun } from '../../nodes/viewState';
import type { CardState, PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';
import { CARD_RADIUS } from './paintCardSurface';
import { paintPicture } from './paintPicture';
import type { PaintTheme } from './PaintTheme';

/** A picture's lower corners are left square: a clip for each of a thousand cards would cost more than it shows. */
const PICTURE_CORNERS = [CARD_RADIUS, CARD_RADIUS, 0, 0];
/** Device pixels below which a corner looks square anyway. */
const ROUND_MIN_DEVICE = 3;
const DOT = 12;
const TITLE_SHARE = 0.4;
const RUN_SHARE = 0.35;

/** A bar on its track while it runs, as long as what has gone up, all red when it has failed. */
function paintRunBar(ctx: Painter2D, body: Box, run: NodeRun, colour: string, theme: PaintTheme): void {
  const left = body.x + MEDIUM_MARGIN;
  const width = body.width - 2 * MEDIUM_MARGIN;
  const top = body.y + (body.height - BAR) / 2;
  ctx.fillStyle = run.state === 'failed' ? theme.danger : theme.line;
  ctx.fillRect(left, top, width, BAR);
  // The empty track of one that waits says that something will come.
  if (run.state === 'failed' || run.state === 'waiting') return;
  ctx.fillStyle = colour;
  if (run.share !== undefined) ctx.fillRect(left, top, width * run.share, BAR);
  else ctx.fillRect(left + (run.phase ?? 0) * width * (1 - RUN_SHARE), top, width * RUN_SHARE, BAR);
}

/** A card below 35 %: no words, no hairlines, nothing smaller than a pixel. */
export function paintMediumCard(
  ctx: Painter2D,
  node: FlowNode,
  layout: CardLayout,
  state: CardState,
  environment: PaintEnvironment,
): void {
  const { theme, scale, kinds } = environment;
  const { size, header, body } = layout;
  const kind = kinds.of(node.type);
  const colour = theme[flowRow(kind?.flow).colour];
  const url = state.run ? null : kinds.pictureOf(node);
  ctx.beginPath();
  if (CARD_RADIUS * scale < ROUND_MIN_DEVICE) ctx.rect(0, 0, size.width, size.height);
  else ctx.roundRect(0, 0, size.width, size.height, url === null ? CARD_RADIUS : PICTURE_CORNERS);
  ctx.fillStyle = theme.surface;
  ctx.fill();
  ctx.fillStyle = colour;
  ctx.fillRect(MEDIUM_MARGIN, (header.height - DOT) / 2, DOT, DOT);
  ctx.fillStyle = theme.faint;
  ctx.fillRect(MEDIUM_MARGIN + DOT + 8, (header.height - BAR) / 2, size.width * TITLE_SHARE, BAR);
  ctx.fillStyle = theme.line;
  if (state.run) paintRunBar(ctx, body, state.run, colour, theme);
  else if (url === null) (kind?.paintMediumBody ?? paintMediumText)(ctx, layout, state.text ?? kinds.textOf(node));
  else if (paintPicture(ctx, url, body, environment) !== 'painted') {
    ctx.fillRect(body.x, body.y, body.width, body.height);
  }
}
