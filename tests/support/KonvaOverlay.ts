import { createCanvas } from '@napi-rs/canvas';
import Konva from 'konva';
import type { FrameOptions } from '../../src/engine';
import { nativeContext } from '../../src/engine/konva/stage/layerContext';
import { OverlayNodes, OverlayLayer } from '../../src/engine/konva/overlay/OverlayNodes';
import { paintOverlay } from '../../src/engine/render/frame/paintLayers';
import type { TestEditor } from './TestEditor';

// The page's canvases are Node's.
Konva.Util.createCanvasElement = () => Object.assign(createCanvas(1, 1), { style: {} }) as unknown as HTMLCanvasElement;

/** The overlay of a stage, its dragged cards and what Konva draws beside them. */
export class KonvaOverlay {
  readonly #layer: Konva.Layer;

  constructor({ engine }: TestEditor, options: FrameOptions) {
    const nodes = new OverlayNodes();
    const dragged = new Konva.Shape({
      listening: false,
      perfectDrawEnabled: false,
      sceneFunc: (_, shape) => {
        const layer = shape.getLayer();
        if (layer) paintOverlay(nativeContext(layer), engine, options);
      },
    });
    this.#layer = new OverlayLayer(() => nodes.follow(engine, options.theme, options.pixelRatio));
    this.#layer.getCanvas().setPixelRatio(options.pixelRatio);
    this.#layer.getCanvas().setSize(options.size.width, options.size.height);
    this.#layer.add(nodes.under, dragged, nodes.over);
  }

  /** Draws the current state; returns the surface. */
  draw(): HTMLCanvasElement {
    this.#layer.draw();
    return this.#layer.getNativeCanvasElement();
  }

  /** The alpha at a device pixel, 0 to 255. */
  alphaAt(x: number, y: number): number {
    return nativeContext(this.#layer).getImageData(x, y, 1, 1).data[3] ?? 0;
  }

  /** All its pixels, to compare two drawings. */
  get pixels(): Buffer {
    const { width, height } = this.#layer.getNativeCanvasElement();
    return Buffer.from(nativeContext(this.#layer).getImageData(0, 0, width, height).data);
  }
}
