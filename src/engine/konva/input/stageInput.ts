import type { Editor } from '../../Editor';
import { bindStageKeys } from './bindStageKeys';
import { bindStagePointers } from './bindStagePointers';
import { bindStageWheel } from './bindStageWheel';
import { isTyping } from './isTyping';

/**
 * Turns the DOM's events on the stage and on the overlays above it into the editor's inputs. `area` contains both, so that a wheel, a pinch
 * or a pan over a text field still reaches the canvas. Returns a function that stops it.
 */
export function bindStageInput(area: HTMLElement, surface: HTMLElement, editor: Editor): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  bindStagePointers(area, surface, editor, signal);
  bindStageWheel(area, editor, signal);
  bindStageKeys(area, editor, signal);

  // A long press of a finger, and a secondary click: the browser's own menu has nothing for a canvas.
  area.addEventListener(
    'contextmenu',
    (event) => {
      if (!isTyping(event.target)) event.preventDefault();
    },
    { signal },
  );

  return () => controller.abort();
}
