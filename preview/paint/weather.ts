import { faded, mixed } from '../scene/palette';
import { between } from '../scene/seededRandom';
import { paintMist } from './land';
import { SIDE } from './Painting';
import type { Painting } from './Painting';
import { disc } from './sky';

/** Paints the weather that falls and drifts in front of everything. */
export function paintWeather(painting: Painting): void {
  const { weather, seasons, subjects, place } = painting.scene;
  if (place === 'underwater' || place === 'indoor') return;
  if (weather.has('storm')) paintLightning(painting);
  if (weather.has('fog')) for (const at of [0.5, 0.66, 0.8]) paintMist(painting, SIDE * at, 170, 0.55);
  if (weather.has('rain') || weather.has('storm')) paintRain(painting);
  if (weather.has('snow')) paintSnow(painting);
  const isBlossoming = subjects.has('blossom') || (subjects.has('flower') && seasons.has('spring'));
  if (isBlossoming) paintPetals(painting, mixed('#f9bfd2', painting.palette.accent, 0.25));
  else if (seasons.has('autumn')) paintPetals(painting, '#d9672b');
  else if (weather.has('wind')) paintPetals(painting, painting.palette.ground);
}

function paintRain(painting: Painting): void {
  const { ctx, random, palette } = painting;
  const slant = between(random, 0.1, 0.28);
  ctx.lineCap = 'round';
  for (let drop = 0; drop < 900; drop += 1) {
    const depth = random();
    const x = random() * SIDE * 1.3;
    const y = random() * SIDE;
    const long = 14 + depth * 46;
    ctx.strokeStyle = faded(mixed(palette.sky[2], '#ffffff', 0.55), 0.1 + depth * 0.26);
    ctx.lineWidth = 0.8 + depth * 1.3;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x - long * slant, y + long);
    ctx.stroke();
  }
}

function paintSnow(painting: Painting): void {
  const { ctx, random } = painting;
  for (let flake = 0; flake < 620; flake += 1) {
    const depth = random() ** 2.2;
    ctx.fillStyle = faded('#ffffff', 0.35 + random() * 0.5);
    disc(painting, random() * SIDE, random() * SIDE, 1 + depth * 7);
  }
}

function paintPetals(painting: Painting, colour: string): void {
  const { ctx, random } = painting;
  for (let petal = 0; petal < 90; petal += 1) {
    const size = 4 + random() ** 2 * 13;
    ctx.save();
    ctx.translate(random() * SIDE, random() * SIDE);
    ctx.rotate(random() * Math.PI * 2);
    ctx.fillStyle = faded(mixed(colour, '#ffffff', random() * 0.4), 0.55 + random() * 0.4);
    ctx.beginPath();
    ctx.ellipse(0, 0, size, size * between(random, 0.35, 0.6), 0, 0, Math.PI * 2);
    ctx.fill();
    ctx.restore();
  }
}

function paintLightning(painting: Painting): void {
  const { ctx, random } = painting;
  let x = SIDE * between(random, 0.25, 0.75);
  let y = 0;
  ctx.save();
  ctx.shadowColor = '#cfe0ff';
  ctx.shadowBlur = 30;
  ctx.strokeStyle = '#f4f8ff';
  ctx.lineJoin = 'round';
  ctx.lineWidth = 5;
  ctx.beginPath();
  ctx.moveTo(x, y);
  while (y < SIDE * 0.56) {
    x += between(random, -46, 46);
    y += between(random, 22, 56);
    ctx.lineTo(x, y);
  }
  ctx.stroke();
  ctx.restore();
}
