import type Konva from 'konva';
import { useLayoutEffect, useEffect } from 'react';
import type { Editor } from '../../Editor';
import { forgetTextMeasures } from '../../render/text/wrapText';

/**
 * Calls back when the browser may have given the canvas back empty, until the signal is aborted. A browser that does not tell
 * (WebKit) loses canvases of pages that are out of sight, so there every return of the page counts.
 */
export function onCanvasRestored(canvas: HTMLCanvasElement, restore: () => void, signal: AbortSignal): void {
  if (Reflect.has(canvas, 'oncontextrestored')) {
    canvas.addEventListener('contextrestored', restore, { signal });
    return;
  }
  const page = canvas.ownerDocument;
  page.addEventListener('visibilitychange', () => page.visibilityState === 'visible' && restore(), { signal });
  page.defaultView?.addEventListener('pageshow', ({ persisted }) => persisted && restore(), { signal });
}

/**
 * Keeps the stage crisp and whole: it has as many pixels as the screen, also when the window moves to another screen or the page is zoomed,
 * and is redrawn when the browser has lost the canvas and given it back empty.
 */
export function useCrispStage(editor: Editor, stage: Konva.Stage | null): void {
  useLayoutEffect(() => {
    if (!stage) return undefined;
    const controller = new AbortController();
    const { signal } = controller;

    /** Also restores the canvas's own scale, which a restored one has forgotten. */
    const measure = (layer: Konva.Layer): void => layer.getCanvas().setPixelRatio(window.devicePixelRatio);
    const followScreen = (): void => {
      const dirty = stage.getLayers().filter((layer) => layer.getCanvas().getPixelRatio() !== window.devicePixelRatio);
      dirty.forEach(measure);
      if (dirty.length > 0) editor.repaint('pixelRatio');
      const query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
      query.addEventListener('change', followScreen, { signal, once: true });
    };
    followScreen();

    for (const layer of stage.getLayers()) {
      const restore = (): void => {
        measure(layer);
        editor.repaint('restored');
      };
      onCanvasRestored(layer.getNativeCanvasElement(), restore, signal);
    }
    return () => controller.abort();
  }, [editor, stage]);
}

/**
 * Redraws when a part of the font arrives. The font arrives in parts, each when a letter of it is first drawn: until then a canvas shows
 * the system's font, and its lines must be broken again.
 */
export function useLateFonts(editor: Editor): void {
  useEffect(() => {
    const drawAgain = () => {
      forgetTextMeasures();
      editor.repaint('fonts');
    };
    document.fonts.addEventListener('loadingdone', drawAgain);
    return () => document.fonts.removeEventListener('loadingdone', drawAgain);
  }, [editor]);
}
