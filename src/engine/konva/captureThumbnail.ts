import type Konva from 'konva';
import type { Editor } from '../Editor';
import type { Size } from '../geometry/camera';
import type { PaintWords, PictureSource } from '../paint/PaintEnvironment';
import type { PaintTheme } from '../paint/PaintTheme';
import { paintWorld } from '../paintLayers';

export interface ThumbnailOptions {
  readonly editor: Editor;
  /** Always the light one: product.md section 9 fixes the background #EDEDED. */
  readonly theme: PaintTheme;
  readonly words: PaintWords;
  readonly pictures: PictureSource;
  /** The window's size; screen pixels. */
  readonly size: Size;
}

/**
 * A PNG of what the stage shows, at window size and pixel ratio 1, without selection, grid, minimap and controls.
 * The stage's own world shape paints it onto a canvas beside the screen, so that nothing flickers.
 */
export async function captureThumbnail(stage: Konva.Stage, options: ThumbnailOptions): Promise<Blob> {
  const shape = stage.findOne<Konva.Shape>('.world');
  const layer = shape?.getLayer();
  if (!shape || !layer) throw new Error('the stage has no world to capture');
  const screenPaint = shape.sceneFunc();
  const frame = { ...options, pixelRatio: 1, isInteractive: false };
  shape.sceneFunc((context) => {
    paintWorld(context._context, options.editor, frame);
  });
  let canvas: HTMLCanvasElement;
  try {
    canvas = layer.toCanvas({ x: 0, y: 0, ...options.size, pixelRatio: 1 });
  } finally {
    shape.sceneFunc(screenPaint);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser made no picture'))), 'image/png');
  });
}
