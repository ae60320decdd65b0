import { faded, mixed, namedColours, shifted, toned, underWhite } from '../scene/palette';
import { between } from '../scene/seededRandom';
import { SIDE } from './Painting';
import type { Painting } from './Painting';

/** A quiet ground for things that are only named, dark enough for white letters: lights of a few colours, and fine lines. */
export function paintMood(painting: Painting): void {
  const { ctx, palette, random, isDark } = painting;
  const [first, second, third] = inksOf(painting);
  const ground = ctx.createLinearGradient(0, 0, SIDE * between(random, -0.4, 0.4), SIDE);
  ground.addColorStop(0, shifted(first, { light: isDark ? -0.22 : -0.04 }));
  ground.addColorStop(1, shifted(second, { light: isDark ? -0.28 : -0.12 }));
  ctx.fillStyle = ground;
  ctx.fillRect(0, 0, SIDE, SIDE);
  for (const [ink, reach, strength] of [
    [second, 0.75, 0.75],
    [third, 0.6, 0.7],
    [first, 0.55, 0.6],
    [third, 0.35, 0.55],
    [second, 0.4, 0.5],
  ] as const) {
    const x = SIDE * between(random, -0.05, 1.05);
    const y = SIDE * between(random, -0.05, 1.05);
    const light = ctx.createRadialGradient(x, y, 0, x, y, SIDE * reach);
    light.addColorStop(0, faded(shifted(ink, { light: between(random, 0, 0.06) }), isDark ? strength * 0.5 : strength));
    light.addColorStop(0.5, faded(ink, (isDark ? strength * 0.5 : strength) * 0.42));
    light.addColorStop(1, faded(ink, 0));
    ctx.fillStyle = light;
    ctx.fillRect(0, 0, SIDE, SIDE);
  }
  paintLines(painting, mixed(palette.light, '#ffffff', 0.5));
}

/** The colours that the words name, or three that go with one another. */
function inksOf({ random, scene }: Painting): [string, string, string] {
  const [named, next] = namedColours(scene).map(underWhite);
  const hue = between(random, 150, 395);
  const step = between(random, 35, 60) * (hue > 272 ? -1 : 1);
  const first = named ?? toned(between(random, 0.4, 0.58), 0.15, hue);
  return [
    first,
    next ?? (named === undefined ? toned(0.5, 0.14, hue + step) : shifted(named, { hue: step * 0.6, light: -0.06 })),
    named === undefined ? toned(0.6, 0.14, hue + 2 * step) : shifted(named, { hue: -step * 0.6, light: 0.03 }),
  ];
}

/** Parallel lines, as the pipes of a canvas run. */
function paintLines({ ctx, random, noise }: Painting, ink: string): void {
  const from = SIDE * between(random, 0.12, 0.88);
  const bend = between(random, 90, 220);
  const row = random() * 40;
  ctx.lineWidth = 1.6;
  for (let line = 0; line < 22; line += 1) {
    ctx.strokeStyle = faded(ink, 0.08 + 0.2 * Math.abs(noise(line * 0.4, row)));
    ctx.beginPath();
    for (let x = -8; x <= SIDE + 8; x += 8) {
      const y = from + (line - 11) * 15 + noise(x * 0.0022, row + line * 0.045) * bend;
      if (x < 0) ctx.moveTo(x, y);
      else ctx.lineTo(x, y);
    }
    ctx.stroke();
  }
}
