import { colourOf, faded, mixed, shifted } from '../scene/palette';
import { between } from '../scene/seededRandom';
import type { Stand } from './figures';
import { SIDE } from './Painting';
import type { Painting } from './Painting';
import { disc } from './sky';

/** Hot-air balloons at several distances. */
export function paintBalloons(painting: Painting): void {
  const { ctx, palette, random } = painting;
  const named = colourOf(painting.scene, 'balloon');
  const inks = [named ?? palette.accent, shifted(palette.accent, { hue: 60 }), shifted(palette.accent, { hue: 200 })];
  for (const [number, tall] of [58, 96, 240].entries()) {
    const x = SIDE * (number === 2 ? (painting.light.x < SIDE / 2 ? 0.66 : 0.34) : between(random, 0.12, 0.88));
    const y = SIDE * (number === 2 ? between(random, 0.24, 0.34) : between(random, 0.16, 0.46));
    const ink = mixed(inks[number % inks.length] ?? palette.accent, palette.sky[1], number === 2 ? 0 : 0.35);
    const r = tall * 0.42;
    ctx.save();
    ctx.beginPath();
    ctx.moveTo(x - tall * 0.1, y + tall * 0.56);
    ctx.bezierCurveTo(x - r * 1.5, y + r * 0.3, x - r * 1.15, y - r * 1.1, x, y - r * 1.1);
    ctx.bezierCurveTo(x + r * 1.15, y - r * 1.1, x + r * 1.5, y + r * 0.3, x + tall * 0.1, y + tall * 0.56);
    ctx.closePath();
    ctx.clip();
    for (let stripe = -4; stripe <= 4; stripe += 1) {
      ctx.fillStyle = stripe % 2 === 0 ? ink : mixed(ink, '#fff7e8', 0.72);
      const wide = r * 0.3;
      ctx.beginPath();
      ctx.ellipse(x + stripe * wide * 0.72, y, wide * 0.62, tall, stripe * -0.06, 0, Math.PI * 2);
      ctx.fill();
    }
    const side = painting.light.x < x ? -1 : 1;
    const shade = ctx.createLinearGradient(x + side * r, y, x - side * r, y);
    shade.addColorStop(0, faded(palette.light, 0.42));
    shade.addColorStop(0.5, 'rgba(0, 0, 0, 0)');
    shade.addColorStop(1, 'rgba(12, 8, 30, 0.4)');
    ctx.fillStyle = shade;
    ctx.fillRect(x - r * 1.6, y - r * 1.3, r * 3.2, tall * 1.4);
    ctx.restore();
    ctx.fillStyle = mixed(palette.near, '#7a4a2a', 0.5);
    ctx.fillRect(x - tall * 0.065, y + tall * 0.66, tall * 0.13, tall * 0.1);
    ctx.strokeStyle = faded(palette.near, 0.8);
    ctx.lineWidth = Math.max(1, tall * 0.008);
    for (const at of [-1, 1]) {
      ctx.beginPath();
      ctx.moveTo(x + at * tall * 0.09, y + tall * 0.55);
      ctx.lineTo(x + at * tall * 0.06, y + tall * 0.67);
      ctx.stroke();
    }
  }
}

/** A rocket on its way, leaving a trail. */
export function paintRocket(painting: Painting): void {
  const { ctx, palette, random } = painting;
  const body = colourOf(painting.scene, 'rocket') ?? '#eef1f6';
  const x = SIDE * (painting.light.x < SIDE / 2 ? 0.68 : 0.32);
  const y = SIDE * 0.34;
  const turn = painting.light.x < SIDE / 2 ? 0.42 : -0.42;
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(turn);
  for (let puff = 0; puff < 90; puff += 1) {
    const away = random();
    ctx.fillStyle = faded(mixed('#ffd9a0', palette.sky[1], away), 0.34 * (1 - away));
    disc(painting, between(random, -1, 1) * (10 + away * 60), 130 + away * 460, 10 + away * 44);
  }
  const flame = ctx.createLinearGradient(0, 96, 0, 220);
  flame.addColorStop(0, '#fffbe0');
  flame.addColorStop(0.4, '#ffb13d');
  flame.addColorStop(1, 'rgba(255, 80, 40, 0)');
  ctx.fillStyle = flame;
  ctx.beginPath();
  ctx.moveTo(-22, 96);
  ctx.quadraticCurveTo(0, 260, 22, 96);
  ctx.fill();
  ctx.fillStyle = palette.accent;
  ctx.beginPath();
  ctx.moveTo(-34, 40);
  ctx.lineTo(-74, 118);
  ctx.lineTo(-28, 96);
  ctx.moveTo(34, 40);
  ctx.lineTo(74, 118);
  ctx.lineTo(28, 96);
  ctx.fill();
  const metal = ctx.createLinearGradient(-44, 0, 44, 0);
  metal.addColorStop(0, body);
  metal.addColorStop(1, shifted(body, { light: -0.3 }));
  ctx.fillStyle = metal;
  ctx.beginPath();
  ctx.moveTo(0, -150);
  ctx.bezierCurveTo(58, -90, 52, 40, 30, 100);
  ctx.lineTo(-30, 100);
  ctx.bezierCurveTo(-52, 40, -58, -90, 0, -150);
  ctx.fill();
  ctx.fillStyle = palette.accent;
  disc(painting, 0, -36, 23);
  ctx.fillStyle = '#9fe3ff';
  disc(painting, 0, -36, 16);
  ctx.restore();
}

/** A small car seen from the side, lamps on in the dark. */
export function paintCar(painting: Painting, { x, foot, tall }: Stand): void {
  const { ctx, palette, isDark } = painting;
  const paint = colourOf(painting.scene, 'car') ?? palette.accent;
  const body = mixed(paint, palette.near, isDark ? 0.3 : 0.05);
  const facing = painting.light.x < x ? -1 : 1;
  ctx.save();
  ctx.translate(x, foot);
  ctx.scale(tall * facing, tall);
  ctx.fillStyle = 'rgba(8, 6, 20, 0.35)';
  ctx.beginPath();
  ctx.ellipse(0, 0, 1.1, 0.08, 0, 0, Math.PI * 2);
  ctx.fill();
  const shine = ctx.createLinearGradient(0, -0.9, 0, 0);
  shine.addColorStop(0, mixed(body, palette.light, 0.5));
  shine.addColorStop(0.6, body);
  shine.addColorStop(1, shifted(body, { light: -0.14 }));
  ctx.fillStyle = shine;
  ctx.beginPath();
  ctx.moveTo(-1, -0.16);
  ctx.bezierCurveTo(-1.04, -0.5, -0.86, -0.5, -0.66, -0.52);
  ctx.bezierCurveTo(-0.5, -0.86, -0.34, -0.9, 0, -0.9);
  ctx.bezierCurveTo(0.3, -0.9, 0.42, -0.72, 0.54, -0.52);
  ctx.bezierCurveTo(0.86, -0.48, 1.02, -0.44, 1.02, -0.16);
  ctx.closePath();
  ctx.fill();
  ctx.fillStyle = mixed(palette.sky[1], '#eaf6ff', 0.4);
  ctx.beginPath();
  ctx.moveTo(-0.52, -0.53);
  ctx.quadraticCurveTo(-0.42, -0.8, -0.06, -0.81);
  ctx.lineTo(-0.06, -0.53);
  ctx.moveTo(0, -0.53);
  ctx.lineTo(0, -0.81);
  ctx.quadraticCurveTo(0.26, -0.8, 0.42, -0.53);
  ctx.fill();
  for (const wheel of [-0.58, 0.58]) {
    ctx.fillStyle = '#17171c';
    ctx.beginPath();
    ctx.arc(wheel, -0.15, 0.2, 0, Math.PI * 2);
    ctx.fill();
    ctx.fillStyle = '#c9ced6';
    ctx.beginPath();
    ctx.arc(wheel, -0.15, 0.09, 0, Math.PI * 2);
    ctx.fill();
  }
  ctx.fillStyle = '#ffe9a8';
  ctx.beginPath();
  ctx.ellipse(0.95, -0.34, 0.06, 0.075, 0, 0, Math.PI * 2);
  ctx.fill();
  if (isDark) {
    const beam = ctx.createLinearGradient(1, 0, 2.6, 0);
    beam.addColorStop(0, 'rgba(255, 233, 168, 0.5)');
    beam.addColorStop(1, 'rgba(255, 233, 168, 0)');
    ctx.fillStyle = beam;
    ctx.beginPath();
    ctx.moveTo(1, -0.38);
    ctx.lineTo(2.6, -0.6);
    ctx.lineTo(2.6, 0.04);
    ctx.lineTo(1, -0.28);
    ctx.fill();
  }
  ctx.restore();
}
