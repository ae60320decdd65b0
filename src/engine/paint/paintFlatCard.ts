import type { Box } from '../geometry/box';
import type { CardLayout } from '../model/cardLayout';
import type { FlowNode } from '../model/FlowNode';
import { nodeKind } from '../model/nodeKinds';
import { kindColour } from './flowColour';
import { pictureUrl, shownText } from './nodeContent';
import type { CardState, PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from './Painter2D';
import { paintPicture } from './paintPicture';

const FLAT_RADIUS = 10;
const PICTURE_CORNERS = [FLAT_RADIUS, FLAT_RADIUS, 0, 0];
const DOT = 12;
const BAR = 10;
const BAR_STEP = 22;
const MARGIN = 14;
const CHARACTERS_A_LINE = 26;
const LAST_LINE_SHARE = 0.6;

function paintBars(ctx: Painter2D, characters: number, box: Box): void {
  const lines = Math.min(Math.ceil(characters / CHARACTERS_A_LINE), Math.floor(box.height / BAR_STEP));
  for (let index = 0; index < lines; index++) {
    const share = index === lines - 1 ? LAST_LINE_SHARE : 1;
    ctx.fillRect(box.x + MARGIN, box.y + 4 + index * BAR_STEP, (box.width - 2 * MARGIN) * share, BAR);
  }
}

function paintFlatBody(
  ctx: Painter2D,
  node: FlowNode,
  layout: CardLayout,
  state: CardState,
  env: PaintEnvironment,
): void {
  const { theme } = env;
  const { body, rows } = layout;
  if (state.run) {
    ctx.fillStyle = state.run.state === 'failed' ? theme.danger : theme.imagePipe;
    ctx.fillRect(body.x + MARGIN, body.y + body.height / 2 - BAR / 2, body.width - 2 * MARGIN, BAR);
    return;
  }
  ctx.fillStyle = theme.line;
  if (rows.length > 0) {
    for (const { box } of rows) ctx.fillRect(box.x + MARGIN, box.y + 8, box.width - 2 * MARGIN, box.height - 16);
    return;
  }
  paintBars(ctx, shownText(node).length, body);
}

/** A card below 35 %: no words, no hairlines, nothing smaller than a pixel. */
export function paintFlatCard(
  ctx: Painter2D,
  node: FlowNode,
  layout: CardLayout,
  state: CardState,
  environment: PaintEnvironment,
): void {
  const { theme } = environment;
  const { size, header, body } = layout;
  const url = pictureUrl(node);
  ctx.beginPath();
  ctx.roundRect(0, 0, size.width, size.height, url ? PICTURE_CORNERS : FLAT_RADIUS);
  ctx.fillStyle = state.isDropTarget ? theme.textPipeCore : theme.surface;
  ctx.fill();
  ctx.fillStyle = kindColour(theme, nodeKind(node.type)?.colour ?? 'none');
  ctx.fillRect(MARGIN, header.height / 2 - DOT / 2, DOT, DOT);
  ctx.fillStyle = theme.faint;
  ctx.fillRect(MARGIN + DOT + 8, header.height / 2 - BAR / 2, size.width * 0.4, BAR);
  if (url && !state.run) {
    ctx.fillStyle = theme.line;
    if (paintPicture(ctx, url, body, environment) !== 'painted') {
      ctx.fillRect(body.x, body.y, body.width, body.height);
    }
    return;
  }
  paintFlatBody(ctx, node, layout, state, environment);
}
