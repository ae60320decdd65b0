import { createCanvas } from '@napi-rs/canvas';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { LABEL_SPACE } from '../paint/label';
import { SIDE } from '../paint/Painting';
import type { Pixels } from '../paint/strokes';

interface Box {
  x: number;
  y: number;
  wide: number;
  high: number;
}

/** The share of its cell that a print fills. */
const FILLED = 0.88;
const CORNER = 22;

/**
 * One picture as it is; several as prints, each whole and in their order, on a ground of their own colours. They lie within the
 * middle of the square, `shape` in pixels, which is all that a cut picture shows.
 */
export function composePictures(pictures: readonly Pixels[], shape: { width: number; height: number }): Pixels {
  const [only] = pictures;
  if (pictures.length === 1 && only) return only;
  const prints = pictures.map(canvasOf);
  const canvas = createCanvas(SIDE, SIDE);
  const ctx = canvas.getContext('2d');
  paintGround(ctx, prints, shape);
  for (const [at, cell] of cellsOf(prints.length, shape).entries()) {
    const print = prints[at];
    if (print) paintPrint(ctx, print, cell);
  }
  return ctx.getImageData(0, 0, SIDE, SIDE).data;
}

function canvasOf(pixels: Pixels): Canvas {
  const canvas = createCanvas(SIDE, SIDE);
  const ctx = canvas.getContext('2d');
  const image = ctx.createImageData(SIDE, SIDE);
  image.data.set(pixels);
  ctx.putImageData(image, 0, 0);
  return canvas;
}

/** Rows of cells that are as equal as can be; as many rows as leave the prints largest. */
function cellsOf(count: number, shape: { width: number; height: number }): Box[] {
  const { width } = shape;
  const height = shape.height - LABEL_SPACE;
  const rowsOf = (rows: number): number[] =>
    Array.from({ length: rows }, (_, row) => Math.floor((count + rows - 1 - row) / rows));
  const sizeOf = (rows: number): number => Math.min(height / rows, width / Math.ceil(count / rows));
  const all = Array.from({ length: count }, (_, index) => index + 1);
  const rows = all.reduce((best, rows) => (sizeOf(rows) > sizeOf(best) ? rows : best), 1);
  const high = height / rows;
  const [left, top] = [(SIDE - width) / 2, (SIDE - shape.height) / 2];
  return rowsOf(rows).flatMap((columns, row) =>
    Array.from({ length: columns }, (_, column) => {
      const wide = width / columns;
      return { x: left + column * wide, y: top + row * high, wide, high };
    }),
  );
}

/** Bands of the pictures, far out of focus. */
function paintGround(ctx: SKRSContext2D, prints: readonly Canvas[], { width }: { width: number }): void {
  const wide = width / prints.length;
  ctx.save();
  ctx.filter = 'blur(56px)';
  for (const [at, print] of prints.entries()) {
    const isFirst = at === 0;
    const isLast = at === prints.length - 1;
    const left = isFirst ? -SIDE : (SIDE - width) / 2 + at * wide;
    const right = isLast ? 2 * SIDE : (SIDE - width) / 2 + (at + 1) * wide;
    ctx.drawImage(print, left, -120, right - left, SIDE + 240);
  }
  ctx.restore();
  ctx.fillStyle = 'rgba(10, 8, 24, 0.16)';
  ctx.fillRect(0, 0, SIDE, SIDE);
}

function paintPrint(ctx: SKRSContext2D, print: Canvas, { x, y, wide, high }: Box): void {
  const size = Math.min(wide, high) * FILLED;
  const [left, top] = [x + (wide - size) / 2, y + (high - size) / 2];
  ctx.save();
  ctx.shadowColor = 'rgba(8, 6, 20, 0.45)';
  ctx.shadowBlur = 34;
  ctx.shadowOffsetY = 12;
  ctx.beginPath();
  ctx.roundRect(left, top, size, size, CORNER);
  ctx.fill();
  ctx.restore();
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(left, top, size, size, CORNER);
  ctx.clip();
  ctx.drawImage(print, left, top, size, size);
  ctx.restore();
}
