import { faded, mixed } from '../scene/palette';
import { between } from '../scene/seededRandom';
import { SIDE } from './Painting';
import type { Painting } from './Painting';

/** The whole background down to the horizon (a height in pixels): air, stars, sun or moon, clouds. */
export function paintSky(painting: Painting, horizon: number): void {
  const { ctx, palette, scene } = painting;
  const air = ctx.createLinearGradient(0, 0, 0, horizon);
  air.addColorStop(0, palette.sky[0]);
  air.addColorStop(0.58, palette.sky[1]);
  air.addColorStop(1, palette.sky[2]);
  ctx.fillStyle = air;
  ctx.fillRect(0, 0, SIDE, SIDE);

  const isStarry = painting.isDark || scene.places.has('space');
  if (isStarry) paintStars(painting, horizon);
  if (scene.weather.has('aurora')) paintAurora(painting, horizon);
  paintLight(painting);
  paintClouds(painting, horizon);
}

export function paintStars(painting: Painting, horizon: number): void {
  const { ctx, random, scene } = painting;
  const many = scene.places.has('space') || scene.time === 'night';
  for (let star = 0; star < (many ? 620 : 160); star += 1) {
    const x = random() * SIDE;
    const y = random() * horizon;
    const depth = 1 - (y / horizon) ** 1.6;
    const size = random() ** 6 * 2.4 + 0.5;
    ctx.fillStyle = faded(random() < 0.2 ? '#ffe2b8' : '#f3f6ff', (0.25 + random() * 0.75) * depth);
    ctx.beginPath();
    ctx.arc(x, y, size, 0, Math.PI * 2);
    ctx.fill();
  }
}

function paintLight(painting: Painting): void {
  const { ctx, palette, light, scene } = painting;
  const isMoon = painting.isDark || scene.subjects.has('moon');
  const isHidden = !isMoon && ['rain', 'cloudy', 'storm', 'fog', 'snow'].some((word) => scene.weather.has(word));
  const reach = isMoon ? 330 : 620;
  const glow = ctx.createRadialGradient(light.x, light.y, 0, light.x, light.y, reach);
  glow.addColorStop(0, faded(palette.light, isHidden ? 0.4 : isMoon ? 0.5 : 0.85));
  glow.addColorStop(0.22, faded(palette.light, isHidden ? 0.2 : isMoon ? 0.18 : 0.36));
  glow.addColorStop(1, faded(palette.light, 0));
  ctx.fillStyle = glow;
  ctx.fillRect(0, 0, SIDE, SIDE);
  if (isHidden) return;
  if (isMoon) paintMoon(painting);
  else {
    ctx.fillStyle = mixed(palette.light, '#ffffff', 0.4);
    disc(painting, light.x, light.y, scene.subjects.has('sun') ? 82 : scene.time === 'day' ? 44 : 62);
  }
}

function paintMoon(painting: Painting): void {
  const { ctx, light, palette, random, scene } = painting;
  const radius = scene.subjects.has('moon') ? 88 : 46;
  ctx.save();
  ctx.beginPath();
  ctx.arc(light.x, light.y, radius, 0, Math.PI * 2);
  ctx.clip();
  ctx.fillStyle = mixed(palette.light, '#ffffff', 0.25);
  ctx.fillRect(light.x - radius, light.y - radius, radius * 2, radius * 2);
  for (let sea = 0; sea < 9; sea += 1) {
    ctx.fillStyle = faded(palette.sky[1], 0.1 + random() * 0.08);
    const angle = random() * Math.PI * 2;
    const away = radius * between(random, 0.1, 0.8);
    disc(
      painting,
      light.x + Math.cos(angle) * away,
      light.y + Math.sin(angle) * away,
      radius * between(random, 0.1, 0.34),
    );
  }
  ctx.fillStyle = faded(palette.sky[0], 0.28);
  ctx.beginPath();
  ctx.arc(light.x, light.y, radius * 1.02, 0, Math.PI * 2);
  ctx.arc(light.x - radius * 0.24, light.y - radius * 0.16, radius * 1.05, 0, Math.PI * 2, true);
  ctx.fill('evenodd');
  ctx.restore();
}

function paintClouds(painting: Painting, horizon: number): void {
  const { scene, random } = painting;
  const heavy = ['rain', 'cloudy', 'storm', 'snow'].some((word) => scene.weather.has(word));
  const clear = scene.weather.has('sunny') || scene.styles.has('minimal') || scene.places.has('space');
  const count = heavy ? 16 : clear ? 2 : scene.moods.has('dreamy') ? 9 : 5;
  for (let cloud = 0; cloud < count; cloud += 1) {
    const y = horizon * between(random, heavy ? 0.02 : 0.12, heavy ? 0.5 : 0.78);
    paintCloud(
      painting,
      random() * SIDE,
      y,
      between(random, 130, heavy ? 360 : 290) * (0.55 + 0.6 * (1 - y / horizon)),
    );
  }
}

/** A flat-bottomed heap of discs, lit from the side where the light is. */
export function paintCloud(painting: Painting, x: number, y: number, width: number): void {
  const { ctx, palette, light, random, isDark, scene } = painting;
  const isHeavy = scene.weather.has('storm') || scene.weather.has('rain');
  const shade = isHeavy ? mixed(palette.sky[0], '#4b5364', 0.5) : mixed(palette.sky[1], palette.sky[2], 0.4);
  const lit = isDark
    ? mixed(palette.sky[2], palette.light, 0.3)
    : mixed(palette.sky[2], '#ffffff', isHeavy ? 0.15 : 0.62);
  const near = 1 - Math.min(1, Math.hypot(light.x - x, light.y - y) / 900);
  const tall = width * 0.24;
  const puffs = 17;
  ctx.save();
  ctx.beginPath();
  ctx.rect(x - width, y - width, width * 2, width + tall * 0.2);
  ctx.clip();
  for (let puff = 0; puff < puffs; puff += 1) {
    const along = (puff / (puffs - 1)) * 2 - 1;
    const px = x + along * width * 0.52;
    const radius = tall * (1 - along * along * 0.75) * between(random, 0.5, 0.95) + 4;
    const py = y - radius * between(random, 0, 0.55);
    const fill = ctx.createLinearGradient(px, py - radius, px, y + tall * 0.22);
    fill.addColorStop(0, faded(mixed(lit, palette.light, near * 0.5), isDark ? 0.26 : 0.62));
    fill.addColorStop(1, faded(shade, 0.02));
    ctx.fillStyle = fill;
    disc(painting, px, py, radius);
  }
  ctx.restore();
}

function paintAurora(painting: Painting, horizon: number): void {
  const { ctx, noise, random } = painting;
  ctx.save();
  ctx.globalCompositeOperation = 'screen';
  for (const [band, colour] of ['#3cf2a4', '#46c7ff', '#b06bff'].entries()) {
    const base = horizon * between(random, 0.35, 0.6);
    for (let x = 0; x < SIDE; x += 3) {
      const wave = noise(x * 0.0022, band * 7.3) * 130 + noise(x * 0.009, band * 3.1) * 24;
      const tall = 190 + noise(x * 0.013, band * 11) * 120;
      const strength = 0.12 + 0.12 * (noise(x * 0.02, band * 17) + 1) * 0.5;
      const ray = ctx.createLinearGradient(0, base + wave - tall, 0, base + wave);
      ray.addColorStop(0, faded(colour, 0));
      ray.addColorStop(0.82, faded(colour, strength));
      ray.addColorStop(1, faded(colour, 0));
      ctx.fillStyle = ray;
      ctx.fillRect(x, base + wave - tall, 4, tall);
    }
  }
  ctx.restore();
}

export function disc(painting: Painting, x: number, y: number, radius: number): void {
  painting.ctx.beginPath();
  painting.ctx.arc(x, y, radius, 0, Math.PI * 2);
  painting.ctx.fill();
}
