import { createCanvas } from '@napi-rs/canvas';
import type { Canvas } from '@napi-rs/canvas';
import { SIDE } from './Painting';

/** Shapes that are wide and high enough for the label. */
export const PREVIEW_RATIOS: readonly string[] = [
  '1:1',
  '2:3',
  '3:2',
  '3:4',
  '4:3',
  '4:5',
  '5:4',
  '9:16',
  '16:9',
  '21:9',
];

/** The middle of a square painting, as large as it goes in that shape. */
export function cutToRatio(square: Canvas, aspectRatio: string): Canvas {
  const [across = 1, down = 1] = aspectRatio.split(':').map(Number);
  if (across === down) return square;
  const width = Math.round(SIDE * Math.min(1, across / down));
  const height = Math.round(SIDE * Math.min(1, down / across));
  const cut = createCanvas(width, height);
  cut.getContext('2d').drawImage(square, (width - SIDE) / 2, (height - SIDE) / 2);
  return cut;
}
