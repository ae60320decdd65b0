import type { KeptSurface } from '../WorldPicture';

/**
 * A canvas as a surface that keeps its pixels. They are moved over a second canvas: drawing a canvas onto itself makes the
 * browser copy it twice, which was measured at twice the cost.
 */
export function keptCanvas(context: CanvasRenderingContext2D): KeptSurface {
  const { canvas } = context;
  const beside = document.createElement('canvas');
  const besideContext = beside.getContext('2d');
  return {
    context,
    shift(by) {
      if (!besideContext) return;
      if (beside.width !== canvas.width || beside.height !== canvas.height) {
        beside.width = canvas.width;
        beside.height = canvas.height;
      }
      besideContext.drawImage(canvas, by.x, by.y);
      context.save();
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.drawImage(beside, 0, 0);
      context.restore();
    },
  };
}
