import type { Size } from '../../geometry/viewport';
import type { Painter2D } from './Painter2D';

/** How much of the colour is seen over its sheet. */
const TINT = 0.4;

const OPAQUE_HEX = /^#[\da-f]{6}$/i;

const channel = (of: string, at: number): number => Number.parseInt(of.slice(at, at + 2), 16);

const mixtures = new Map<string, string | null>();

/** A colour over a sheet as one opaque colour; null for what is not written as `#rrggbb`. */
function mixed(sheet: string, colour: string): string | null {
  const key = `${sheet}${colour}`;
  const known = mixtures.get(key);
  if (known !== undefined) return known;
  const isKnown = OPAQUE_HEX.test(sheet) && OPAQUE_HEX.test(colour);
  const channels = [1, 3, 5].map((at) => Math.round(channel(sheet, at) * (1 - TINT) + channel(colour, at) * TINT));
  const mixture = isKnown ? `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}` : null;
  mixtures.set(key, mixture);
  return mixture;
}

/** Fills a card with a colour over its sheet: one rectangle in hex colours; the canvas itself mixes all others. */
export function fillTinted(ctx: Painter2D, { width, height }: Size, sheet: string, colour: string): void {
  const mixture = mixed(sheet, colour);
  ctx.fillStyle = mixture ?? sheet;
  ctx.fillRect(0, 0, width, height);
  if (mixture !== null) return;
  ctx.globalAlpha = TINT;
  ctx.fillStyle = colour;
  ctx.fillRect(0, 0, width, height);
  ctx.globalAlpha = 1;
}
