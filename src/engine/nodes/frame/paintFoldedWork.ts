import type { Box } from '../../geometry/box';
import type { Size } from '../../geometry/viewport';
import type { FoldedWork } from '../viewState';
import type { PaintEnvironment } from '../../render/card/PaintEnvironment';
import { paintSpinner } from '../../render/card/paintRun';
import { clockIcon, warningIcon } from '../../render/shapes/icons';
import type { Painter2D } from '../../render/shapes/Painter2D';
import { fontsOf } from '../../render/text/fonts';

const PILL = 32;
const INSET = 8;
/** The width of a sign with its number. */
const PART = 48;
const SIGN = 18;
const NUMBER = 34;
/** Size of the signs on a card at low detail, as a share of its shorter side. */
const FAR_SHARE = 0.18;

/** Signs of running and failed work inside the card, each with its number, at the foot of its body. */
export function paintFoldedWork(ctx: Painter2D, body: Box, work: FoldedWork, environment: PaintEnvironment): void {
  const { theme, detail } = environment;
  const { underWay, failed } = work;
  const parts = (underWay > 0 ? 1 : 0) + (failed > 0 ? 1 : 0);
  const width = parts * PART + INSET;
  const x = body.x + INSET;
  const y = body.y + body.height - PILL - INSET;
  const middle = y + PILL / 2;
  ctx.beginPath();
  ctx.roundRect(x, y, width, PILL, PILL / 2);
  ctx.fillStyle = theme.surface;
  ctx.fill();
  ctx.strokeStyle = theme.line;
  ctx.lineWidth = 1;
  ctx.stroke();
  let at = x;
  const paintNumber = (count: number): void => {
    if (detail === 'full') {
      ctx.font = fontsOf(theme).small;
      ctx.fillStyle = theme.ink;
      ctx.textBaseline = 'middle';
      ctx.textAlign = 'left';
      ctx.fillText(String(count), at + NUMBER, middle + 0.5);
    }
    at += PART;
  };
  if (underWay > 0) {
    if (work.phase === null) {
      ctx.strokeStyle = theme.muted;
      clockIcon(ctx, at + SIGN, middle);
    } else paintSpinner(ctx, at + SIGN, middle, work.phase, environment);
    paintNumber(underWay);
  }
  if (failed > 0) {
    ctx.strokeStyle = theme.danger;
    warningIcon(ctx, at + SIGN, middle);
    paintNumber(failed);
  }
}

/** The same at low detail: a bar at its foot for what runs, a corner for what has failed, so that no colour is needed to tell them apart. */
export function paintFarWork(
  ctx: Painter2D,
  { width, height }: Size,
  work: FoldedWork,
  { theme }: PaintEnvironment,
): void {
  const thick = Math.min(width, height) * FAR_SHARE;
  if (work.underWay > 0) {
    ctx.fillStyle = theme.imageEdge;
    ctx.fillRect(0, height - thick, width, thick);
  }
  if (work.failed > 0) {
    ctx.fillStyle = theme.danger;
    ctx.fillRect(width - 2 * thick, 0, 2 * thick, 2 * thick);
  }
}
