import type Konva from 'konva';
import { useEffect, useRef, useState } from 'react';
import { Layer, Shape, Stage } from 'react-konva/lib/ReactKonvaCore';
import type { Editor } from '../../Editor';
import { MinimapCache, type MinimapSurface } from '../../render/minimap/MinimapCache';
import { MINIMAP_SIZE, paintMinimap } from '../../render/minimap/paintMinimap';
import type { PaintTheme } from '../../render/card/PaintTheme';
import { bindMinimapPointers } from './bindMinimapPointers';
import { wheelTurn } from '../input/eventInput';
import { nativeContext } from '../stage/layerContext';
import { onCanvasRestored } from '../stage/useCrispStage';
import { bindTrackpadPinch, pinchOfWheel } from '../input/trackpadPinch';

export interface MinimapCanvasProps {
  readonly editor: Editor;
  readonly theme: PaintTheme;
  readonly label: string;
}

/** Reasons that make the map look different although no edit was made: a drag, the stage's size, and the screen's pixels. */
const REDRAWN_FOR: ReadonlySet<string> = new Set(['drag', 'size', 'pixelRatio']);
/** Pixels of a wheel that zoom by e. */
const WHEEL_UNIT = 500;

/** Device pixels by which something has to move before the map is drawn again: a smaller step cannot be seen. */
const STEP_MIN = 0.5;

const isNear = (some: readonly number[], others: readonly number[], tolerance: number): boolean =>
  some.length === others.length && some.every((value, index) => Math.abs(value - (others[index] ?? NaN)) < tolerance);

/** The map fills all of its bitmap, from whose size Konva has taken the rest of a number. */
const fillBitmap = (context: CanvasRenderingContext2D): void => {
  const { width, height } = context.canvas;
  context.setTransform(width / MINIMAP_SIZE.width, 0, 0, height / MINIMAP_SIZE.height, 0, 0);
};

function createMinimapSurface(): MinimapSurface {
  const bitmap = Object.assign(document.createElement('canvas'), {
    width: Math.ceil(MINIMAP_SIZE.width * window.devicePixelRatio),
    height: Math.ceil(MINIMAP_SIZE.height * window.devicePixelRatio),
  });
  const context = bitmap.getContext('2d');
  if (!context) throw new Error('the browser gave no 2D context');
  fillBitmap(context);
  return { context, bitmap };
}

/** The whole canvas on 200x150; a press or a drag on it moves the view there, a wheel over it zooms the view. */
export function MinimapCanvas({ editor, theme, label }: MinimapCanvasProps) {
  const areaRef = useRef<HTMLDivElement>(null);
  const [stage, setStage] = useState<Konva.Stage | null>(null);
  const [shape, setShape] = useState<Konva.Shape | null>(null);

  useEffect(() => {
    const layer = shape?.getLayer();
    if (!stage || !shape || !layer) return undefined;
    const map = new MinimapCache(editor, theme, createMinimapSurface);
    let frame = 0;
    let drawn: readonly number[] = [];
    shape.sceneFunc(() => {
      const context = nativeContext(layer);
      const scene = { bounds: map.bounds, view: editor.view.visibleBox() };
      context.save();
      fillBitmap(context);
      paintMinimap(context, scene, MINIMAP_SIZE, theme, (viewport) => map.drawOn(context, viewport));
      context.restore();
    });
    const draw = () => {
      frame = 0;
      const canvas = layer.getCanvas();
      if (canvas.getPixelRatio() !== window.devicePixelRatio) {
        canvas.setPixelRatio(window.devicePixelRatio);
        map.invalidate('all');
      }
      const isWhole = map.isComplete;
      map.advance();
      const landmarks = map.landmarks(editor.view.visibleBox());
      if (isWhole && isNear(landmarks, drawn, STEP_MIN / window.devicePixelRatio)) return;
      drawn = landmarks;
      layer.draw();
      if (!map.isComplete) ask();
    };
    const ask = () => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    };
    const unsubscribe = editor.subscribe((event) => {
      if (event.type === 'document') map.invalidate(event.cards);
      const isRedrawn = event.type === 'invalidate' && REDRAWN_FOR.has(event.reason);
      if (event.type === 'document' || event.type === 'viewport' || isRedrawn) ask();
    });
    const controller = new AbortController();
    const restore = () => {
      map.invalidate('all');
      ask();
    };
    onCanvasRestored(layer.getNativeCanvasElement(), restore, controller.signal);
    ask();
    return () => {
      controller.abort();
      unsubscribe();
      cancelAnimationFrame(frame);
    };
  }, [editor, theme, stage, shape]);

  useEffect(() => {
    const area = areaRef.current;
    if (!area) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    bindMinimapPointers(area, editor, signal);
    const zoom = (event: WheelEvent) => {
      event.preventDefault();
      const { y } = wheelTurn(event);
      editor.view.zoomBy(event.ctrlKey ? pinchOfWheel(y) : Math.exp(-y / WHEEL_UNIT));
    };
    area.addEventListener('wheel', zoom, { passive: false, signal });
    bindTrackpadPinch(area, (factor) => editor.view.zoomBy(factor), signal);
    return () => controller.abort();
  }, [editor]);

  return (
    <div
      ref={areaRef}
      role="img"
      aria-label={label}
      style={{ ...MINIMAP_SIZE, touchAction: 'none', cursor: 'pointer' }}
    >
      <Stage ref={setStage} {...MINIMAP_SIZE} listening={false}>
        <Layer listening={false} clearBeforeDraw={false}>
          <Shape ref={setShape} listening={false} perfectDrawEnabled={false} />
        </Layer>
      </Stage>
    </div>
  );
}
