import type Konva from 'konva';
import type { Editor } from '../Editor';
import type { LayerName } from '../EditorEvent';

const LAYER_ORDER: readonly LayerName[] = ['world', 'overlay'];

/** How often each layer was drawn since the stage was mounted; benchmarks and tests read it from the stage. */
export interface DrawCounts {
  world: number;
  overlay: number;
}

export const drawCountsOf = (stage: Konva.Stage): DrawCounts => {
  const known: unknown = stage.getAttr('drawCounts');
  if (known) return known as DrawCounts;
  const counts: DrawCounts = { world: 0, overlay: 0 };
  stage.setAttr('drawCounts', counts);
  return counts;
};

/** Draws what the editor calls stale, once per animation frame. Answers the way to stop. */
export function startDrawLoop(editor: Editor, stage: Konva.Stage): () => void {
  const stale = new Set<LayerName>();
  const counts = drawCountsOf(stage);
  let frame = 0;

  const draw = () => {
    frame = 0;
    const layers = stage.getLayers();
    for (const [index, name] of LAYER_ORDER.entries()) {
      if (!stale.has(name)) continue;
      layers[index]?.draw();
      counts[name]++;
    }
    stale.clear();
  };
  const unsubscribe = editor.subscribe((event) => {
    if (event.type !== 'stale') return;
    for (const name of event.layers) stale.add(name);
    if (frame === 0) frame = requestAnimationFrame(draw);
  });
  return () => {
    unsubscribe();
    cancelAnimationFrame(frame);
  };
}
