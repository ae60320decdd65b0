import { faded, mixed, shifted } from '../scene/palette';
import { between, pick } from '../scene/seededRandom';
import { SIDE } from './Painting';
import type { Painting } from './Painting';
import { mirror } from './water';

const NEON = ['#ff4fa3', '#37e5ff', '#ffd23f', '#8d6bff', '#5cffb1'];

/** Three rows of buildings with lit windows; wet streets mirror them. */
export function paintCity(painting: Painting): void {
  const { ctx, palette, random, scene } = painting;
  const isWet = scene.weather.has('rain') || scene.places.has('water') || scene.places.has('sea');
  const street = SIDE * (isWet ? 0.72 : 0.86);
  for (let row = 0; row < 3; row += 1) {
    const depth = row / 2;
    const colour = mixed(mixed(palette.far, palette.sky[2], 0.36), palette.near, 0.12 + depth * 0.8);
    let x = -30 - random() * 40;
    while (x < SIDE + 20) {
      const wide = between(random, 42, 92) * (0.8 + depth * 0.65);
      const rise = between(random, 0.18, 0.5) * SIDE * (1.12 - depth * 0.42);
      paintBuilding(painting, { x, wide, top: street - rise - 60 + depth * 70, foot: street + 20, depth, colour });
      x += wide + between(random, -6, 10 + depth * 26);
    }
    const haze = ctx.createLinearGradient(0, street - 300, 0, street + 40);
    haze.addColorStop(0, faded(palette.sky[2], 0));
    haze.addColorStop(1, faded(palette.sky[2], 0.34 * (1 - depth)));
    ctx.fillStyle = haze;
    ctx.fillRect(0, street - 300, SIDE, 340);
  }
  if (isWet) mirror(painting, street, 1);
  else paintStreet(painting, street);
}

interface Building {
  x: number;
  wide: number;
  top: number;
  foot: number;
  depth: number;
  colour: string;
}

function paintBuilding(painting: Painting, building: Building): void {
  const { ctx, palette, random, light } = painting;
  const { x, wide, top, foot, depth, colour } = building;
  const wall = ctx.createLinearGradient(x, 0, x + wide, 0);
  const lit = mixed(colour, palette.light, 0.26 - depth * 0.1);
  wall.addColorStop(0, light.x < x ? lit : colour);
  wall.addColorStop(1, light.x < x ? shifted(colour, { light: -0.04 }) : lit);
  ctx.fillStyle = wall;
  const roof = random();
  ctx.beginPath();
  ctx.moveTo(x, foot);
  ctx.lineTo(x, top);
  if (roof < 0.16) ctx.lineTo(x + wide / 2, top - wide * 0.5);
  else if (roof < 0.3) ctx.lineTo(x + wide, top - wide * 0.24);
  ctx.lineTo(x + wide, top);
  ctx.lineTo(x + wide, foot);
  ctx.fill();
  if (roof > 0.7) ctx.fillRect(x + wide * 0.46, top - wide * between(random, 0.3, 0.9), 3 + depth * 2, wide);
  if (roof > 0.4 && roof < 0.6) ctx.fillRect(x + wide * 0.2, top - 18, wide * 0.34, 20);
  paintWindows(painting, building);
  if (depth > 0.4 && (painting.scene.styles.has('neon') || (painting.isDark && random() < 0.22)))
    paintSign(painting, building);
}

function paintWindows(painting: Painting, { x, wide, top, foot, depth, colour }: Building): void {
  const { ctx, palette, random, isDark } = painting;
  const pane = 4.5 + depth * 6.5;
  const gap = pane * 0.85;
  const columns = Math.floor((wide - gap) / (pane + gap));
  const inset = (wide - columns * (pane + gap) + gap) / 2;
  const glow = mixed('#ffd98a', palette.light, 0.25);
  const dull = isDark ? shifted(colour, { light: -0.05 }) : mixed(colour, palette.sky[1], 0.55);
  for (let y = top + pane * 1.6; y < foot - 8; y += pane * 2.1) {
    for (let column = 0; column < columns; column += 1) {
      const isLit = random() < (isDark ? 0.46 : painting.scene.time === 'sunset' ? 0.2 : 0.06);
      ctx.fillStyle = isLit
        ? faded(random() < 0.12 ? pick(random, NEON, glow) : glow, between(random, 0.55, 0.98))
        : faded(dull, 0.75);
      ctx.fillRect(x + inset + column * (pane + gap), y, pane, pane * 1.3);
    }
  }
}

function paintSign(painting: Painting, { x, wide, top, foot }: Building): void {
  const { ctx, random } = painting;
  const colour = pick(random, NEON, '#37e5ff');
  const tall = between(random, 60, 150);
  const sx = x + wide * between(random, 0.1, 0.6);
  const sy = between(random, top + 30, Math.max(top + 40, foot - tall - 60));
  ctx.save();
  ctx.shadowColor = colour;
  ctx.shadowBlur = 26;
  ctx.fillStyle = faded(colour, 0.9);
  ctx.beginPath();
  ctx.roundRect(sx, sy, 18, tall, 5);
  ctx.fill();
  ctx.shadowBlur = 0;
  ctx.fillStyle = 'rgba(255, 255, 255, 0.8)';
  for (let mark = sy + 9; mark < sy + tall - 10; mark += 17) ctx.fillRect(sx + 5, mark, 8, between(random, 4, 10));
  ctx.restore();
}

function paintStreet(painting: Painting, street: number): void {
  const { ctx, palette, random, isDark } = painting;
  const road = ctx.createLinearGradient(0, street, 0, SIDE);
  road.addColorStop(0, mixed(palette.near, palette.sky[2], 0.22));
  road.addColorStop(1, shifted(palette.near, { light: -0.03 }));
  ctx.fillStyle = road;
  ctx.fillRect(0, street, SIDE, SIDE - street);
  ctx.fillStyle = faded(palette.light, 0.5);
  const middle = SIDE * between(random, 0.4, 0.6);
  for (let dash = 0; dash < 5; dash += 1) {
    const y = street + 16 + dash ** 1.5 * 14;
    ctx.fillRect(middle - 4 - dash * 3, y, 8 + dash * 6, 5 + dash * 2);
  }
  for (let x = between(random, 40, 120); x < SIDE; x += between(random, 150, 240))
    paintLamp(painting, x, street + 34, isDark);
}

function paintLamp(painting: Painting, x: number, foot: number, isLit: boolean): void {
  const { ctx, palette } = painting;
  ctx.fillStyle = shifted(palette.near, { light: -0.04 });
  ctx.fillRect(x - 2.5, foot - 150, 5, 150);
  ctx.fillRect(x - 2.5, foot - 150, 26, 4);
  if (!isLit) return;
  const glow = ctx.createRadialGradient(x + 22, foot - 143, 1, x + 22, foot - 143, 110);
  glow.addColorStop(0, 'rgba(255, 226, 160, 0.95)');
  glow.addColorStop(0.1, 'rgba(255, 214, 140, 0.5)');
  glow.addColorStop(1, 'rgba(255, 214, 140, 0)');
  ctx.fillStyle = glow;
  ctx.fillRect(x - 90, foot - 260, 230, 230);
}
