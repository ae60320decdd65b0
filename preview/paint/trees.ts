import { faded, mixed, shifted } from '../scene/palette';
import { between } from '../scene/seededRandom';
import { SIDE } from './Painting';
import type { Painting } from './Painting';
import { disc } from './sky';

export function paintPine(
  painting: Painting,
  x: number,
  foot: number,
  tall: number,
  colour: string,
  isSnowy: boolean,
): void {
  const { ctx, random } = painting;
  ctx.fillStyle = colour;
  ctx.fillRect(x - tall * 0.025, foot - tall * 0.3, tall * 0.05, tall * 0.3);
  const tiers = 6;
  for (let tier = 0; tier < tiers; tier += 1) {
    const top = foot - tall + tall * 0.8 * (tier / tiers);
    const low = top + tall * 0.3;
    const half = tall * (0.055 + 0.2 * ((tier + 1) / tiers)) * between(random, 0.85, 1.1);
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.moveTo(x, top);
    ctx.lineTo(x + half, low);
    ctx.lineTo(x, low - tall * 0.05);
    ctx.lineTo(x - half, low);
    ctx.closePath();
    ctx.fill();
    if (!isSnowy) continue;
    ctx.fillStyle = 'rgba(255, 255, 255, 0.75)';
    ctx.beginPath();
    ctx.moveTo(x, top);
    ctx.lineTo(x + half * 0.62, low - tall * 0.1);
    ctx.lineTo(x, top + tall * 0.1);
    ctx.lineTo(x - half * 0.62, low - tall * 0.1);
    ctx.closePath();
    ctx.fill();
  }
}

/** A round-crowned tree: in spring it blossoms, in autumn it burns. */
export function paintTree(painting: Painting, x: number, foot: number, tall: number, colour: string): void {
  const { ctx, random, palette, scene, light } = painting;
  const bark = mixed(palette.near, '#4b3325', 0.5);
  ctx.strokeStyle = bark;
  ctx.lineCap = 'round';
  branch(painting, x, foot, -Math.PI / 2, tall * 0.32, tall * 0.06, 4);
  const isBlossom = scene.seasons.has('spring') || scene.subjects.has('blossom');
  const leaf = scene.seasons.has('autumn')
    ? mixed('#d9622b', palette.accent, 0.25)
    : isBlossom
      ? mixed('#f7b6cc', palette.accent, 0.2)
      : colour;
  const cx = x;
  const cy = foot - tall * 0.72;
  const side = light.x < x ? -1 : 1;
  for (let puff = 0; puff < 150; puff += 1) {
    const angle = random() * Math.PI * 2;
    const away = Math.sqrt(random());
    const px = cx + Math.cos(angle) * away * tall * 0.4;
    const py = cy + Math.sin(angle) * away * tall * 0.3;
    const lit = 0.5 + 0.5 * ((side * (px - cx)) / (tall * 0.4)) * 0.6 - ((py - cy) / (tall * 0.3)) * 0.3;
    ctx.fillStyle = faded(
      mixed(shifted(leaf, { light: -0.12 }), mixed(leaf, palette.light, 0.35), Math.min(1, Math.max(0, lit))),
      0.85,
    );
    disc(painting, px, py, tall * between(random, 0.03, 0.075));
  }
}

function branch(
  painting: Painting,
  x: number,
  y: number,
  angle: number,
  long: number,
  thick: number,
  left: number,
): void {
  const { ctx, random } = painting;
  const tipX = x + Math.cos(angle) * long;
  const tipY = y + Math.sin(angle) * long;
  ctx.lineWidth = Math.max(1, thick);
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(tipX, tipY);
  ctx.stroke();
  if (left === 0) return;
  for (const turn of [-1, 1]) {
    branch(painting, tipX, tipY, angle + turn * between(random, 0.25, 0.6), long * 0.7, thick * 0.62, left - 1);
  }
}

/** Trunks in five depths, light falling between them, undergrowth in front. */
export function paintForest(painting: Painting): void {
  const { ctx, palette, random, light, scene } = painting;
  const floor = SIDE * 0.72;
  const isSnowy = scene.weather.has('snow') || scene.seasons.has('winter');
  const air = ctx.createLinearGradient(0, 0, 0, SIDE);
  air.addColorStop(0, mixed(palette.ground, palette.sky[1], 0.5));
  air.addColorStop(0.6, mixed(palette.sky[2], palette.ground, 0.18));
  air.addColorStop(1, mixed(palette.ground, palette.near, 0.4));
  ctx.fillStyle = air;
  ctx.fillRect(0, 0, SIDE, SIDE);
  const glow = ctx.createRadialGradient(light.x, SIDE * 0.36, 10, light.x, SIDE * 0.36, 520);
  glow.addColorStop(0, faded(palette.light, painting.isDark ? 0.4 : 0.85));
  glow.addColorStop(1, faded(palette.light, 0));
  ctx.fillStyle = glow;
  ctx.fillRect(0, 0, SIDE, SIDE);
  for (let layer = 0; layer < 5; layer += 1) {
    const depth = layer / 4;
    const foot = floor - 60 + depth * 250;
    const ground = mixed(mixed(palette.ground, palette.sky[2], 0.55 * (1 - depth)), palette.near, 0.1 + depth * 0.45);
    if (layer < 4) paintCanopy(painting, depth, ground);
    for (let trunk = 0; trunk < 13 - layer * 2; trunk += 1) {
      paintTrunk(
        painting,
        random() * SIDE,
        foot + between(random, -24, 24),
        8 + depth * 52,
        mixed(ground, mixed(palette.near, '#2c1d14', 0.5), 0.25 + depth * 0.6),
      );
    }
    ctx.fillStyle = isSnowy ? mixed('#eef3fa', palette.far, 0.35 * (1 - depth)) : ground;
    const row = random() * 40;
    ctx.beginPath();
    ctx.moveTo(0, SIDE);
    for (let x = 0; x <= SIDE; x += 8) ctx.lineTo(x, foot + painting.noise(x * 0.005, row) * 18);
    ctx.lineTo(SIDE, SIDE);
    ctx.fill();
    for (let fern = 0; fern < 50 + depth * 130; fern += 1)
      paintFern(painting, random() * SIDE, foot + random() * 90, 10 + depth * 52, ground);
  }
  paintShafts(painting);
}

function paintTrunk(painting: Painting, x: number, foot: number, thick: number, colour: string): void {
  const { ctx, palette, light, random } = painting;
  const lean = between(random, -0.06, 0.06) * SIDE;
  const fill = ctx.createLinearGradient(x - thick, 0, x + thick, 0);
  const lit = mixed(colour, palette.light, 0.3);
  fill.addColorStop(0, light.x < x ? lit : shifted(colour, { light: -0.07 }));
  fill.addColorStop(1, light.x < x ? shifted(colour, { light: -0.07 }) : lit);
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.moveTo(x - thick * 0.75, foot + 14);
  ctx.quadraticCurveTo(x - thick * 0.42, foot - 60, x + lean - thick * 0.3, -10);
  ctx.lineTo(x + lean + thick * 0.3, -10);
  ctx.quadraticCurveTo(x + thick * 0.42, foot - 60, x + thick * 0.75, foot + 14);
  ctx.closePath();
  ctx.fill();
}

function paintCanopy(painting: Painting, depth: number, ground: string): void {
  const { ctx, palette, random, scene } = painting;
  const leaf = scene.seasons.has('autumn')
    ? '#d27a2c'
    : scene.seasons.has('spring')
      ? '#a9d06a'
      : mixed(ground, palette.ground, 0.6);
  for (let dab = 0; dab < 330; dab += 1) {
    const y = random() ** 2 * SIDE * (0.5 - depth * 0.16);
    ctx.fillStyle = faded(
      shifted(mixed(leaf, palette.light, random() * 0.34), { light: between(random, -0.13, 0.04) - depth * 0.06 }),
      0.62,
    );
    disc(painting, random() * SIDE, y, (6 + depth * 20) * between(random, 0.5, 1.4));
  }
}

function paintFern(painting: Painting, x: number, y: number, tall: number, colour: string): void {
  const { ctx, random, palette } = painting;
  ctx.strokeStyle = faded(
    shifted(mixed(colour, palette.light, random() * 0.3), { light: between(random, -0.1, 0.06) }),
    0.75,
  );
  ctx.lineWidth = 1.6;
  for (let blade = -2; blade <= 2; blade += 1) {
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.quadraticCurveTo(
      x + blade * tall * 0.16,
      y - tall * 0.8,
      x + blade * tall * 0.42,
      y - tall * between(random, 0.5, 0.9),
    );
    ctx.stroke();
  }
}

function paintShafts(painting: Painting): void {
  const { ctx, palette, light, random } = painting;
  ctx.save();
  ctx.globalCompositeOperation = 'screen';
  for (let shaft = 0; shaft < 8; shaft += 1) {
    const x = light.x + between(random, -360, 360);
    const wide = between(random, 18, 70);
    const slant = (light.x < SIDE / 2 ? 1 : -1) * between(random, 160, 260);
    const fill = ctx.createLinearGradient(0, 0, 0, SIDE * 0.86);
    fill.addColorStop(0, faded(palette.light, painting.isDark ? 0.08 : 0.2));
    fill.addColorStop(1, faded(palette.light, 0));
    ctx.fillStyle = fill;
    ctx.beginPath();
    ctx.moveTo(x, -10);
    ctx.lineTo(x + wide, -10);
    ctx.lineTo(x + wide * 2 + slant, SIDE * 0.86);
    ctx.lineTo(x + slant, SIDE * 0.86);
    ctx.fill();
  }
  ctx.restore();
}
