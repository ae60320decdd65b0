import type { Box } from '../../geometry/box';
import type { CardLayout } from '../../nodes/cardLayout';
import type { FlowNode } from '../../document/FlowNode';
import { nodeKind, type NodeKind } from '../../nodes/nodeKinds';
import { kindColour } from '../pane/flowColour';
import { pictureUrl, shownText } from './nodeContent';
import type { CardState, NodeRun, PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';
import { CARD_RADIUS, fillSheet } from './paintFrame';
import { paintPicture } from './paintPicture';
import type { PaintTheme } from './PaintTheme';

/** A picture's lower corners are left square: a clip for each of a thousand cards would cost more than it shows. */
const PICTURE_CORNERS = [CARD_RADIUS, CARD_RADIUS, 0, 0];
/** Below so many device pixels a corner looks square anyway. */
const MIN_ROUND_DEVICE = 3;
const DOT = 12;
const BAR = 10;
const BAR_STEP = 22;
const MARGIN = 14;
const TITLE_SHARE = 0.4;
const CHARACTERS_A_LINE = 26;
const LAST_LINE_SHARE = 0.6;
const RUN_SHARE = 0.35;
const DROP_TINT = 0.25;
const ROW_ALPHA = 0.6;

function paintBars(ctx: Painter2D, characters: number, box: Box): void {
  const lines = Math.min(Math.ceil(characters / CHARACTERS_A_LINE), Math.floor(box.height / BAR_STEP));
  for (let index = 0; index < lines; index++) {
    const share = index === lines - 1 ? LAST_LINE_SHARE : 1;
    ctx.fillRect(box.x + MARGIN, box.y + 4 + index * BAR_STEP, (box.width - 2 * MARGIN) * share, BAR);
  }
}

/** A bar on its track while it runs, as long as what has gone up, all red when it has failed. */
function paintRunBar(ctx: Painter2D, body: Box, run: NodeRun, colour: string, theme: PaintTheme): void {
  const left = body.x + MARGIN;
  const width = body.width - 2 * MARGIN;
  const top = body.y + (body.height - BAR) / 2;
  ctx.fillStyle = run.state === 'failed' ? theme.danger : theme.line;
  ctx.fillRect(left, top, width, BAR);
  // The empty track of one that waits says that something will come.
  if (run.state === 'failed' || run.state === 'waiting') return;
  ctx.fillStyle = colour;
  if (run.share !== undefined) ctx.fillRect(left, top, width * run.share, BAR);
  else ctx.fillRect(left + (run.phase ?? 0) * width * (1 - RUN_SHARE), top, width * RUN_SHARE, BAR);
}

/** Hills without a curve: a picture will come here. */
function paintHills(ctx: Painter2D, body: Box): void {
  const bottom = body.y + body.height - MARGIN;
  ctx.beginPath();
  ctx.moveTo(body.x + MARGIN, bottom);
  ctx.lineTo(body.x + body.width * 0.35, body.y + body.height * 0.35);
  ctx.lineTo(body.x + body.width * 0.55, body.y + body.height * 0.68);
  ctx.lineTo(body.x + body.width * 0.7, body.y + body.height * 0.5);
  ctx.lineTo(body.x + body.width - MARGIN, bottom);
  ctx.fill();
}

function paintRows(ctx: Painter2D, layout: CardLayout): void {
  ctx.globalAlpha = ROW_ALPHA;
  for (const { box } of layout.rows) {
    ctx.fillRect(box.x + MARGIN, box.y + 6, box.width - 2 * MARGIN, box.height - 12);
  }
  ctx.globalAlpha = 1;
}

function paintMediumBody(ctx: Painter2D, node: FlowNode, kind: NodeKind | undefined, layout: CardLayout): void {
  const { body, header } = layout;
  if (kind?.colour === 'image') paintHills(ctx, body);
  else if (kind?.type === 'category') paintRows(ctx, layout);
  // An item's card is its row: its name stands where other cards have their header.
  else if (kind?.type === 'categoryItem') {
    paintBars(ctx, shownText(node).length, { ...body, y: header.height, height: BAR_STEP });
  } else paintBars(ctx, shownText(node).length, body);
}

/** A card below 35 %: no words, no hairlines, nothing smaller than a pixel. */
export function paintMediumCard(
  ctx: Painter2D,
  node: FlowNode,
  layout: CardLayout,
  state: CardState,
  environment: PaintEnvironment,
): void {
  const { theme, scale } = environment;
  const { size, header, body } = layout;
  const kind = nodeKind(node.type);
  const colour = kindColour(theme, kind?.colour ?? 'none');
  const url = state.run ? null : pictureUrl(node);
  ctx.beginPath();
  if (CARD_RADIUS * scale < MIN_ROUND_DEVICE) ctx.rect(0, 0, size.width, size.height);
  else ctx.roundRect(0, 0, size.width, size.height, url === null ? CARD_RADIUS : PICTURE_CORNERS);
  fillSheet(ctx, state, theme, DROP_TINT);
  ctx.fillStyle = colour;
  ctx.fillRect(MARGIN, (header.height - DOT) / 2, DOT, DOT);
  ctx.fillStyle = theme.faint;
  ctx.fillRect(MARGIN + DOT + 8, (header.height - BAR) / 2, size.width * TITLE_SHARE, BAR);
  ctx.fillStyle = theme.line;
  if (state.run) paintRunBar(ctx, body, state.run, colour, theme);
  else if (url === null) paintMediumBody(ctx, node, kind, layout);
  else if (paintPicture(ctx, url, body, environment) !== 'painted') {
    ctx.fillRect(body.x, body.y, body.width, body.height);
  }
}
