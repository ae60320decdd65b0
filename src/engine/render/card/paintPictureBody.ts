import type { Box } from '../../geometry/box';
import type { CardLayout } from '../../nodes/cardLayout';
import { drawBrokenPicture, drawLandscape, FAINTNESS } from '../shapes/drawings';
import { fontsOf } from '../text/fonts';
import { enlargeIcon, settingsIcon, uploadIcon } from '../shapes/icons';
import { paintLabelButton, paintRoundButton } from './paintButtons';
import type { NodeCells } from '../../nodes/viewState';
import { isSeen, type PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';
import { paintPicture, type PictureOutcome } from './paintPicture';
import { paintFailure, paintLoading, paintNote, paintWaiting } from './paintRun';
import { paintPill, paintTakeCount, paintTakes } from './paintTakes';
import { paintWell, traceCard, traceWell } from './paintWell';
import { clipText, textWidth } from '../text/wrapText';
import type { BodyPainter } from './BodyPainter';

/** Phase of the light where nothing moves: the middle. */
const STILL = 0.5;
const LIGHT_SHARE = 0.7;

/** A stored picture on its way, over its well: a soft light that passes over a body of another tone, nothing like an empty node. */
function paintShimmer(ctx: Painter2D, nodeId: string, body: Box, environment: PaintEnvironment): void {
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

const MARGIN = 8;
const HEIGHT = 24;
const PADDING = 10;

/** '3 × 4 × 2 = 24 pictures', and of one list the pictures alone. */
function countWords({ counts, total }: NodeCells, { words }: PaintEnvironment): string {
  const pictures = words.pictureCount.replace('{count}', String(total));
  return counts.length > 1 ? `${counts.join(' × ')} = ${pictures}` : pictures;
}

/** How many pictures a run of the node makes, in the upper left corner of its body. */
function paintCellCount(ctx: Painter2D, body: Box, cells: NodeCells, environment: PaintEnvironment): void {
  const { theme } = environment;
  const { label } = fontsOf(theme);
  const text = clipText(ctx, countWords(cells, environment), body.width - 2 * MARGIN - 2 * PADDING, label);
  const width = textWidth(ctx, text, label) + 2 * PADDING;
  const box = { x: body.x + MARGIN, y: body.y + MARGIN, width, height: HEIGHT };
  paintPill(ctx, box, environment);
  ctx.font = label;
  ctx.fillStyle = theme.ink;
  ctx.fillText(text, box.x + PADDING, box.y + HEIGHT / 2 + 0.5);
}

const TEXT_MARGIN = 16;
/** Thick enough that the reason is read without effort, thin enough that the picture is still known. */
const VEIL_ALPHA = 0.93;

function paintBroken(ctx: Painter2D, body: Box, environment: PaintEnvironment): void {
  const { theme, words } = environment;
  paintWell(ctx, body, drawBrokenPicture, theme);
  const font = fontsOf(theme).small;
  const text = clipText(ctx, words.brokenPicture, body.width - 2 * TEXT_MARGIN, font);
  ctx.font = font;
  ctx.fillStyle = theme.muted;
  ctx.textAlign = 'center';
  ctx.fillText(text, body.x + body.width / 2, body.y + body.height / 2 + 22);
  ctx.textAlign = 'left';
}

/** The picture of an earlier run, behind the message about the last one. */
function paintVeiled(ctx: Painter2D, url: string, layout: CardLayout, environment: PaintEnvironment): void {
  const { body, size } = layout;
  paintWell(ctx, body, null, environment.theme);
  ctx.save();
  traceCard(ctx, size);
  ctx.clip();
  const outcome = paintPicture(ctx, url, body, environment);
  if (outcome === 'painted') {
    ctx.globalAlpha = VEIL_ALPHA;
    ctx.fillStyle = environment.theme.surface;
    ctx.fillRect(body.x, body.y, body.width, body.height);
    ctx.globalAlpha = 1;
  }
  ctx.restore();
}

/**
 * The whole picture, a sign that it is loading, its run, its failure, or the faint drawing of the future picture; over it the facts about
 * its takes.
 */
export const paintPictureBody: BodyPainter = (ctx, node, layout, state, environment) => {
  paintShown(ctx, node, layout, state, environment);
  const { takes, settings } = layout.actions;
  const hasFailed = state.run?.state === 'failed';
  // 'Try again' stands where the facts about the takes would.
  const paintSigns = hasFailed ? paintTakeCount : paintTakes;
  if (state.takes && takes) paintSigns(ctx, takes, state.takes, environment);
  const cells = environment.cells?.get(node.id);
  if (cells) paintCellCount(ctx, layout.body, cells, environment);
  const isAtWork = state.run !== null && !hasFailed;
  if (settings && !isAtWork && (state.isHovered || state.isSelected)) {
    paintRoundButton(ctx, settings, settingsIcon, 'quiet', environment.theme);
  }
};

const paintShown: BodyPainter = (ctx, node, layout, state, environment) => {
  const { body, actions } = layout;
  const { theme, words } = environment;
  const url = environment.kinds.pictureOf(node);
  if (state.run?.state === 'failed') {
    if (url) paintVeiled(ctx, url, layout, environment);
    else paintWell(ctx, body, null, theme);
    paintFailure(ctx, layout, state.run, environment);
    return;
  }
  let outcome: PictureOutcome | 'none' = 'none';
  if (url) {
    paintWell(ctx, body, null, theme);
    ctx.save();
    traceCard(ctx, layout.size);
    ctx.clip();
    outcome = paintPicture(ctx, url, body, environment);
    if (outcome === 'painted' && state.note !== null) paintNote(ctx, body, state.note, environment);
    ctx.restore();
    if (outcome === 'broken') paintBroken(ctx, body, environment);
    if (outcome === 'loading' && !state.run) paintShimmer(ctx, node.id, body, environment);
  } else {
    paintWell(ctx, body, state.run ? null : drawLandscape, theme);
    if (!state.run && state.note !== null) paintNote(ctx, body, state.note, environment);
  }
  const isPainted = outcome === 'painted';
  if (state.run?.state === 'waiting') {
    paintWaiting(ctx, body, isPainted, environment);
    return;
  }
  if (state.run) {
    paintLoading(ctx, body, state.run, isPainted, environment);
    return;
  }
  if (!url && actions.upload && isSeen(state, actions.upload)) {
    paintLabelButton(ctx, actions.upload, uploadIcon, words.upload, false, theme);
  }
  if (isPainted && actions.enlarge && (state.isHovered || state.isSelected)) {
    paintRoundButton(ctx, actions.enlarge, enlargeIcon, 'quiet', theme);
  }
};
