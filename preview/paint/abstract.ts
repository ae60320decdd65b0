import { faded, mixed, namedColours, shifted } from '../scene/palette';
import { between, pick } from '../scene/seededRandom';
import { SIDE } from './Painting';
import type { Painting } from './Painting';

/** Ribbons that follow a field of noise: for words that name nothing concrete. */
export function paintAbstract(painting: Painting): void {
  const { ctx, palette, random, noise, scene } = painting;
  const ground = mixed(palette.sky[2], '#ffffff', painting.isDark ? 0 : 0.3);
  const backdrop = ctx.createLinearGradient(0, 0, SIDE, SIDE);
  backdrop.addColorStop(0, painting.isDark ? palette.sky[0] : ground);
  backdrop.addColorStop(1, painting.isDark ? palette.near : mixed(palette.sky[1], ground, 0.55));
  ctx.fillStyle = backdrop;
  ctx.fillRect(0, 0, SIDE, SIDE);
  const inks = inksOf(painting);
  const turn = between(random, 0.8, 2.6);
  const scale = between(random, 0.0009, 0.0021);
  const swirl = {
    x: SIDE * between(random, 0.25, 0.75),
    y: SIDE * between(random, 0.25, 0.75),
    pull: between(random, -1.4, 1.4),
  };
  const start = random() * Math.PI * 2;
  const ribbons = scene.styles.has('minimal') ? 180 : 900;
  ctx.lineCap = 'round';
  for (let ribbon = 0; ribbon < ribbons; ribbon += 1) {
    let x = random() * SIDE * 1.2 - SIDE * 0.1;
    let y = random() * SIDE * 1.2 - SIDE * 0.1;
    const rank = Math.floor((0.5 + 0.5 * noise(x * 0.0013, y * 0.0013 + 40)) * inks.length);
    const ink = inks[Math.min(inks.length - 1, rank)] ?? palette.accent;
    ctx.strokeStyle = faded(shifted(ink, { light: between(random, -0.07, 0.09) }), between(random, 0.3, 0.85));
    ctx.lineWidth = 1 + random() ** 3 * 22;
    ctx.beginPath();
    ctx.moveTo(x, y);
    const steps = 26 + random() * 46;
    for (let step = 0; step < steps; step += 1) {
      const dx = x - swirl.x;
      const dy = y - swirl.y;
      const around = swirl.pull * Math.exp(-(dx * dx + dy * dy) / 90_000);
      const angle = start + noise(x * scale, y * scale) * Math.PI * turn + around * Math.atan2(dy, dx);
      x += Math.cos(angle) * 7;
      y += Math.sin(angle) * 7;
      ctx.lineTo(x, y);
    }
    ctx.stroke();
  }
  for (let orb = 0; orb < 5; orb += 1) {
    const x = random() * SIDE;
    const y = random() * SIDE;
    const radius = between(random, 24, 120);
    const fill = ctx.createRadialGradient(x - radius * 0.35, y - radius * 0.4, radius * 0.1, x, y, radius);
    const ink = pick(random, inks, palette.accent);
    fill.addColorStop(0, mixed(ink, '#ffffff', 0.6));
    fill.addColorStop(0.7, ink);
    fill.addColorStop(1, shifted(ink, { light: -0.16 }));
    ctx.fillStyle = fill;
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, Math.PI * 2);
    ctx.fill();
  }
}

function inksOf(painting: Painting): string[] {
  const { palette, random, scene } = painting;
  const named = namedColours(scene);
  if (named.length > 1) return named.flatMap((colour) => [colour, shifted(colour, { light: 0.14 })]);
  const base = named[0] ?? shifted(palette.accent, { hue: random() * 360 });
  return [
    base,
    shifted(base, { hue: between(random, 24, 60), light: 0.08 }),
    shifted(base, { hue: between(random, 150, 210) }),
    mixed(base, '#ffffff', 0.72),
    shifted(base, { light: -0.28, strength: 0.8 }),
  ];
}

/** Nebula, far suns and a ringed planet. */
export function paintSpace(painting: Painting): void {
  const { ctx, palette, random, noise } = painting;
  const cloud = ctx.getImageData(0, 0, SIDE, SIDE);
  const hues = [palette.sky[1], palette.accent, palette.sky[2]].map((hex) => Number.parseInt(hex.slice(1), 16));
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const bend = noise(x * 0.0018, y * 0.0018) * 0.9;
      const thick = Math.max(
        0,
        0.55 * noise(x * 0.003 + bend, y * 0.003 - bend) +
          0.3 * noise(x * 0.008, y * 0.008 + bend * 3) +
          0.15 * noise(x * 0.02, y * 0.02),
      );
      const which = 0.5 + 0.5 * noise(x * 0.0015 + 90, y * 0.0015);
      const hue = hues[which < 0.4 ? 0 : which < 0.72 ? 1 : 2] ?? 0;
      const at = (y * SIDE + x) * 4;
      const glow = thick ** 1.4 * 0.85;
      cloud.data[at] = Math.min(255, (cloud.data[at] ?? 0) + (hue >> 16) * glow);
      cloud.data[at + 1] = Math.min(255, (cloud.data[at + 1] ?? 0) + ((hue >> 8) & 255) * glow);
      cloud.data[at + 2] = Math.min(255, (cloud.data[at + 2] ?? 0) + (hue & 255) * glow);
    }
  }
  ctx.putImageData(cloud, 0, 0);
  const radius = between(random, 110, 190);
  const x = SIDE * between(random, 0.3, 0.7);
  const y = SIDE * between(random, 0.52, 0.68);
  paintPlanet(painting, x, y, radius);
  paintPlanet(
    painting,
    x + radius * between(random, 1.6, 2.2),
    y - radius * between(random, 1.5, 2),
    radius * 0.2,
    false,
  );
}

function paintPlanet(painting: Painting, x: number, y: number, radius: number, hasRing = true): void {
  const { ctx, palette, random, noise } = painting;
  const tone = shifted(palette.accent, { hue: between(random, -30, 30), light: 0.05 });
  const tilt = between(random, -0.5, 0.5);
  const ring = (from: number, to: number): void => {
    for (let band = 0; band < 14; band += 1) {
      ctx.strokeStyle = faded(mixed(tone, '#fff2d8', 0.3 + 0.5 * random()), 0.16 + random() * 0.4);
      ctx.lineWidth = radius * 0.032;
      ctx.beginPath();
      ctx.ellipse(x, y, radius * (1.35 + band * 0.045), radius * (0.32 + band * 0.012), tilt, from, to);
      ctx.stroke();
    }
  };
  if (hasRing) ring(Math.PI, Math.PI * 2);
  ctx.save();
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, Math.PI * 2);
  ctx.clip();
  for (let row = -radius; row < radius; row += 2) {
    const band = noise(row * 0.025, radius) * 0.12 + noise(row * 0.09, radius) * 0.04;
    ctx.fillStyle = shifted(tone, { light: band });
    ctx.fillRect(x - radius, y + row, radius * 2, 3);
  }
  const shade = ctx.createRadialGradient(
    x - radius * 0.5,
    y - radius * 0.5,
    radius * 0.3,
    x - radius * 0.2,
    y - radius * 0.2,
    radius * 1.35,
  );
  shade.addColorStop(0, 'rgba(255, 250, 235, 0.3)');
  shade.addColorStop(0.45, 'rgba(0, 0, 10, 0)');
  shade.addColorStop(1, 'rgba(0, 0, 12, 0.85)');
  ctx.fillStyle = shade;
  ctx.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  ctx.restore();
  if (hasRing) ring(0, Math.PI);
}
