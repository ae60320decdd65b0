import Konva from 'konva';

/** A layer that is drawn by the draw loop alone: changes of its nodes ask Konva for no frame of their own. */
export class OverlayLayer extends Konva.Layer {
  readonly #beforeDraw: (layer: Konva.Layer) => void;

  /** `beforeDraw` brings its nodes up to date. */
  constructor(beforeDraw: (layer: Konva.Layer) => void) {
    super({ listening: false });
    this.#beforeDraw = beforeDraw;
  }

  override draw(): this {
    this.#beforeDraw(this);
    return super.draw();
  }

  override batchDraw(): this {
    return this;
  }
}
