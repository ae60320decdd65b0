import type { Box } from '../../geometry/box';
import type { CardLayout } from '../../nodes/cardLayout';
import { fontsOf } from '../text/fonts';
import { FAINTNESS } from '../shapes/drawings';
import { clockIcon, retryIcon, warningIcon } from '../shapes/icons';
import { paintLabelButton } from './paintButtons';
import type { NodeRun } from '../../nodes/viewState';
import type { PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';
import type { PaintTheme } from './PaintTheme';
import { paintLines } from '../text/paintLines';
import { traceBody, traceWell } from './paintWell';
import { wrapText } from '../text/wrapText';

const SWEEP_SHARE = 0.6;
const OVER_PICTURE_ALPHA = 0.82;
const SPINNER_RADIUS = 11;
const SPINNER_WIDTH = 3;
const SPINNER_ARC = 0.6 * Math.PI;
const MARGIN = 18;
const REASON_LINE_HEIGHT = 18;
const REASON_LINES = 3;
const NOTE_LINES = 2;
const NOTE_PADDING = 8;
const NOTE_LINE_HEIGHT = 16;
/** Read without effort, and the picture is still known. */
const NOTE_ALPHA = 0.9;

/** Elapsed time without words: 0:07, 1:23. */
function elapsedText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

const shareText = (share: number): string => `${Math.round(share * 100)}%`;

/** Paints the ground of a run's words, and leaves it as the current path: the body, or the present picture, dimmed. */
function paintGround(ctx: Painter2D, body: Box, isOverPicture: boolean, theme: PaintTheme): void {
  // A picture reaches over the card's hairline, an empty well stays inside it.
  if (isOverPicture) traceBody(ctx, body);
  else traceWell(ctx, body);
  ctx.globalAlpha = isOverPicture ? OVER_PICTURE_ALPHA : 1;
  ctx.fillStyle = theme.raised;
  ctx.fill();
  ctx.globalAlpha = 1;
}

/** A soft band that passes over the body from left to right, once per phase. */
function paintSweep(ctx: Painter2D, body: Box, phase: number, theme: PaintTheme): void {
  const width = body.width * SWEEP_SHARE;
  const left = body.x - width + (body.width + width) * phase;
  const band = ctx.createLinearGradient(left, 0, left + width, 0);
  band.addColorStop(0, theme.raised);
  band.addColorStop(0.5, theme.faint);
  band.addColorStop(1, theme.raised);
  ctx.globalAlpha = FAINTNESS;
  ctx.fillStyle = band;
  ctx.fill();
  ctx.globalAlpha = 1;
}

/** An arc that goes around once a phase. */
export function paintSpinner(
  ctx: Painter2D,
  x: number,
  y: number,
  phase: number,
  { theme }: Pick<PaintEnvironment, 'theme'>,
): void {
  ctx.lineWidth = SPINNER_WIDTH;
  ctx.lineCap = 'round';
  ctx.strokeStyle = theme.line;
  ctx.beginPath();
  ctx.arc(x, y, SPINNER_RADIUS, 0, 2 * Math.PI);
  ctx.stroke();
  const start = 2 * Math.PI * phase - Math.PI / 2;
  ctx.strokeStyle = theme.imageEdge;
  ctx.beginPath();
  ctx.arc(x, y, SPINNER_RADIUS, start, start + SPINNER_ARC);
  ctx.stroke();
}

/** 'Waiting its turn...' under a clock that does not move: nothing is in progress yet. */
export function paintWaiting(ctx: Painter2D, body: Box, isOverPicture: boolean, environment: PaintEnvironment): void {
  const { theme, words } = environment;
  paintGround(ctx, body, isOverPicture, theme);
  const x = body.x + body.width / 2;
  const y = body.y + body.height / 2;
  ctx.strokeStyle = theme.muted;
  clockIcon(ctx, x, y - 16);
  ctx.textAlign = 'center';
  ctx.fillStyle = theme.ink;
  ctx.font = fontsOf(theme).title;
  ctx.fillText(words.waiting, x, y + 16);
  ctx.textAlign = 'left';
}

/** 'Loading...' with the time it has taken, or 'Uploading...' with how much has gone, over a calm sweep; a picture that is there already shows through. */
export function paintLoading(
  ctx: Painter2D,
  body: Box,
  run: NodeRun,
  isOverPicture: boolean,
  environment: PaintEnvironment,
): void {
  const { theme, words } = environment;
  const fonts = fontsOf(theme);
  const phase = run.phase ?? 0.5;
  paintGround(ctx, body, isOverPicture, theme);
  paintSweep(ctx, body, phase, theme);

  const x = body.x + body.width / 2;
  const y = body.y + body.height / 2;
  paintSpinner(ctx, x, y - 24, phase, environment);
  ctx.textAlign = 'center';
  ctx.fillStyle = theme.ink;
  ctx.font = fonts.title;
  ctx.fillText(run.state === 'uploading' ? words.uploading : words.loading, x, y + 8);
  const measure =
    run.share !== undefined ? shareText(run.share) : run.elapsedS !== undefined ? elapsedText(run.elapsedS) : null;
  if (measure !== null) {
    ctx.fillStyle = theme.muted;
    ctx.font = fonts.small;
    ctx.fillText(measure, x, y + 28);
  }
  ctx.textAlign = 'left';
}

/** Why a run failed, and 'try again'. */
export function paintFailure(ctx: Painter2D, layout: CardLayout, run: NodeRun, environment: PaintEnvironment): void {
  const { theme, words } = environment;
  const { body, retry } = layout;
  const font = fontsOf(theme).small;
  const lines = wrapText(ctx, run.message ?? '', body.width - 2 * MARGIN, REASON_LINES, font);
  const x = body.x + body.width / 2;
  // Sign and reason are one block in the middle of the part that the button leaves free.
  const height = 18 + 8 + lines.length * REASON_LINE_HEIGHT;
  const top = body.y + (retry.y - body.y - height) / 2 + 2;
  ctx.strokeStyle = theme.danger;
  warningIcon(ctx, x, top + 9);
  ctx.font = font;
  ctx.fillStyle = theme.muted;
  ctx.textAlign = 'center';
  paintLines(ctx, lines, x, top + 18 + 8, REASON_LINE_HEIGHT);
  ctx.textAlign = 'left';
  paintLabelButton(ctx, retry, retryIcon, words.tryAgain, false, theme);
}

/** Words about the picture, on a strip along its head, where there is no button. */
export function paintNote(ctx: Painter2D, body: Box, words: string, environment: PaintEnvironment): void {
  const { theme } = environment;
  const font = fontsOf(theme).small;
  const lines = wrapText(ctx, words, body.width - 2 * MARGIN, NOTE_LINES, font);
  const height = 2 * NOTE_PADDING + lines.length * NOTE_LINE_HEIGHT;
  ctx.globalAlpha = NOTE_ALPHA;
  ctx.fillStyle = theme.surface;
  ctx.fillRect(body.x, body.y, body.width, height);
  ctx.globalAlpha = 1;
  ctx.font = font;
  ctx.fillStyle = theme.muted;
  paintLines(ctx, lines, body.x + MARGIN, body.y + NOTE_PADDING, NOTE_LINE_HEIGHT);
}
