import type { Box } from '../../geometry/box';
import type { Painter2D } from './Painter2D';
import type { PaintTheme } from '../card/PaintTheme';

/** A faint drawing of a body's future content; edge to edge in its well. */
export type Drawing = (ctx: Painter2D, well: Box, theme: PaintTheme) => void;

/** How much of `theme.faint` decoration has: in it a dark card shows as much as a light one. */
export const FAINTNESS = 1 / 3;
/** Opacity of a drawing, which is large and thin: it says at a glance what will come. */
const DRAWN = 0.55;
const LINE_SHARES = [0.92, 0.74, 0.84, 0.46] as const;
const WAVE = [0.2, 0.45, 0.3, 0.75, 1, 0.6, 0.85, 0.4, 0.55, 0.25, 0.15] as const;

/** A sun over two hills. The well is clipped by the caller. */
export const drawLandscape: Drawing = (ctx, well, theme) => {
  const { x, y, width, height } = well;
  ctx.fillStyle = theme.faint;
  ctx.globalAlpha = DRAWN;
  ctx.beginPath();
  ctx.arc(x + width * 0.7, y + height * 0.3, height * 0.11, 0, 2 * Math.PI);
  ctx.fill();
  ctx.globalAlpha = DRAWN * 0.45;
  ctx.beginPath();
  ctx.moveTo(x + width, y + height * 0.56);
  ctx.arcTo(x + width * 0.74, y + height * 0.4, x + width * 0.3, y + height, height * 0.3);
  ctx.lineTo(x + width * 0.3, y + height);
  ctx.lineTo(x + width, y + height);
  ctx.closePath();
  ctx.fill();
  ctx.globalAlpha = DRAWN * 0.75;
  ctx.beginPath();
  ctx.moveTo(x, y + height * 0.78);
  ctx.arcTo(x + width * 0.32, y + height * 0.34, x + width * 0.78, y + height, height * 0.2);
  ctx.lineTo(x + width * 0.78, y + height);
  ctx.lineTo(x, y + height);
  ctx.closePath();
  ctx.fill();
  ctx.globalAlpha = 1;
};

/** A paragraph of bars. */
export const drawParagraph: Drawing = (ctx, well, theme) => {
  const left = well.x + 16;
  const width = well.width - 32;
  ctx.fillStyle = theme.faint;
  ctx.globalAlpha = DRAWN;
  ctx.beginPath();
  for (const [index, share] of LINE_SHARES.entries()) {
    ctx.roundRect(left, well.y + 22 + index * 24, width * share, 10, 5);
  }
  ctx.fill();
  ctx.globalAlpha = 1;
};

/** A frame of film with a play sign. */
export const drawFilm: Drawing = (ctx, well, theme) => {
  const x = well.x + well.width / 2;
  const y = well.y + well.height / 2 - 14;
  ctx.fillStyle = theme.faint;
  ctx.globalAlpha = DRAWN;
  ctx.beginPath();
  ctx.roundRect(x - 42, y - 28, 84, 56, 8);
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.fillStyle = theme.raised;
  ctx.beginPath();
  ctx.moveTo(x - 7, y - 11);
  ctx.lineTo(x + 12, y);
  ctx.lineTo(x - 7, y + 11);
  ctx.closePath();
  ctx.fill();
};

/** A sound wave. */
export const drawWave: Drawing = (ctx, well, theme) => {
  const x = well.x + well.width / 2;
  const y = well.y + well.height / 2 - 14;
  ctx.fillStyle = theme.faint;
  ctx.globalAlpha = DRAWN;
  ctx.beginPath();
  for (const [index, share] of WAVE.entries()) {
    ctx.roundRect(x + (index - (WAVE.length - 1) / 2) * 10 - 3, y - 28 * share, 6, 56 * share, 3);
  }
  ctx.fill();
  ctx.globalAlpha = 1;
};

/** A picture in its frame, struck out: it could not be read. */
export const drawBrokenPicture: Drawing = (ctx, well, theme) => {
  const x = well.x + well.width / 2;
  const y = well.y + well.height / 2 - 16;
  ctx.strokeStyle = theme.faint;
  ctx.lineWidth = 2;
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.roundRect(x - 24, y - 18, 48, 36, 5);
  ctx.moveTo(x - 17, y + 11);
  ctx.lineTo(x - 6, y - 3);
  ctx.lineTo(x + 2, y + 7);
  ctx.lineTo(x + 8, y + 1);
  ctx.lineTo(x + 17, y + 11);
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(x - 28, y + 24);
  ctx.lineTo(x + 28, y - 24);
  ctx.strokeStyle = theme.raised;
  ctx.lineWidth = 7;
  ctx.stroke();
  ctx.strokeStyle = theme.faint;
  ctx.lineWidth = 2;
  ctx.stroke();
};
