import type { Gradient2D, Painter2D } from '../../../src/engine/render/shapes/Painter2D';

const GRADIENT: Gradient2D = { addColorStop: () => {} };
const MEASURED = { width: 60 };

/** A context that draws nothing, remembers nothing and makes nothing. */
export class MutePainter implements Painter2D {
  fillStyle: unknown = '#000000';
  strokeStyle: unknown = '#000000';
  lineWidth = 1;
  lineCap: Painter2D['lineCap'] = 'butt';
  lineJoin: Painter2D['lineJoin'] = 'miter';
  lineDashOffset = 0;
  font = '10px sans-serif';
  textAlign: Painter2D['textAlign'] = 'start';
  textBaseline: Painter2D['textBaseline'] = 'alphabetic';
  globalAlpha = 1;

  save(): void {}
  restore(): void {}
  translate(): void {}
  scale(): void {}
  rotate(): void {}
  beginPath(): void {}
  closePath(): void {}
  moveTo(): void {}
  lineTo(): void {}
  arc(): void {}
  arcTo(): void {}
  rect(): void {}
  roundRect(): void {}
  fill(): void {}
  stroke(): void {}
  clip(): void {}
  fillRect(): void {}
  strokeRect(): void {}
  fillText(): void {}
  setLineDash(): void {}
  drawImage(): void {}

  measureText(): { readonly width: number } {
    return MEASURED;
  }

  createLinearGradient(): Gradient2D {
    return GRADIENT;
  }
}
