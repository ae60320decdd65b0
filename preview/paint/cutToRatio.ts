import { createCanvas } from '@napi-rs/canvas';
import type { Canvas } from '@napi-rs/canvas';
import { SIDE } from './Painting';

/** Size of a painting cut out of the square; pixels. */
export function shapeOf(aspectRatio: string): { width: number; height: number } {
  const [across = 1, down = 1] = aspectRatio.split(':').map(Number);
  return {
    width: Math.round(SIDE * Math.min(1, across / down)),
    height: Math.round(SIDE * Math.min(1, down / across)),
  };
}

/** The middle of a square painting, as large as it goes in that shape. */
export function cutToRatio(square: Canvas, aspectRatio: string): Canvas {
  const { width, height } = shapeOf(aspectRatio);
  if (width === height) return square;
  const cut = createCanvas(width, height);
  cut.getContext('2d').drawImage(square, (width - SIDE) / 2, (height - SIDE) / 2);
  return cut;
}
