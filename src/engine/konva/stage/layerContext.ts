import { Layer } from 'konva/lib/Layer';
import { Util } from 'konva/lib/Util';

/**
 * A layer for a painter that paints every one of its pixels. Its canvas is opaque: the browser lays it over the page without blending,
 * which would cost a pan 3 of 18 ms of processor time a frame, all processes counted. Konva has no setting for it, but uses the kind of
 * context that its canvas already has. It is black until something is painted.
 */
export function createOpaqueLayer(): Layer {
  const createCanvasElement = Util.createCanvasElement.bind(Util);
  Util.createCanvasElement = () => {
    const canvas = createCanvasElement();
    canvas.getContext('2d', { alpha: false });
    return canvas;
  };
  try {
    return new Layer({ listening: false, clearBeforeDraw: false });
  } finally {
    Util.createCanvasElement = createCanvasElement;
  }
}

/** The context that Konva draws a layer with; painters of the engine draw on any 2D context. */
export function nativeContext(layer: Layer): CanvasRenderingContext2D {
  const context = layer.getNativeCanvasElement().getContext('2d');
  if (!context) throw new Error('the browser gave no 2D context');
  return context;
}
