import type Konva from 'konva';

/** The context that Konva draws a layer with; painters of the engine draw on any 2D context. */
export function nativeContext(layer: Konva.Layer): CanvasRenderingContext2D {
  const context = layer.getNativeCanvasElement().getContext('2d');
  if (!context) throw new Error('the browser gave no 2D context');
  return context;
}
