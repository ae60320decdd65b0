import type { SKRSContext2D } from '@napi-rs/canvas';
import { seededRandom } from '../scene/seededRandom';
import { SIDE } from './Painting';

/** RGBA rows of a SIDE by SIDE picture. */
export type Pixels = Uint8ClampedArray;

export interface BrushPass {
  /** Distance between strokes and about their width, in pixels. */
  size: number;
  /** Length in widths. */
  long: number;
  opacity: number;
  /** Strokes are laid only where the picture's detail is at least this (0..255): fine brushes go to the details. */
  detail: number;
  /** Upper bound of the detail: a coarse brush would leave its marks across an edge. */
  detailMax?: number;
}

/**
 * Repaints a picture with brush strokes that follow its edges, coarse ones first. The picture stays recognisable, as in a painting of it.
 */
export function paintStrokes(ctx: SKRSContext2D, source: Pixels, passes: readonly BrushPass[], seed: number): void {
  const field = edgeField(source);
  const random = seededRandom(seed);
  ctx.lineCap = 'round';
  for (const { size, long, opacity, detail, detailMax = Infinity } of passes) {
    const rows = Math.ceil(SIDE / size) + 1;
    const spots = Array.from({ length: rows * rows }, (_, at) => at);
    for (let at = spots.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1));
      [spots[at], spots[other]] = [spots[other] ?? 0, spots[at] ?? 0];
    }
    for (const spot of spots) {
      const x = ((spot % rows) + random() - 0.5) * size;
      const y = (Math.floor(spot / rows) + random() - 0.5) * size;
      const [angle, strength] = field(x, y);
      if (strength < detail || strength > detailMax) continue;
      const [red, green, blue] = colourAt(source, x, y, (random() - 0.5) * 14);
      const reach = size * long * (0.5 + random() * 0.8);
      const bend = (random() - 0.5) * 0.5;
      ctx.strokeStyle = `rgba(${red}, ${green}, ${blue}, ${opacity})`;
      ctx.lineWidth = size * (0.8 + random() * 0.5);
      ctx.beginPath();
      ctx.moveTo(x - Math.cos(angle - bend) * reach * 0.5, y - Math.sin(angle - bend) * reach * 0.5);
      ctx.quadraticCurveTo(x, y, x + Math.cos(angle + bend) * reach * 0.5, y + Math.sin(angle + bend) * reach * 0.5);
      ctx.stroke();
    }
  }
}

const STEP = 4;
const CELLS = SIDE / STEP;

/** Returns, for a point, the direction along the nearest edge, and how strong that edge is. */
function edgeField(source: Pixels): (x: number, y: number) => [angle: number, strength: number] {
  const light = new Float32Array(CELLS * CELLS);
  for (let row = 0; row < CELLS; row += 1) {
    for (let column = 0; column < CELLS; column += 1) {
      const at = (row * STEP * SIDE + column * STEP) * 4;
      light[row * CELLS + column] =
        (source[at] ?? 0) * 0.3 + (source[at + 1] ?? 0) * 0.59 + (source[at + 2] ?? 0) * 0.11;
    }
  }
  const value = (column: number, row: number): number => light[clamp(row, CELLS) * CELLS + clamp(column, CELLS)] ?? 0;
  return (x, y) => {
    const column = Math.round(x / STEP);
    const row = Math.round(y / STEP);
    let across = 0;
    let down = 0;
    for (let reach = 1; reach <= 3; reach += 1) {
      across += value(column + reach, row) - value(column - reach, row);
      down += value(column, row + reach) - value(column, row - reach);
    }
    return [Math.atan2(down, across) + Math.PI / 2, Math.hypot(across, down)];
  };
}

function colourAt(source: Pixels, x: number, y: number, drift: number): [number, number, number] {
  const at = (clamp(Math.round(y), SIDE) * SIDE + clamp(Math.round(x), SIDE)) * 4;
  const channel = (offset: number): number =>
    Math.max(0, Math.min(255, Math.round((source[at + offset] ?? 0) + drift)));
  return [channel(0), channel(1), channel(2)];
}

function clamp(value: number, size: number): number {
  return Math.max(0, Math.min(size - 1, value));
}
