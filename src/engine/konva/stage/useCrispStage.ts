import type Konva from 'konva';
import { useLayoutEffect } from 'react';
import type { Editor } from '../../Editor';
import { onCanvasRestored } from './onCanvasRestored';

/**
 * Keeps the stage crisp and whole: it has as many pixels as the screen, also when the window goes to another screen or the
 * page is zoomed, and is drawn anew when the browser has lost the canvas and given it back empty.
 */
export function useCrispStage(editor: Editor, stage: Konva.Stage | null): void {
  useLayoutEffect(() => {
    if (!stage) return undefined;
    const controller = new AbortController();
    const { signal } = controller;

    /** Also brings back the canvas's own scale, which a restored one has forgotten. */
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
