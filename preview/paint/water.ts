import { faded, mixed, shifted } from '../scene/palette';
import { between } from '../scene/seededRandom';
import { paintMist, paintMountains } from './land';
import { SIDE } from './Painting';
import type { Painting } from './Painting';

/** Open sea: far islands, swell, the light's path on the water, foam on a beach. */
export function paintSea(painting: Painting, horizon: number): void {
  const { ctx, palette, random, noise } = painting;
  if (random() < 0.7) paintIsland(painting, horizon);
  const water = ctx.createLinearGradient(0, horizon, 0, SIDE);
  water.addColorStop(0, mixed(palette.sky[2], palette.water, 0.5));
  water.addColorStop(0.35, palette.water);
  water.addColorStop(1, shifted(mixed(palette.water, palette.near, 0.35), { light: -0.05 }));
  ctx.fillStyle = water;
  ctx.fillRect(0, horizon, SIDE, SIDE - horizon);
  paintSwell(painting, horizon, SIDE);
  paintGlitter(painting, horizon, SIDE);
  if (painting.scene.subjects.has('boat') && random() < 0.5) return;
  const shore = SIDE * between(random, 0.86, 0.92);
  const row = random() * 30;
  const edge = (x: number): number => shore + (x / SIDE - 0.5) * 90 + noise(x * 0.004, row) * 22;
  const sand = mixed(mixed('#e7cfa3', palette.sky[1], 0.2), palette.near, painting.isDark ? 0.55 : 0.08);
  for (const [back, colour] of [
    [34, faded('#ffffff', 0.35)],
    [16, faded('#ffffff', 0.75)],
    [0, mixed(sand, palette.water, 0.3)],
    [-26, sand],
  ] as const) {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.moveTo(0, SIDE);
    for (let x = 0; x <= SIDE; x += 5) ctx.lineTo(x, edge(x) - back + noise(x * 0.02, back) * 6);
    ctx.lineTo(SIDE, SIDE);
    ctx.fill();
  }
}

/** A lake that mirrors the scenery behind it. */
export function paintLake(painting: Painting, horizon: number): void {
  paintMountains(painting, horizon - 130, horizon - 24, 3);
  paintMist(painting, horizon - 6, 40, 0.5);
  mirror(painting, horizon);
  paintSwell(painting, horizon + 30, SIDE, 0.4);
  paintGlitter(painting, horizon, SIDE);
}

/** Turns the picture above a line upside down into the water below it, broken by ripples. */
export function mirror(painting: Painting, horizon: number, strength = 0.9): void {
  const { ctx, canvas, palette, noise } = painting;
  const above = ctx.getImageData(0, 0, SIDE, Math.ceil(horizon));
  const deep = SIDE - horizon;
  const below = ctx.createImageData(SIDE, Math.ceil(deep));
  // As whole pixels: a mirror moves colours and mixes none.
  const source = new Uint32Array(above.data.buffer);
  const target = new Uint32Array(below.data.buffer);
  const lowest = above.height - 1;
  for (let y = 0; y < below.height; y += 1) {
    const far = y / deep;
    const ripple = 1.5 + far * 10;
    for (let x = 0; x < SIDE; x += 1) {
      const wave = noise(x * 0.006, y * (0.16 - far * 0.1)) * ripple;
      const sy = Math.min(lowest, Math.max(0, Math.round(lowest - 1 - y * 0.98 + wave)));
      const sx = Math.min(SIDE - 1, Math.max(0, Math.round(x + wave * 0.7)));
      target[y * SIDE + x] = source[sy * SIDE + sx] ?? 0;
    }
  }
  ctx.putImageData(below, 0, Math.floor(horizon));
  const tint = ctx.createLinearGradient(0, horizon, 0, canvas.height);
  tint.addColorStop(0, faded(palette.water, 0.16));
  tint.addColorStop(1, faded(mixed(palette.water, palette.near, 0.4), 1 - strength * 0.45));
  ctx.fillStyle = tint;
  ctx.fillRect(0, horizon, SIDE, deep);
}

function paintSwell(painting: Painting, from: number, to: number, strength = 1): void {
  const { ctx, palette, random } = painting;
  for (let line = 0; line < 520; line += 1) {
    const depth = random() ** 1.7;
    const y = from + (to - from) * depth;
    const long = (14 + depth * 150) * between(random, 0.4, 1.3);
    const x = random() * SIDE;
    const isLit = random() < 0.5;
    const colour = isLit ? mixed(palette.sky[2], palette.light, 0.4) : mixed(palette.water, palette.near, 0.6);
    ctx.strokeStyle = faded(colour, (0.1 + depth * 0.2) * strength);
    ctx.lineWidth = 0.8 + depth * 3.4;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(x - long / 2, y);
    ctx.quadraticCurveTo(x, y - 2 - depth * 7, x + long / 2, y);
    ctx.stroke();
  }
}

/** The path of light from the horizon to the viewer. */
function paintGlitter(painting: Painting, from: number, to: number): void {
  const { ctx, palette, random, light, scene } = painting;
  if (['rain', 'storm', 'fog', 'cloudy'].some((word) => scene.weather.has(word))) return;
  ctx.lineCap = 'round';
  for (let glint = 0; glint < 460; glint += 1) {
    const depth = random() ** 1.5;
    const y = from + 3 + (to - from) * depth;
    const spread = 16 + depth * 170;
    const x = light.x + (random() + random() + random() - 1.5) * spread * 0.9;
    const long = (5 + depth * 42) * between(random, 0.4, 1.2);
    ctx.strokeStyle = faded(mixed(palette.light, '#ffffff', 0.3), between(random, 0.12, 0.7) * (1 - depth * 0.65));
    ctx.lineWidth = 1 + depth * 3;
    ctx.beginPath();
    ctx.moveTo(x - long / 2, y);
    ctx.lineTo(x + long / 2, y);
    ctx.stroke();
  }
}

function paintIsland(painting: Painting, horizon: number): void {
  const { ctx, palette, random, noise } = painting;
  for (let island = 0; island < 3; island += 1) {
    const x = random() * SIDE;
    const wide = between(random, 130, 420);
    const tall = between(random, 24, 92);
    ctx.fillStyle = mixed(palette.far, palette.sky[2], 0.5 - island * 0.2);
    ctx.beginPath();
    ctx.moveTo(x - wide, horizon + 1);
    for (let at = -1; at <= 1; at += 0.02) {
      const rise = (1 - at * at) ** 1.5 * tall * (1 + 0.35 * noise(at * 3, island * 9 + x)) + noise(at * 14, x) * 3;
      ctx.lineTo(x + at * wide, horizon - Math.max(0, rise));
    }
    ctx.lineTo(x + wide, horizon + 1);
    ctx.fill();
  }
}

/** Paints the world below the surface: light from above, weed, bubbles. */
export function paintUnderwater(painting: Painting): void {
  const { ctx, palette, random, noise } = painting;
  const water = ctx.createLinearGradient(0, 0, 0, SIDE);
  water.addColorStop(0, mixed(mixed('#8fe3ea', palette.water, 0.35), palette.light, 0.25));
  water.addColorStop(0.4, mixed(palette.water, '#0f7ea3', 0.4));
  water.addColorStop(1, mixed(palette.near, '#04223f', 0.6));
  ctx.fillStyle = water;
  ctx.fillRect(0, 0, SIDE, SIDE);
  ctx.save();
  ctx.globalCompositeOperation = 'screen';
  for (let ray = 0; ray < 12; ray += 1) {
    const x = random() * SIDE;
    const wide = between(random, 20, 90);
    const fill = ctx.createLinearGradient(0, 0, 0, SIDE * 0.8);
    fill.addColorStop(0, faded('#d8fbff', 0.24));
    fill.addColorStop(1, faded('#d8fbff', 0));
    ctx.fillStyle = fill;
    ctx.beginPath();
    ctx.moveTo(x, -5);
    ctx.lineTo(x + wide, -5);
    ctx.lineTo(x + wide * 1.9 + 130, SIDE * 0.8);
    ctx.lineTo(x + 90, SIDE * 0.8);
    ctx.fill();
  }
  ctx.restore();
  for (let layer = 0; layer < 3; layer += 1) {
    ctx.fillStyle = mixed(mixed(palette.near, '#0a3b52', 0.5), palette.water, 0.5 - layer * 0.24);
    ctx.beginPath();
    ctx.moveTo(0, SIDE);
    for (let x = 0; x <= SIDE; x += 6) ctx.lineTo(x, SIDE - 190 + layer * 58 + noise(x * 0.006, layer * 9) * 62);
    ctx.lineTo(SIDE, SIDE);
    ctx.fill();
    for (let weed = 0; weed < 16; weed += 1) paintWeed(painting, random() * SIDE, SIDE - 150 + layer * 60, layer);
  }
  for (let bubble = 0; bubble < 90; bubble += 1) {
    const radius = random() ** 3 * 12 + 2;
    ctx.strokeStyle = faded('#e6fdff', 0.5);
    ctx.lineWidth = 1.4;
    ctx.beginPath();
    ctx.arc(random() * SIDE, random() * SIDE, radius, 0, Math.PI * 2);
    ctx.stroke();
  }
}

function paintWeed(painting: Painting, x: number, foot: number, layer: number): void {
  const { ctx, palette, random } = painting;
  const isCoral = random() < 0.4;
  const colour = isCoral
    ? shifted(palette.accent, { hue: between(random, -40, 40) })
    : mixed('#2f9e6b', palette.near, 0.3);
  ctx.strokeStyle = faded(mixed(colour, palette.water, 0.5 - layer * 0.2), 0.9);
  ctx.lineCap = 'round';
  const blades = isCoral ? 7 : 4;
  for (let blade = 0; blade < blades; blade += 1) {
    const tall = between(random, 50, 150) * (0.7 + layer * 0.25);
    const lean = (blade - blades / 2) * (isCoral ? 22 : 9);
    ctx.lineWidth = (isCoral ? 7 : 5) + layer * 2;
    ctx.beginPath();
    ctx.moveTo(x, foot + 40);
    ctx.bezierCurveTo(x + lean, foot - tall * 0.3, x + lean - 24, foot - tall * 0.6, x + lean * 1.5 + 10, foot - tall);
    ctx.stroke();
  }
}
