import { colourOf, faded, mixed, shifted } from '../scene/palette';
import { between, pick } from '../scene/seededRandom';
import type { Stand } from './figures';
import { SIDE } from './Painting';
import type { Painting } from './Painting';
import { disc } from './sky';

/** A sailing boat with its reflection. */
export function paintBoat(painting: Painting, { x, foot, tall }: Stand): void {
  const { ctx, palette } = painting;
  const sail = mixed(colourOf(painting.scene, 'boat') ?? '#fff6e6', palette.light, 0.3);
  const hull = mixed(palette.near, '#5a2f22', 0.4);
  for (const isMirrored of [true, false]) {
    ctx.save();
    ctx.translate(x, foot);
    ctx.scale(tall, isMirrored ? -tall * 0.7 : tall);
    ctx.globalAlpha = isMirrored ? 0.26 : 1;
    ctx.fillStyle = hull;
    ctx.beginPath();
    ctx.moveTo(-0.36, -0.14);
    ctx.lineTo(0.4, -0.14);
    ctx.quadraticCurveTo(0.32, 0, 0.2, 0);
    ctx.lineTo(-0.24, 0);
    ctx.quadraticCurveTo(-0.34, -0.04, -0.36, -0.14);
    ctx.fill();
    ctx.fillRect(-0.012, -1, 0.022, 0.88);
    ctx.fillStyle = sail;
    ctx.beginPath();
    ctx.moveTo(0.03, -0.97);
    ctx.quadraticCurveTo(0.34, -0.5, 0.36, -0.2);
    ctx.lineTo(0.03, -0.2);
    ctx.fill();
    ctx.fillStyle = mixed(sail, palette.sky[1], 0.3);
    ctx.beginPath();
    ctx.moveTo(-0.03, -0.86);
    ctx.quadraticCurveTo(-0.22, -0.5, -0.3, -0.2);
    ctx.lineTo(-0.03, -0.2);
    ctx.fill();
    ctx.restore();
  }
}

/** A hanok with its swung roof and lit paper windows. */
export function paintHanok(painting: Painting, { x, foot, tall }: Stand): void {
  const { ctx, palette, isDark } = painting;
  const wall = mixed('#efe2cc', palette.near, isDark ? 0.55 : 0.12);
  const wood = mixed('#6b3f2a', palette.near, isDark ? 0.5 : 0.2);
  const roof = mixed('#3c434f', palette.near, 0.3);
  const glow = isDark || painting.scene.time === 'sunset' ? '#ffcf7a' : mixed(wall, palette.sky[1], 0.4);
  ctx.save();
  ctx.translate(x, foot);
  ctx.scale(tall, tall);
  ctx.fillStyle = mixed(wood, '#8a8278', 0.5);
  ctx.fillRect(-0.78, -0.08, 1.56, 0.1);
  ctx.fillStyle = wall;
  ctx.fillRect(-0.66, -0.5, 1.32, 0.42);
  for (let bay = 0; bay < 4; bay += 1) {
    const left = -0.62 + bay * 0.32;
    ctx.fillStyle = glow;
    ctx.fillRect(left, -0.44, 0.26, 0.34);
    ctx.fillStyle = wood;
    for (let bar = 0; bar <= 4; bar += 1) ctx.fillRect(left + bar * 0.0625, -0.44, 0.012, 0.34);
    for (let bar = 0; bar <= 3; bar += 1) ctx.fillRect(left, -0.44 + bar * 0.11, 0.26, 0.01);
  }
  ctx.fillStyle = wood;
  for (let post = 0; post <= 4; post += 1) ctx.fillRect(-0.67 + post * 0.325, -0.52, 0.035, 0.45);
  const tiles = ctx.createLinearGradient(0, -1, 0, -0.46);
  tiles.addColorStop(0, mixed(roof, palette.light, 0.3));
  tiles.addColorStop(1, roof);
  ctx.fillStyle = tiles;
  ctx.beginPath();
  ctx.moveTo(-0.98, -0.6);
  ctx.bezierCurveTo(-0.7, -0.62, -0.6, -0.76, -0.52, -0.93);
  ctx.quadraticCurveTo(0, -0.87, 0.52, -0.93);
  ctx.bezierCurveTo(0.6, -0.76, 0.7, -0.62, 0.98, -0.6);
  ctx.quadraticCurveTo(0.5, -0.47, 0, -0.48);
  ctx.quadraticCurveTo(-0.5, -0.47, -0.98, -0.6);
  ctx.fill();
  ctx.strokeStyle = faded(shifted(roof, { light: -0.1 }), 0.8);
  ctx.lineWidth = 0.012;
  for (let row = -9; row <= 9; row += 1) {
    ctx.beginPath();
    ctx.moveTo(row * 0.055, -0.9);
    ctx.quadraticCurveTo(row * 0.066, -0.68, row * 0.098, -0.51);
    ctx.stroke();
  }
  ctx.restore();
}

/** A flock crossing the light. */
export function paintBirds(painting: Painting): void {
  const { ctx, palette, random, light } = painting;
  const colour = colourOf(painting.scene, 'bird') ?? mixed(palette.near, '#0d0a14', 0.3);
  for (let bird = 0; bird < 17; bird += 1) {
    const size = bird === 0 ? 118 : 12 + random() ** 2 * 46;
    const x = bird === 0 ? SIDE * (light.x < SIDE / 2 ? 0.64 : 0.36) : light.x + between(random, -0.44, 0.44) * SIDE;
    const y = bird === 0 ? SIDE * 0.34 : SIDE * between(random, 0.1, 0.5);
    const flap = between(random, 0.25, 0.75);
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(between(random, -0.25, 0.25));
    ctx.scale(size, size);
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.moveTo(0, 0.06);
    ctx.quadraticCurveTo(-0.3, -flap, -1, -flap * 0.72);
    ctx.quadraticCurveTo(-0.42, -flap * 0.55, -0.14, 0.12);
    ctx.quadraticCurveTo(0, 0.2, 0.14, 0.12);
    ctx.quadraticCurveTo(0.42, -flap * 0.55, 1, -flap * 0.72);
    ctx.quadraticCurveTo(0.3, -flap, 0, 0.06);
    ctx.fill();
    ctx.beginPath();
    ctx.ellipse(0, 0.1, 0.085, 0.24, 0, 0, Math.PI * 2);
    ctx.fill();
    ctx.restore();
  }
}

/** One large fish or whale and a school around it. */
export function paintFish(painting: Painting): void {
  const { ctx, palette, random } = painting;
  const named = colourOf(painting.scene, 'fish');
  const inks = named === undefined ? [palette.accent, shifted(palette.accent, { hue: 40 })] : [named];
  for (let fish = 0; fish < 20; fish += 1) {
    const isLarge = fish === 19;
    const size = isLarge ? 230 : 14 + random() ** 2 * 44;
    const x = isLarge ? SIDE * between(random, 0.42, 0.58) : random() * SIDE;
    const y = isLarge ? SIDE * between(random, 0.36, 0.46) : SIDE * between(random, 0.16, 0.78);
    const facing = isLarge || random() < 0.75 ? 1 : -1;
    const ink = mixed(pick(random, inks, palette.accent), palette.water, isLarge ? 0.12 : 0.35);
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(size * facing, size);
    const fill = ctx.createLinearGradient(0, -0.4, 0, 0.4);
    fill.addColorStop(0, shifted(ink, { light: -0.08 }));
    fill.addColorStop(1, mixed(ink, '#ffffff', 0.62));
    ctx.fillStyle = fill;
    ctx.beginPath();
    ctx.moveTo(1, 0);
    ctx.bezierCurveTo(1.02, -0.46, -0.4, -0.42, -0.8, -0.04);
    ctx.bezierCurveTo(-0.95, -0.16, -1.1, -0.34, -1.3, -0.36);
    ctx.bezierCurveTo(-1.16, -0.1, -1.16, 0.1, -1.3, 0.34);
    ctx.bezierCurveTo(-1.1, 0.3, -0.95, 0.12, -0.8, 0.04);
    ctx.bezierCurveTo(-0.4, 0.44, 1.02, 0.42, 1, 0);
    ctx.fill();
    ctx.fillStyle = shifted(ink, { light: -0.12 });
    ctx.beginPath();
    ctx.moveTo(0.24, 0.18);
    ctx.quadraticCurveTo(-0.02, 0.62, -0.22, 0.56);
    ctx.quadraticCurveTo(-0.04, 0.4, -0.02, 0.2);
    ctx.moveTo(0.1, -0.35);
    ctx.quadraticCurveTo(-0.12, -0.6, -0.3, -0.56);
    ctx.quadraticCurveTo(-0.24, -0.42, -0.26, -0.3);
    ctx.fill();
    ctx.fillStyle = '#ffffff';
    ctx.beginPath();
    ctx.arc(0.66, -0.08, 0.06, 0, Math.PI * 2);
    ctx.fill();
    ctx.fillStyle = '#11131a';
    ctx.beginPath();
    ctx.arc(0.67, -0.08, 0.036, 0, Math.PI * 2);
    ctx.fill();
    ctx.restore();
  }
}

/** Blossoms close to the eye, along the lower edge. */
export function paintFlowers(painting: Painting): void {
  const { ctx, palette, random } = painting;
  const named = colourOf(painting.scene, 'flower');
  const inks =
    named !== undefined
      ? [named, shifted(named, { light: 0.1 })]
      : [palette.accent, '#f4a6c1', '#ffd166', '#ffffff', shifted(palette.accent, { hue: 70 })];
  for (let flower = 0; flower < 46; flower += 1) {
    const depth = flower / 45;
    const x = random() * SIDE;
    const foot = SIDE * (0.8 + depth * 0.26);
    const tall = between(random, 60, 130) * (0.5 + depth * 1.05);
    const size = between(random, 9, 17) * (0.5 + depth * 1.5);
    const lean = between(random, -0.3, 0.3) * tall;
    ctx.strokeStyle = mixed(palette.ground, palette.near, 0.55);
    ctx.lineWidth = 1.5 + depth * 3;
    ctx.beginPath();
    ctx.moveTo(x, foot);
    ctx.quadraticCurveTo(x, foot - tall * 0.5, x + lean, foot - tall);
    ctx.stroke();
    const ink = mixed(pick(random, inks, palette.accent), palette.near, painting.isDark ? 0.3 : 0);
    const petals = 5 + Math.floor(random() * 4);
    for (let petal = 0; petal < petals; petal += 1) {
      ctx.save();
      ctx.translate(x + lean, foot - tall);
      ctx.scale(1, 0.72);
      ctx.rotate((petal / petals) * Math.PI * 2);
      const fill = ctx.createLinearGradient(0, 0, size * 1.6, 0);
      fill.addColorStop(0, shifted(ink, { light: -0.1 }));
      fill.addColorStop(1, mixed(ink, '#ffffff', 0.4));
      ctx.fillStyle = fill;
      ctx.beginPath();
      ctx.ellipse(size * 0.85, 0, size * 0.9, size * 0.46, 0, 0, Math.PI * 2);
      ctx.fill();
      ctx.restore();
    }
    ctx.fillStyle = mixed('#f6c23c', ink, 0.2);
    disc(painting, x + lean, foot - tall, size * 0.36);
  }
}
