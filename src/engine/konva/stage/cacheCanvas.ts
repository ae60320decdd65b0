import type { Size } from '../../geometry/viewport';
import type { CacheSurface } from '../../render/frame/FrameCache';

const newContext = (settings?: CanvasRenderingContext2DSettings): CanvasRenderingContext2D => {
  const context = document.createElement('canvas').getContext('2d', settings);
  if (!context) throw new Error('the browser gave no 2D context');
  return context;
};

/**
 * A canvas as a surface that keeps its pixels. They are moved over a second canvas: drawing a canvas onto itself makes the
 * browser copy it twice, which was measured at twice the cost.
 */
export function cacheCanvas(context: CanvasRenderingContext2D): CacheSurface {
  const { canvas } = context;
  const { alpha } = context.getContextAttributes();
  const beside = newContext({ alpha });
  // An opaque canvas is black before a 'copy' composite; drawing the image over it has the same result for less.
  const copy = alpha ? 'copy' : 'source-over';
  /** Draws without the scale of the stage, and leaves it as it was. */
  const inDevicePixels = (draw: () => void): void => {
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    draw();
    context.restore();
  };
  const copyBeside = (x: number, y: number): void => {
    fit(beside.canvas, canvas);
    beside.globalCompositeOperation = copy;
    beside.drawImage(canvas, x, y);
  };
  return {
    context,
    shift(by) {
      copyBeside(by.x, by.y);
      inDevicePixels(() => {
        context.globalCompositeOperation = copy;
        context.drawImage(beside.canvas, 0, 0);
      });
    },
    clear({ x, y, width, height }) {
      inDevicePixels(() => context.clearRect(x, y, width, height));
    },
    remember() {
      copyBeside(0, 0);
    },
    stretch({ x, y, width, height }) {
      inDevicePixels(() => context.drawImage(beside.canvas, x, y, width, height));
    },
  };
}

/** A second surface beside the one on the screen; its pixels are lost when its size changes. */
export class SpareCanvas {
  readonly #context = newContext();
  readonly surface = cacheCanvas(this.#context);

  get canvas(): HTMLCanvasElement {
    return this.#context.canvas;
  }

  /** Takes on a size, such as that of a stage's canvas in its pixels, and the scale of its context, which may change without the size. */
  follow({ width, height }: Size, pixelRatio: number): void {
    fit(this.canvas, { width, height });
    this.#context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  }
}

/** Resizes a canvas where its size differs: setting a size empties a canvas. */
function fit(canvas: HTMLCanvasElement, { width, height }: Size): void {
  if (canvas.width === width && canvas.height === height) return;
  canvas.width = width;
  canvas.height = height;
}
