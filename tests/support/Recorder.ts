import type { Gradient2D, Painter2D } from '../../src/engine/render/shapes/Painter2D';

export interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
  /** The colours and the width at the time of the call. */
  readonly fillStyle: unknown;
  readonly strokeStyle: unknown;
  readonly lineWidth: number;
  readonly alpha: number;
  readonly align: Painter2D['textAlign'];
}

/** Hangul is as wide as it is high, other letters half of that: enough to see how a text breaks. */
const letterWidth = (letter: string): number => (letter >= '\u1100' ? 12 : 6);

/** Equal to another one of the same colours. */
class RecordedGradient implements Gradient2D {
  readonly stops: (readonly [offset: number, colour: string])[] = [];

  addColorStop(offset: number, colour: string): void {
    this.stops.push([offset, colour]);
  }
}

/** A context that draws nothing and remembers everything. */
export class Recorder implements Painter2D {
  readonly calls: Call[] = [];
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
  #depth = 0;

  save(): void {
    this.#depth += 1;
    this.#record('save');
  }
  restore(): void {
    this.#depth -= 1;
    this.#record('restore');
  }
  translate(...args: number[]): void {
    this.#record('translate', args);
  }
  scale(...args: number[]): void {
    this.#record('scale', args);
  }
  rotate(...args: number[]): void {
    this.#record('rotate', args);
  }
  beginPath(): void {
    this.#record('beginPath');
  }
  closePath(): void {
    this.#record('closePath');
  }
  moveTo(...args: number[]): void {
    this.#record('moveTo', args);
  }
  lineTo(...args: number[]): void {
    this.#record('lineTo', args);
  }
  arc(...args: number[]): void {
    this.#record('arc', args);
  }
  arcTo(...args: number[]): void {
    this.#record('arcTo', args);
  }
  rect(...args: number[]): void {
    this.#record('rect', args);
  }
  roundRect(...args: unknown[]): void {
    this.#record('roundRect', args);
  }
  fill(): void {
    this.#record('fill');
  }
  stroke(): void {
    this.#record('stroke');
  }
  clip(): void {
    this.#record('clip');
  }
  fillRect(...args: number[]): void {
    this.#record('fillRect', args);
  }
  strokeRect(...args: number[]): void {
    this.#record('strokeRect', args);
  }
  fillText(...args: unknown[]): void {
    this.#record('fillText', args);
  }
  measureText(text: string): { readonly width: number } {
    this.#record('measureText', [text]);
    return { width: Array.from(text).reduce((sum, letter) => sum + letterWidth(letter), 0) };
  }
  setLineDash(segments: number[]): void {
    this.#record('setLineDash', segments);
  }
  createLinearGradient(...args: number[]): Gradient2D {
    this.#record('createLinearGradient', args);
    return new RecordedGradient();
  }
  drawImage(...args: unknown[]): void {
    this.#record('drawImage', args);
  }

  /** Calls of this name, in order. */
  all(name: string): readonly Call[] {
    return this.calls.filter((call) => call.name === name);
  }

  count(name: string): number {
    return this.all(name).length;
  }

  /** Every text that was drawn, in order. */
  get texts(): readonly unknown[] {
    return this.all('fillText').map((call) => call.args[0]);
  }

  /** Saves that were not restored yet. */
  get depth(): number {
    return this.#depth;
  }

  #record(name: string, args: readonly unknown[] = []): void {
    const { fillStyle, strokeStyle, lineWidth, globalAlpha, textAlign } = this;
    this.calls.push({ name, args, fillStyle, strokeStyle, lineWidth, alpha: globalAlpha, align: textAlign });
  }
}
