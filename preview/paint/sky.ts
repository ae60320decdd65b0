import { createCanvas } from '@napi-rs/canvas';
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

function paintStars(painting: Painting, horizon: number): void {
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
  const hiding = isMoon ? ['storm'] : ['rain', 'cloudy', 'storm', 'fog', 'snow'];
  const isHidden = hiding.some((word) => scene.weather.has(word));
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
  const quiet = clear || scene.weather.has('aurora');
  const count = heavy ? 16 : quiet ? 1 : scene.moods.has('dreamy') ? 9 : 5;
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

/** A flat-bottomed heap of lit balls, made apart and laid on as one, so that none shows through another. */
export function paintCloud(painting: Painting, x: number, y: number, width: number): void {
  const { ctx, palette, light, random, isDark, scene } = painting;
  const isHeavy = scene.weather.has('storm') || scene.weather.has('rain');
  const shade = mixed(palette.sky[1], isHeavy ? '#4b5364' : palette.sky[2], isHeavy ? 0.5 : 0.3);
  const white = isDark
    ? mixed(palette.sky[1], palette.light, 0.34)
    : mixed(palette.sky[2], '#ffffff', isHeavy ? 0.2 : 0.72);
  const near = 1 - Math.min(1, Math.hypot(light.x - x, light.y - y) / 900);
  const lit = mixed(white, palette.light, near * 0.5);
  const tall = width * 0.24;
  const layer = createCanvas(Math.ceil(width * 1.5), Math.ceil(tall * 2.4));
  const cloud = layer.getContext('2d');
  const floor = tall * 2;
  const side = light.x < x ? -1 : 1;
  for (let puff = 0; puff < 26; puff += 1) {
    const along = random() * 2 - 1;
    const radius = tall * (1 - along * along * 0.8) * between(random, 0.42, 0.92) + 3;
    const px = layer.width / 2 + along * width * 0.54;
    const py = floor - radius * between(random, 0.1, 0.9) * (puff < 13 ? 1 : 0.5);
    const fill = cloud.createRadialGradient(px + side * radius * 0.4, py - radius * 0.55, radius * 0.1, px, py, radius);
    fill.addColorStop(0, lit);
    fill.addColorStop(1, mixed(lit, shade, 0.42));
    cloud.fillStyle = fill;
    cloud.beginPath();
    cloud.arc(px, py, radius, 0, Math.PI * 2);
    cloud.fill();
  }
  const base = cloud.createLinearGradient(0, floor - tall * 0.75, 0, floor + tall * 0.1);
  base.addColorStop(0, 'rgba(0, 0, 0, 0)');
  base.addColorStop(1, 'rgba(0, 0, 0, 1)');
  cloud.globalCompositeOperation = 'destination-out';
  cloud.fillStyle = base;
  cloud.fillRect(0, 0, layer.width, layer.height);
  ctx.save();
  ctx.globalAlpha = isDark ? 0.62 : 0.88;
  ctx.drawImage(layer, x - layer.width / 2, y - floor);
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
