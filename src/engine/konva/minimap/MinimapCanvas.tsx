import { useEffect, useRef } from 'react';
import type { Editor } from '../../Editor';
import type { Size } from '../../geometry/camera';
import { MinimapCache, type MinimapSurface } from '../../render/minimap/MinimapCache';
import { MINIMAP_SIZE, paintMinimap } from '../../render/minimap/paintMinimap';
import type { PaintTheme } from '../../render/card/PaintTheme';
import { bindMinimapPointers } from './bindMinimapPointers';
import { wheelTurn } from '../input/eventInput';
import { onCanvasRestored } from '../stage/onCanvasRestored';

export interface MinimapCanvasProps {
  readonly editor: Editor;
  readonly theme: PaintTheme;
  readonly label: string;
}

/** What makes the map look different although no edit was made: a drag, the stage's size, and the screen's pixels. */
const REDRAWN_FOR: ReadonlySet<string> = new Set(['drag', 'size', 'pixelRatio']);
/** So many pixels of a wheel zoom by e; a trackpad's pinch is told in smaller ones. */
const WHEEL_UNIT = 500;
const PINCH_UNIT = 100;

/** The minimap in the screen's pixels; whole ones, since a canvas leaves out the rest of a number. */
const bitmapSize = (): Size => ({
  width: Math.round(MINIMAP_SIZE.width * window.devicePixelRatio),
  height: Math.round(MINIMAP_SIZE.height * window.devicePixelRatio),
});

/** The map fills all of its bitmap, which rounding has made a little wider or higher. */
const fillBitmap = (context: CanvasRenderingContext2D): void => {
  const { width, height } = context.canvas;
  context.setTransform(width / MINIMAP_SIZE.width, 0, 0, height / MINIMAP_SIZE.height, 0, 0);
};

function createMinimapSurface(): MinimapSurface {
  const bitmap = Object.assign(document.createElement('canvas'), bitmapSize());
  const context = bitmap.getContext('2d');
  if (!context) throw new Error('the browser gave no 2D context');
  fillBitmap(context);
  return { context, bitmap };
}

/** The whole canvas on 200x150; a press or a drag on it moves the view there, a wheel over it zooms the view. */
export function MinimapCanvas({ editor, theme, label }: MinimapCanvasProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const canvas = canvasRef.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return undefined;
    const picture = new MinimapCache(editor, theme, createMinimapSurface);
    let frame = 0;
    const draw = () => {
      frame = 0;
      const size = bitmapSize();
      if (canvas.width !== size.width || canvas.height !== size.height) {
        Object.assign(canvas, size);
        picture.invalidate('all');
      }
      picture.advance();
      const scene = { bounds: picture.bounds, view: editor.viewport.visibleBox() };
      fillBitmap(context);
      paintMinimap(context, scene, MINIMAP_SIZE, theme, (camera) => picture.drawOn(context, camera));
      if (!picture.isComplete) ask();
    };
    const ask = () => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    };
    const unsubscribe = editor.subscribe((event) => {
      if (event.type === 'document') picture.invalidate(event.cards);
      const isRedrawn = event.type === 'invalidate' && REDRAWN_FOR.has(event.reason);
      if (event.type === 'document' || event.type === 'camera' || isRedrawn) ask();
    });
    const restore = () => {
      picture.invalidate('all');
      ask();
    };
    const zoom = (event: WheelEvent) => {
      event.preventDefault();
      editor.viewport.zoomBy(Math.exp(-wheelTurn(event).y / (event.ctrlKey ? PINCH_UNIT : WHEEL_UNIT)));
    };
    canvas.addEventListener('wheel', zoom, { passive: false });
    const controller = new AbortController();
    onCanvasRestored(canvas, restore, controller.signal);
    ask();
    return () => {
      canvas.removeEventListener('wheel', zoom);
      controller.abort();
      unsubscribe();
      cancelAnimationFrame(frame);
    };
  }, [editor, theme]);

  useEffect(() => {
    const canvas = canvasRef.current;
    if (!canvas) return undefined;
    const controller = new AbortController();
    bindMinimapPointers(canvas, editor, controller.signal);
    return () => controller.abort();
  }, [editor]);

  return (
    <canvas
      ref={canvasRef}
      role="img"
      aria-label={label}
      style={{ ...MINIMAP_SIZE, display: 'block', touchAction: 'none', cursor: 'pointer' }}
    />
  );
}
