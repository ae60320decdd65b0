import type { Editor } from '../../Editor';

/** Gives the editor its clock: one tick an animation frame while it wants them, and no frame otherwise. Returns how to stop. */
export function startTicks(editor: Editor): () => void {
  let frame = 0;
  let lastMs = 0;

  const tick = (nowMs: number): void => {
    frame = 0;
    if (!editor.wantsTicks) return;
    // The next tick is asked for first: this one may end the wanting, never the clock.
    frame = requestAnimationFrame(tick);
    editor.dispatch({ type: 'tick', elapsedMs: nowMs - lastMs });
    lastMs = nowMs;
  };
  const unsubscribe = editor.subscribe(({ type }) => {
    if (type !== 'ticks' || !editor.wantsTicks || frame !== 0) return;
    lastMs = performance.now();
    frame = requestAnimationFrame(tick);
  });
  return () => {
    unsubscribe();
    cancelAnimationFrame(frame);
  };
}
