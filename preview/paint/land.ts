import { faded, mixed, shifted } from '../scene/palette';
import { between } from '../scene/seededRandom';
import { SIDE, fillUnder, ridgeNoise } from './Painting';
import type { Painting } from './Painting';
import { paintPine, paintTree } from './trees';

/** Ranges one behind the other, paler with distance, mist in the valleys between them. */
export function paintMountains(painting: Painting, from: number, to: number, count = 5): void {
  const { ctx, palette, random, scene } = painting;
  const isSnowy = scene.weather.has('snow') || scene.seasons.has('winter');
  for (let layer = 0; layer < count; layer += 1) {
    const depth = layer / Math.max(1, count - 1);
    const base = from + (to - from) * depth ** 1.15;
    const tall = 215 - depth * 95;
    const row = between(random, 0, 50);
    const pace = 0.0021 + depth * 0.0011;
    const crest = (x: number): number =>
      base - Math.abs(ridgeNoise(painting, x * pace, row)) * tall * 1.5 + tall * 0.28;
    const colour = mixed(palette.far, palette.near, depth ** 1.4);
    const fill = ctx.createLinearGradient(0, base - tall, 0, base + 170);
    fill.addColorStop(0, colour);
    fill.addColorStop(1, mixed(colour, palette.sky[2], 0.42 * (1 - depth) + 0.1));
    ctx.fillStyle = fill;
    fillUnder(ctx, crest, SIDE);
    if (layer < 2) paintSlopes(painting, crest, base, tall, isSnowy);
    if (layer < count - 1) paintMist(painting, base + 40, 120, 0.42 * (1 - depth));
    if (layer >= count - 2) plantCrest(painting, crest, colour, 16 + depth * 42, isSnowy);
  }
}

/** The lit sides of far peaks; snow when it is cold. */
function paintSlopes(
  painting: Painting,
  crest: (x: number) => number,
  base: number,
  tall: number,
  isSnowy: boolean,
): void {
  const { ctx, palette, light, noise } = painting;
  ctx.strokeStyle = faded(isSnowy ? '#ffffff' : palette.light, isSnowy ? 0.42 : 0.13);
  ctx.lineWidth = 3;
  for (let x = 0; x < SIDE; x += 3) {
    const top = crest(x);
    const faces = (crest(x + 6) - crest(x - 6)) * (light.x < x ? 1 : -1) < 0;
    if (!faces && !isSnowy) continue;
    const long = Math.max(0, base - top) * (faces ? 0.62 : 0.3) * (0.6 + 0.4 * noise(x * 0.03, top * 0.01));
    ctx.beginPath();
    ctx.moveTo(x, top);
    ctx.lineTo(x + (light.x < x ? 1 : -1) * long * 0.35, top + Math.min(long, tall));
    ctx.stroke();
  }
}

function plantCrest(
  painting: Painting,
  crest: (x: number) => number,
  colour: string,
  tall: number,
  isSnowy: boolean,
): void {
  const { random, noise } = painting;
  for (let x = -20; x < SIDE + 20; x += between(random, tall * 0.14, tall * 0.42)) {
    if (noise(x * 0.006, tall) < -0.25) continue;
    const height = tall * between(random, 0.7, 1.5);
    paintPine(
      painting,
      x,
      crest(x) + height * 0.16,
      height,
      shifted(colour, { light: between(random, -0.045, 0.015) }),
      isSnowy,
    );
  }
}

/** A soft bank of mist around a height. */
export function paintMist(painting: Painting, y: number, tall: number, strength: number): void {
  const { ctx, palette } = painting;
  const mist = ctx.createLinearGradient(0, y - tall, 0, y + tall);
  mist.addColorStop(0, faded(palette.sky[2], 0));
  mist.addColorStop(0.55, faded(palette.sky[2], strength));
  mist.addColorStop(1, faded(palette.sky[2], 0));
  ctx.fillStyle = mist;
  ctx.fillRect(0, y - tall, SIDE, tall * 2);
}

/** Rolling meadows with strewn flowers, a path and some trees. */
export function paintField(painting: Painting, horizon: number): void {
  const { ctx, palette, random, noise } = painting;
  paintMountains(painting, horizon - 20, horizon + 30, 2);
  const hills = 5;
  for (let hill = 0; hill < hills; hill += 1) {
    const depth = hill / (hills - 1);
    const base = horizon + (SIDE - horizon) * 0.82 * depth ** 1.35;
    const row = between(random, 0, 60);
    const crest = (x: number): number => base + noise(x * (0.0026 - depth * 0.0012), row) * (26 + depth * 46);
    const colour = mixed(mixed(palette.ground, palette.sky[2], 0.5 * (1 - depth)), palette.near, depth * 0.22);
    const fill = ctx.createLinearGradient(0, base - 60, 0, base + 260);
    fill.addColorStop(0, mixed(colour, palette.light, 0.24));
    fill.addColorStop(1, shifted(colour, { light: -0.09 }));
    ctx.fillStyle = fill;
    fillUnder(ctx, crest, SIDE);
    if (hill === 1 || hill === 2) {
      for (let tree = 0; tree < 3; tree += 1) {
        const x = random() * SIDE;
        paintTree(painting, x, crest(x) + 5, 46 + depth * 150, mixed(colour, palette.near, 0.6));
      }
    }
    strewGrass(painting, crest, colour, depth);
  }
}

function strewGrass(painting: Painting, crest: (x: number) => number, colour: string, depth: number): void {
  const { ctx, random, palette } = painting;
  const blades = 260 + depth * 560;
  for (let blade = 0; blade < blades; blade += 1) {
    const x = random() * SIDE;
    const y = crest(x) + random() * (30 + depth * 220);
    const tall = (4 + depth * 30) * between(random, 0.5, 1.3);
    ctx.strokeStyle = faded(
      shifted(mixed(colour, palette.light, random() * 0.22), { light: between(random, -0.1, 0.05) }),
      0.7,
    );
    ctx.lineWidth = 0.8 + depth * 2;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.quadraticCurveTo(x + tall * 0.1, y - tall * 0.6, x + between(random, -0.5, 0.5) * tall, y - tall);
    ctx.stroke();
  }
}

/** Dunes with a lit and a shadowed side. */
export function paintDesert(painting: Painting, horizon: number): void {
  const { ctx, palette, random, noise, light } = painting;
  const sand = mixed(mixed('#e0a765', palette.far, 0.22), palette.near, painting.isDark ? 0.3 : 0.06);
  for (let dune = 0; dune < 6; dune += 1) {
    const depth = dune / 5;
    const base = horizon + (SIDE - horizon) * 0.8 * depth ** 1.3;
    const row = between(random, 0, 80);
    const crest = (x: number): number => base + noise(x * (0.0024 - depth * 0.001), row) * (34 + depth * 78);
    const colour = mixed(mixed(sand, palette.sky[2], 0.5 * (1 - depth)), palette.near, depth * 0.14);
    const fill = ctx.createLinearGradient(0, base - 70, 0, base + 240);
    fill.addColorStop(0, mixed(colour, palette.light, 0.36));
    fill.addColorStop(1, shifted(colour, { light: -0.1 }));
    ctx.fillStyle = fill;
    fillUnder(ctx, crest, SIDE);
    ctx.lineWidth = 1.4;
    for (let x = -200; x < SIDE + 200; x += 5) {
      const falls = (crest(x + 8) - crest(x - 8)) * (light.x < x ? 1 : -1);
      if (falls < 0.6) continue;
      ctx.strokeStyle = faded(shifted(colour, { light: -0.2 }), Math.min(0.34, falls * 0.06));
      ctx.beginPath();
      ctx.moveTo(x, crest(x));
      ctx.quadraticCurveTo(x + 46, crest(x) + 70, x + (light.x < x ? 30 : -30), crest(x) + 150 + depth * 110);
      ctx.stroke();
    }
  }
}
