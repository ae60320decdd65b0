import { createCanvas } from '@napi-rs/canvas';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { createNoise2D } from 'simplex-noise';
import type { Palette } from '../scene/palette';
import { paletteOf } from '../scene/palette';
import type { Scene } from '../scene/readScene';
import { seededRandom } from '../scene/seededRandom';
import type { Random } from '../scene/seededRandom';

/** The side of every preview, in pixels. */
export const SIDE = 1024;

/** A picture in the making: what every layer paints on and with. */
export interface Painting {
  canvas: Canvas;
  ctx: SKRSContext2D;
  scene: Scene;
  palette: Palette;
  random: Random;
  /** Smooth noise in -1..1. */
  noise: (x: number, y: number) => number;
  /** The source of the light; sun, moon, glints and shadows agree on it. */
  light: { x: number; y: number };
  isDark: boolean;
}

export function beginPainting(scene: Scene): Painting {
  const canvas = createCanvas(SIDE, SIDE);
  const random = seededRandom(scene.seed);
  const isHigh = scene.time === 'day' || scene.time === 'night';
  return {
    canvas,
    ctx: canvas.getContext('2d'),
    scene,
    palette: paletteOf(scene),
    random,
    noise: createNoise2D(seededRandom(scene.seed ^ 0xa015e)),
    light: {
      x: SIDE * (random() < 0.5 ? 0.2 + random() * 0.18 : 0.62 + random() * 0.2),
      y: SIDE * (isHigh ? 0.14 + random() * 0.1 : 0.36 + random() * 0.08),
    },
    isDark: scene.time === 'night' || scene.time === 'dusk',
  };
}

const OCTAVES = 5;

/** Several octaves of noise along a line, in about -1..1. */
export function ridgeNoise(painting: Painting, x: number, row: number): number {
  let sum = 0;
  let weight = 1;
  let total = 0;
  for (let octave = 0; octave < OCTAVES; octave += 1) {
    sum += weight * painting.noise(x * 2 ** octave, row * 13.7 + octave * 5.1);
    total += weight;
    weight *= 0.48;
  }
  return sum / total;
}

/** Fills the area under a curve of heights, sampled every few pixels. */
export function fillUnder(ctx: SKRSContext2D, top: (x: number) => number, bottom: number): void {
  ctx.beginPath();
  ctx.moveTo(-4, bottom);
  for (let x = -4; x <= SIDE + 4; x += 3) ctx.lineTo(x, top(x));
  ctx.lineTo(SIDE + 4, bottom);
  ctx.closePath();
  ctx.fill();
}
