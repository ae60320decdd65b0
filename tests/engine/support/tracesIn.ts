import type { TestEditor } from '../../support/TestEditor';

/** Everything that a person sees or that would be saved; a cancelled gesture leaves no trace in it. */
export const tracesIn = ({ engine, selected }: TestEditor) => ({
  saved: engine.snapshot(),
  selected,
  shown: engine.preview,
  drag: engine.scene.drag,
  wantsTicks: engine.wantsTicks,
  canUndo: engine.canUndo,
});
