import type Konva from 'konva';
import { Shape } from 'konva/lib/Shape';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react';
import { Stage } from 'react-konva/lib/ReactKonvaCore';
import type { Editor } from '../../Editor';
import type { Size } from '../../geometry/viewport';
import type { CellSource, PaintEnvironment, PaintWords, PictureSource } from '../../render/card/PaintEnvironment';
import type { PaintTheme } from '../../render/card/PaintTheme';
import type { FrameCounts, FrameOptions } from '../../render/frame/paintLayers';
import { buzzAtLongPress } from '../input/buzzAtLongPress';
import { OverlayNodes, OverlayLayer } from '../overlay/OverlayNodes';
import { createOpaqueLayer, nativeContext } from './layerContext';
import { StagePainter } from './StagePainter';
import { bindStageInput } from '../input/stageInput';
import { drawCountsOf, startDrawLoop, startTicks } from './startDrawLoop';
import { useCrispStage, useLateFonts } from './useCrispStage';
import { useCursor } from '../input/useCursor';

export interface CanvasStageProps {
  readonly editor: Editor;
  readonly theme: PaintTheme;
  readonly words: PaintWords;
  readonly pictures: PictureSource;
  /** The cards that a search has found. Each frame reads them again; call the editor's `repaint` after changing them. */
  readonly marks?: PaintEnvironment['marks'];
  readonly cells?: CellSource;
  /** Accessible name of the canvas. */
  readonly label: string;
  /** Accessible description of the canvas: a screen reader tells the keys by it. */
  readonly description?: string;
  /** Overlays that lie over the stage and share its wheel and keyboard. */
  readonly children?: ReactNode;
  readonly className?: string;
}

/** The painters' colours and face as CSS properties, so that the elements over a stage look like its cards. */
const themeProperties = (theme: PaintTheme): CSSProperties =>
  ({
    '--stage-surface': theme.surface,
    '--stage-ink': theme.ink,
    '--stage-muted': theme.muted,
    '--stage-line': theme.line,
    '--stage-focus': theme.focus,
    '--stage-font': theme.fontFamily,
  }) as CSSProperties;

/** How the layers are painted now. */
interface Painting {
  readonly world: (shape: Konva.Shape) => void;
  readonly overlay: (shape: Konva.Shape) => void;
}

/** No scrolling, no text selection and no callout under a finger or pen that rests: the canvas means all of them. */
const SURFACE_STYLE: CSSProperties = {
  position: 'absolute',
  inset: 0,
  touchAction: 'none',
  userSelect: 'none',
  WebkitUserSelect: 'none',
  WebkitTouchCallout: 'none',
  outlineOffset: -2,
};

/**
 * The editor on the screen: one stage and two layers, the cards of each in one shape (adr/0022). React renders this once; frames are drawn
 * by the draw loop, at most one per animation frame and none while nothing is dirty.
 */
export function CanvasStage(props: CanvasStageProps) {
  const { editor, theme, words, pictures, marks, cells, label, description, children, className } = props;
  const descriptionId = useId();
  const areaRef = useRef<HTMLDivElement>(null);
  const surfaceRef = useRef<HTMLDivElement>(null);
  const [stage, setStage] = useState<Konva.Stage | null>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  /** Set at each rendering, since the layers outlive it. */
  const latest = useRef<Painting>({ world: () => undefined, overlay: () => undefined });
  const look = useRef({ theme, words, pictures, cells });
  const painter = useMemo(() => new StagePainter(editor), [editor]);
  const properties = useMemo(() => themeProperties(theme), [theme]);
  const isShown = size.width > 0 && size.height > 0;

  useLayoutEffect(() => {
    const area = areaRef.current;
    if (!area) return undefined;
    const measure = () => {
      const next = { width: area.clientWidth, height: area.clientHeight };
      editor.view.setSize(next);
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
    if (!stage) return undefined;
    const layer = createOpaqueLayer();
    const shape = new Shape({
      name: 'world',
      listening: false,
      perfectDrawEnabled: false,
      sceneFunc: (_, drawn) => latest.current.world(drawn),
    });
    layer.add(shape);
    const nodes = new OverlayNodes();
    const dragged = new Shape({
      name: 'overlay',
      listening: false,
      perfectDrawEnabled: false,
      sceneFunc: (_, drawn) => latest.current.overlay(drawn),
    });
    const overlay = new OverlayLayer((drawn) => {
      nodes.follow(editor, look.current.theme, drawn.getCanvas().getPixelRatio());
    });
    overlay.add(nodes.under, dragged, nodes.over);
    stage.add(layer, overlay);
    const context = nativeContext(layer);
    // The pane's colour is shown until the first frame.
    context.fillStyle = look.current.theme.pane;
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    return () => {
      layer.destroy();
      overlay.destroy();
    };
  }, [stage, editor]);

  useLayoutEffect(() => (stage ? startDrawLoop(editor, stage, painter) : undefined), [editor, stage, painter]);

  useEffect(() => startTicks(editor), [editor]);
  useEffect(() => buzzAtLongPress(editor), [editor]);

  useCrispStage(editor, stage);
  useCursor(surfaceRef, editor);
  useLateFonts(editor);

  const paintWith =
    (paint: (context: CanvasRenderingContext2D, options: FrameOptions) => FrameCounts) =>
    (shape: Konva.Shape): void => {
      const layer = shape.getLayer();
      if (!stage || !layer) return;
      const pixelRatio = layer.getCanvas().getPixelRatio();
      const options: FrameOptions = {
        theme,
        words,
        pictures,
        ...(marks && { marks }),
        ...(cells && { cells }),
        size,
        pixelRatio,
        isInteractive: true,
      };
      const { nodes, edges } = paint(nativeContext(layer), options);
      const counts = drawCountsOf(stage);
      counts.nodes += nodes;
      counts.edges += edges;
    };

  const paintWorld = paintWith((context, options) => painter.paintWorld(context, options));
  const paintOverlay = paintWith((context, options) => painter.paintOverlay(context, options));
  useLayoutEffect(() => {
    latest.current = { world: paintWorld, overlay: paintOverlay };
  });
  useLayoutEffect(() => {
    look.current = { theme, words, pictures, cells };
    editor.repaint('look');
  }, [editor, theme, words, pictures, cells]);

  return (
    <div ref={areaRef} className={className} style={properties}>
      <div
        ref={surfaceRef}
        data-stage=""
        data-testid="stage"
        role="application"
        aria-label={label}
        aria-describedby={descriptionId}
        tabIndex={0}
        style={SURFACE_STYLE}
      >
        {isShown && <Stage ref={setStage} width={size.width} height={size.height} listening={false} />}
      </div>
      <span id={descriptionId} hidden>
        {description}
      </span>
      {children}
    </div>
  );
}
