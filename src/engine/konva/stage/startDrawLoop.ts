import type Konva from 'konva';
import type { Editor } from '../../Editor';
import type { LayerName } from '../../EditorEvent';
import { isOverlayEmpty } from '../../render/frame/overlayParts';
import type { StagePainter } from './StagePainter';

/** Length of one task beside the painting, in milliseconds: a frame has room for it. */
export const TASK_MS = 5;

const LAYER_ORDER: readonly LayerName[] = ['world', 'overlay'];

/** Counts of drawing since the stage was mounted; benchmarks and tests read it from the stage. */
export interface DrawCounts {
  /** Frames of each layer. */
  world: number;
  overlay: number;
  /** Cards and edges painted in them. */
  nodes: number;
  edges: number;
}

export const drawCountsOf = (stage: Konva.Stage): DrawCounts => {
  const known: unknown = stage.getAttr('drawCounts');
  if (known) return known as DrawCounts;
  const counts: DrawCounts = { world: 0, overlay: 0, nodes: 0, edges: 0 };
  stage.setAttr('drawCounts', counts);
  return counts;
};

/**
 * Draws the parts that the editor invalidates, once per animation frame; an empty overlay is hidden, since
 * even that costs each frame the blending of the whole stage. Work that a frame could do without is done after it. Returns
 * how to stop.
 */
export function startDrawLoop(editor: Editor, stage: Konva.Stage, painter: StagePainter): () => void {
  // A loop before this one may have left any layer undrawn, so both are.
  const dirty = new Set<LayerName>(LAYER_ORDER);
  const counts = drawCountsOf(stage);
  let frame: number;
  let later: ReturnType<typeof setTimeout> | undefined;
  let isOverlayShown: boolean | undefined;

  const showOverlay = (isShown: boolean) => {
    if (isShown === isOverlayShown) return;
    isOverlayShown = isShown;
    const canvas = stage.getLayers()[LAYER_ORDER.indexOf('overlay')]?.getNativeCanvasElement();
    if (canvas) canvas.style.display = isShown ? 'block' : 'none';
  };

  const drawLayer = (name: LayerName) => {
    if (!painter.mayPaint(name)) return;
    dirty.delete(name);
    if (name === 'overlay') {
      showOverlay(!isOverlayEmpty(editor));
      if (!isOverlayShown) {
        painter.clearOverlay();
        return;
      }
    }
    stage.getLayers()[LAYER_ORDER.indexOf(name)]?.draw();
    counts[name]++;
    if (!painter.isComplete(name)) dirty.add(name);
  };
  const settle = () => {
    const end = performance.now() + TASK_MS;
    later = undefined;
    while (editor.scene.settle()) {
      if (performance.now() < end) continue;
      later = setTimeout(settle);
      return;
    }
  };
  const draw = () => {
    frame = 0;
    for (const name of painter.order) if (dirty.has(name)) drawLayer(name);
    if (dirty.size > 0) frame = requestAnimationFrame(draw);
    else if (editor.scene.settle()) later ??= setTimeout(settle);
  };
  frame = requestAnimationFrame(draw);
  const unsubscribe = editor.subscribe((event) => {
    if (event.type !== 'invalidate') return;
    for (const name of event.layers) dirty.add(name);
    painter.follow(event);
    if (frame === 0) frame = requestAnimationFrame(draw);
  });
  return () => {
    unsubscribe();
    cancelAnimationFrame(frame);
    clearTimeout(later);
    painter.stop();
  };
}

/** Gives the editor its clock: one tick an animation frame while it wants them, and no frame otherwise. Returns how to stop. */
export function startTicks(editor: Editor): () => void {
  let frame = 0;
  let lastMs = 0;

  const tick = (nowMs: number): void => {
    frame = 0;
    if (!editor.wantsTicks) return;
    // The next tick is requested first: this one may end the need for ticks, never the clock.
    frame = requestAnimationFrame(tick);
    editor.dispatch({ type: 'tick', elapsedMs: nowMs - lastMs });
    lastMs = nowMs;
  };
  const start = (): void => {
    if (!editor.wantsTicks || frame !== 0) return;
    lastMs = performance.now();
    frame = requestAnimationFrame(tick);
  };
  const unsubscribe = editor.subscribe(({ type }) => {
    if (type === 'ticks') start();
  });
  // A flight may have begun before this, such as in an effect of an element on the stage.
  start();
  return () => {
    unsubscribe();
    cancelAnimationFrame(frame);
  };
}
