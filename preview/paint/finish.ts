import { SIDE } from './Painting';
import type { Painting } from './Painting';
import { paintStrokes } from './strokes';

/** Takes the finished scene into the style the words name, then a little grain and shade at the edges. */
export function finish(painting: Painting, isPhoto: boolean): void {
  const { styles } = painting.scene;
  if (styles.has('oil') && !isPhoto) brush(painting);
  if (styles.has('watercolour')) wash(painting);
  if (styles.has('ink') || styles.has('line')) ink(painting, styles.has('ink'));
  if (styles.has('pixel') && !isPhoto) pixelate(painting);
  shade(painting);
  if (!styles.has('pixel')) grain(painting, styles.has('retro') || styles.has('photo') ? 13 : 5);
}

function brush({ ctx, scene }: Painting): void {
  const { data } = ctx.getImageData(0, 0, SIDE, SIDE);
  paintStrokes(
    ctx,
    data,
    [
      { size: 24, long: 3, opacity: 0.85, detail: 0, detailMax: 60 },
      { size: 12, long: 3.2, opacity: 0.85, detail: 14 },
      { size: 6, long: 3, opacity: 0.88, detail: 60 },
    ],
    scene.seed,
  );
}

/** Pigment runs along the paper's grain and leaves the paper white towards the edges. */
function wash({ ctx, noise }: Painting): void {
  const from = ctx.getImageData(0, 0, SIDE, SIDE);
  const to = ctx.createImageData(SIDE, SIDE);
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const dx = noise(x * 0.012, y * 0.012) * 11 + noise(x * 0.06, y * 0.06) * 4;
      const dy = noise(x * 0.012 + 60, y * 0.012) * 11 + noise(x * 0.06, y * 0.06 + 60) * 4;
      const sx = Math.max(0, Math.min(SIDE - 1, Math.round(x + dx)));
      const sy = Math.max(0, Math.min(SIDE - 1, Math.round(y + dy)));
      const edge =
        Math.min(x, y, SIDE - 1 - x, SIDE - 1 - y) + noise(x * 0.006, y * 0.006) * 14 + noise(x * 0.05, y * 0.05) * 5;
      const paper = Math.max(0, Math.min(1, 1 - (edge - 24) / 14));
      const pale = 0.3 + 0.16 * noise(x * 0.005, y * 0.005 + 9) + paper * 0.8;
      const at = (y * SIDE + x) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const ink = from.data[(sy * SIDE + sx) * 4 + channel] ?? 0;
        to.data[at + channel] = ink + (250 - channel * 3 - ink) * Math.min(1, Math.max(0, pale));
      }
      to.data[at + 3] = 255;
    }
  }
  ctx.putImageData(to, 0, 0);
}

/** Lines where the picture's lightness changes; with washes of grey under them for ink. */
function ink({ ctx, noise }: Painting, hasWashes: boolean): void {
  const image = ctx.getImageData(0, 0, SIDE, SIDE);
  const light = new Float32Array(SIDE * SIDE);
  for (let at = 0; at < light.length; at += 1) {
    const of = at * 4;
    light[at] = (image.data[of] ?? 0) * 0.3 + (image.data[of + 1] ?? 0) * 0.59 + (image.data[of + 2] ?? 0) * 0.11;
  }
  const value = (x: number, y: number): number =>
    light[Math.max(0, Math.min(SIDE - 1, y)) * SIDE + Math.max(0, Math.min(SIDE - 1, x))] ?? 0;
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const edge = Math.abs(value(x + 2, y) - value(x - 2, y)) + Math.abs(value(x, y + 2) - value(x, y - 2));
      const tone = hasWashes ? 74 + value(x, y) * 0.7 + noise(x * 0.008, y * 0.008) * 9 : 244;
      const line = Math.min(1, (edge / (hasWashes ? 84 : 62)) ** (hasWashes ? 1.8 : 1.2));
      const grey = tone * (1 - line) + 34 * line;
      const at = (y * SIDE + x) * 4;
      image.data[at] = grey * 1.0;
      image.data[at + 1] = grey * 0.985;
      image.data[at + 2] = grey * 0.945;
    }
  }
  ctx.putImageData(image, 0, 0);
}

const PIXEL = 8;

function pixelate({ ctx }: Painting): void {
  const image = ctx.getImageData(0, 0, SIDE, SIDE);
  for (let y = 0; y < SIDE; y += PIXEL) {
    for (let x = 0; x < SIDE; x += PIXEL) {
      const at = ((y + PIXEL / 2) * SIDE + x + PIXEL / 2) * 4;
      const [red, green, blue] = [0, 1, 2].map((channel) => Math.round((image.data[at + channel] ?? 0) / 20) * 20);
      ctx.fillStyle = `rgb(${red}, ${green}, ${blue})`;
      ctx.fillRect(x, y, PIXEL, PIXEL);
    }
  }
}

function shade({ ctx }: Painting): void {
  const edge = ctx.createRadialGradient(SIDE / 2, SIDE / 2, SIDE * 0.42, SIDE / 2, SIDE / 2, SIDE * 0.78);
  edge.addColorStop(0, 'rgba(10, 8, 24, 0)');
  edge.addColorStop(1, 'rgba(10, 8, 24, 0.26)');
  ctx.fillStyle = edge;
  ctx.fillRect(0, 0, SIDE, SIDE);
}

function grain({ ctx, random }: Painting, strength: number): void {
  const image = ctx.getImageData(0, 0, SIDE, SIDE);
  for (let at = 0; at < image.data.length; at += 4) {
    const speck = (random() - 0.5) * strength;
    for (let channel = at; channel < at + 3; channel += 1) image.data[channel] = (image.data[channel] ?? 0) + speck;
  }
  ctx.putImageData(image, 0, 0);
}
