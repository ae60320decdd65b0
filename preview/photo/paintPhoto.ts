import { Delaunay } from 'd3-delaunay';
import { faded } from '../scene/palette';
import { seededRandom } from '../scene/seededRandom';
import { SIDE } from '../paint/Painting';
import type { Painting } from '../paint/Painting';
import { paintStrokes } from '../paint/strokes';
import type { Pixels } from '../paint/strokes';

/** Paints photos as the scene itself: in brush strokes, or in facets when the words ask for them, with the light that the words name. */
export function paintPhoto(painting: Painting, source: Pixels): void {
  const { ctx, scene } = painting;
  const { styles } = scene;
  const image = ctx.createImageData(SIDE, SIDE);
  image.data.set(source);
  ctx.putImageData(image, 0, 0);
  if (styles.has('pixel') || styles.has('abstract') || styles.has('render')) paintFacets(painting, source);
  else {
    paintStrokes(
      ctx,
      source,
      [
        { size: 26, long: 2.2, opacity: 0.9, detail: 0, detailMax: 24 },
        { size: 13, long: 2.6, opacity: 0.9, detail: 4, detailMax: 90 },
        { size: 7, long: 2.8, opacity: 0.9, detail: 22 },
        { size: 4, long: 2.6, opacity: 0.92, detail: 48 },
      ],
      scene.seed,
    );
    blend(painting, source, styles.has('photo') ? 0.6 : 0.3);
  }
  light(painting);
}

/** The golden angle: each hue is far from the ones before it. */
const HUE_STEP = 137.5;

/** Gives each repetition another colour mood: other brush strokes alone are hardly visible. */
export function tintRepetition({ ctx }: Painting, number: number): void {
  ctx.save();
  ctx.fillStyle = `hsl(${(number * HUE_STEP) % 360} 65% 50%)`;
  ctx.globalCompositeOperation = 'color';
  ctx.globalAlpha = 0.22;
  ctx.fillRect(0, 0, SIDE, SIDE);
  ctx.globalCompositeOperation = 'soft-light';
  ctx.globalAlpha = 0.45;
  ctx.fillRect(0, 0, SIDE, SIDE);
  ctx.restore();
}

/** Lets the photo itself show through the paint. */
function blend({ ctx }: Painting, source: Pixels, share: number): void {
  const image = ctx.getImageData(0, 0, SIDE, SIDE);
  for (let at = 0; at < image.data.length; at += 1) {
    const paint = image.data[at] ?? 0;
    image.data[at] = paint + ((source[at] ?? 0) - paint) * share;
  }
  ctx.putImageData(image, 0, 0);
}

/** Index of a point's pixel; points beyond the edge are on it. */
function at(x: number, y: number): number {
  const row = Math.min(SIDE - 1, Math.max(0, Math.round(y)));
  return (row * SIDE + Math.min(SIDE - 1, Math.max(0, Math.round(x)))) * 4;
}

/** Triangles between points that crowd where the photo has detail. */
function paintFacets(painting: Painting, source: Pixels): void {
  const { ctx, scene } = painting;
  const random = seededRandom(scene.seed ^ 0xface7);
  const lightAt = (x: number, y: number): number => (source[at(x, y)] ?? 0) + (source[at(x, y) + 1] ?? 0);
  const points: [number, number][] = [];
  for (let edge = 0; edge <= SIDE; edge += 64) points.push([edge, 0], [edge, SIDE], [0, edge], [SIDE, edge]);
  for (let tries = 0; points.length < 4200 && tries < 60_000; tries += 1) {
    const x = random() * SIDE;
    const y = random() * SIDE;
    const detail = Math.abs(lightAt(x + 5, y) - lightAt(x - 5, y)) + Math.abs(lightAt(x, y + 5) - lightAt(x, y - 5));
    if (random() < 0.012 + detail / 520) points.push([x, y]);
  }
  const { triangles } = Delaunay.from(points);
  ctx.lineWidth = 1;
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const [a, b, c] = [0, 1, 2].map((next) => points[triangles[corner + next] ?? 0] ?? ([0, 0] as [number, number]));
    if (!a || !b || !c) continue;
    const middle = at((a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3);
    const colour = `rgb(${source[middle]}, ${source[middle + 1]}, ${source[middle + 2]})`;
    ctx.fillStyle = colour;
    ctx.strokeStyle = colour;
    ctx.beginPath();
    ctx.moveTo(...a);
    ctx.lineTo(...b);
    ctx.lineTo(...c);
    ctx.closePath();
    ctx.fill();
    ctx.stroke();
  }
}

/** The hour and the colours of the words, laid over the photo as light. */
function light(painting: Painting): void {
  const { ctx, palette, scene, isDark } = painting;
  const hasWish = scene.hasLight || scene.colours.length > 0 || scene.moods.size > 0 || scene.weather.size > 0;
  const strength = hasWish ? 1 : 0.35;
  ctx.save();
  ctx.globalCompositeOperation = 'soft-light';
  const wash = ctx.createLinearGradient(0, 0, 0, SIDE);
  wash.addColorStop(0, faded(palette.sky[0], 0.75 * strength));
  wash.addColorStop(0.55, faded(palette.sky[1], 0.6 * strength));
  wash.addColorStop(1, faded(palette.near, 0.55 * strength));
  ctx.fillStyle = wash;
  ctx.fillRect(0, 0, SIDE, SIDE);
  if (hasWish) {
    ctx.globalCompositeOperation = isDark ? 'multiply' : 'overlay';
    ctx.fillStyle = faded(isDark ? palette.sky[1] : palette.sky[2], isDark ? 0.5 : 0.22);
    ctx.fillRect(0, 0, SIDE, SIDE);
    ctx.globalCompositeOperation = 'color';
    ctx.fillStyle = faded(palette.sky[1], scene.colours.length > 0 ? 0.38 : 0.16);
    ctx.fillRect(0, 0, SIDE, SIDE);
  }
  ctx.globalCompositeOperation = 'screen';
  const glow = ctx.createRadialGradient(painting.light.x, painting.light.y, 0, painting.light.x, painting.light.y, 620);
  glow.addColorStop(0, faded(palette.light, hasWish ? 0.42 : 0.16));
  glow.addColorStop(1, faded(palette.light, 0));
  ctx.fillStyle = glow;
  ctx.fillRect(0, 0, SIDE, SIDE);
  ctx.restore();
}
