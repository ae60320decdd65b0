import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { Captions } from '../scene/captions';
import { LABEL_SPACE } from './label';
import { setType } from './type';

/** Most things that are named; an ellipsis stands for the rest. */
const LINES_MAX = 4;
const ELLIPSIS = '…';
/** Margin, as a share of a picture's width. */
const MARGIN = 0.07;
const HERO = { most: 132, least: 34, lead: 1.22 };
const ASIDE = { most: 38, least: 24, lead: 1.35 };

/** Writes the names of unpainted things: large over a mood or a scene, or in a line at the lower edge when there are figures. */
export function paintCaption(canvas: Canvas, { words, ground }: Captions): void {
  const named = linesOf(words);
  if (named.length === 0) return;
  const ctx = canvas.getContext('2d');
  ctx.save();
  ctx.textBaseline = 'alphabetic';
  ctx.textAlign = 'left';
  if (ground === 'figures') {
    setAside(canvas, ctx, named);
  } else {
    if (ground === 'scene') shadeFromLeft(canvas, ctx);
    setHero(canvas, ctx, named);
  }
  ctx.restore();
}

/** The words of a caption: an ellipsis says that there are more than fit, or that the font cannot set some. */
export function linesOf(words: readonly string[]): readonly string[] {
  const settable = words.filter(isSettable);
  const lines = settable.slice(0, LINES_MAX);
  if (lines.length === words.length) return lines;
  const last = lines.pop();
  return [...lines, last === undefined ? ELLIPSIS : `${last} ${ELLIPSIS}`];
}

/** Whether the font has letters for the word: others would be set as boxes. */
const isSettable = (word: string): boolean => /^[\p{Script=Hangul}\p{Script=Latin}\p{N}\p{P}\s]+$/u.test(word);

function setHero({ width, height }: Canvas, ctx: SKRSContext2D, words: readonly string[]): void {
  const margin = width * MARGIN;
  const room = { wide: width - 2 * margin, high: height - LABEL_SPACE - margin };
  const size = Math.min(sizeFor(ctx, words, room.wide, HERO), room.high / (words.length * HERO.lead));
  const line = size * HERO.lead;
  const middle = (height - LABEL_SPACE + margin) / 2;
  const top = middle - (words.length * line) / 2;
  setType(ctx, size);
  ctx.fillStyle = '#ffffff';
  ctx.shadowColor = 'rgba(8, 6, 20, 0.35)';
  ctx.shadowBlur = size * 0.22;
  ctx.fillRect(margin + size * 0.05, top - size * 0.1, size * 0.62, Math.max(4, size * 0.055));
  for (const [at, word] of words.entries()) {
    ctx.fillText(fitted(ctx, word, room.wide), margin, top + line * at + size * 0.95);
  }
}

function setAside({ width, height }: Canvas, ctx: SKRSContext2D, words: readonly string[]): void {
  const margin = width * MARGIN * 0.6;
  const text = words.join(' · ');
  const room = width - 2 * margin;
  const size = sizeFor(ctx, [text], room, ASIDE);
  const foot = height - LABEL_SPACE;
  const shade = ctx.createLinearGradient(0, foot - size * 3.4, 0, height);
  shade.addColorStop(0, 'rgba(8, 6, 20, 0)');
  shade.addColorStop(0.5, 'rgba(8, 6, 20, 0.42)');
  shade.addColorStop(1, 'rgba(8, 6, 20, 0.5)');
  ctx.fillStyle = shade;
  ctx.fillRect(0, foot - size * 3.4, width, height - foot + size * 3.4);
  setType(ctx, size);
  ctx.fillStyle = '#ffffff';
  ctx.shadowColor = 'rgba(8, 6, 20, 0.5)';
  ctx.shadowBlur = 8;
  ctx.fillText(fitted(ctx, text, room), margin, foot - size * 0.2);
}

/** The largest size at which all of these are as wide as there is room for. */
function sizeFor(
  ctx: SKRSContext2D,
  words: readonly string[],
  room: number,
  { most, least }: { most: number; least: number },
): number {
  setType(ctx, most);
  const wide = Math.max(...words.map((word) => ctx.measureText(word).width));
  return Math.max(least, Math.min(most, (most * room) / wide));
}

/** A text that is too long for its line ends in an ellipsis. */
function fitted(ctx: SKRSContext2D, text: string, room: number): string {
  if (ctx.measureText(text).width <= room) return text;
  const letters = Array.from(text);
  while (letters.length > 1 && ctx.measureText(`${letters.join('')}${ELLIPSIS}`).width > room) letters.pop();
  return `${letters.join('').trimEnd()}${ELLIPSIS}`;
}

/** Dims a scene's lights under the letters. */
function shadeFromLeft({ width, height }: Canvas, ctx: SKRSContext2D): void {
  const shade = ctx.createLinearGradient(0, 0, width, 0);
  shade.addColorStop(0, 'rgba(8, 6, 20, 0.55)');
  shade.addColorStop(0.45, 'rgba(8, 6, 20, 0.36)');
  shade.addColorStop(1, 'rgba(8, 6, 20, 0.12)');
  ctx.fillStyle = shade;
  ctx.fillRect(0, 0, width, height);
}
