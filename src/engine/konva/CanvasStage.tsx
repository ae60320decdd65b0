import type Konva from 'konva';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Layer, Shape, Stage } from 'react-konva';
import type { Editor } from '../Editor';
import type { Size } from '../geometry/camera';
import type { PaintWords, PictureSource } from '../paint/PaintEnvironment';
import type { PaintTheme } from '../paint/PaintTheme';
import { paintOverlay, paintWorld, type FrameOptions } from '../paintLayers';
import { bindStageInput } from './stageInput';
import { startDrawLoop } from './startDrawLoop';
import { startTicks } from './startTicks';
import { useCursor } from './useCursor';
import { useLateFonts } from './useLateFonts';

export interface CanvasStageProps {
  readonly editor: Editor;
  readonly theme: PaintTheme;
  readonly words: PaintWords;
  readonly pictures: PictureSource;
  /** Accessible name of the canvas. */
  readonly label: string;
  /** Overlays that lie over the stage and share its wheel and keyboard. */
  readonly children?: ReactNode;
  readonly className?: string;
  readonly onStage?: (stage: Konva.Stage | null) => void;
}

/**
 * The editor on the screen: one stage, two layers, one shape a layer. React renders this once; frames are drawn
 * by the draw loop, at most one per animation frame and none while nothing is stale.
 */
export function CanvasStage(props: CanvasStageProps) {
  const { editor, theme, words, pictures, label, children, className, onStage } = props;
  const areaRef = useRef<HTMLDivElement>(null);
  const surfaceRef = useRef<HTMLDivElement>(null);
  const [stage, setStage] = useState<Konva.Stage | null>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const isShown = size.width > 0 && size.height > 0;

  useLayoutEffect(() => {
    const area = areaRef.current;
    if (!area) return undefined;
    const measure = () => {
      const next = { width: area.clientWidth, height: area.clientHeight };
      editor.setSize(next);
      setSize(next);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(area);
    return () => observer.disconnect();
  }, [editor]);

  useEffect(() => {
    const area = areaRef.current;
    const surface = surfaceRef.current;
    return area && surface ? bindStageInput(area, surface, editor) : undefined;
  }, [editor]);

  useLayoutEffect(() => {
    onStage?.(stage);
    return stage ? startDrawLoop(editor, stage) : undefined;
  }, [editor, stage, onStage]);

  useEffect(() => startTicks(editor), [editor]);

  useCursor(surfaceRef, editor);
  useLateFonts(stage);

  const paintWith =
    (paint: typeof paintWorld) =>
    (context: Konva.Context): void => {
      const options: FrameOptions = {
        theme,
        words,
        pictures,
        size,
        pixelRatio: context.getCanvas().getPixelRatio(),
        isInteractive: true,
      };
      paint(context._context, editor, options);
    };

  return (
    <div ref={areaRef} className={className}>
      <div
        ref={surfaceRef}
        data-testid="stage"
        role="application"
        aria-label={label}
        tabIndex={0}
        style={{ position: 'absolute', inset: 0, touchAction: 'none', outlineOffset: -2 }}
      >
        {isShown && (
          <Stage ref={setStage} width={size.width} height={size.height} listening={false}>
            <Layer listening={false}>
              <Shape name="world" listening={false} perfectDrawEnabled={false} sceneFunc={paintWith(paintWorld)} />
            </Layer>
            <Layer listening={false}>
              <Shape name="overlay" listening={false} perfectDrawEnabled={false} sceneFunc={paintWith(paintOverlay)} />
            </Layer>
          </Stage>
        )}
      </div>
      {children}
    </div>
  );
}
