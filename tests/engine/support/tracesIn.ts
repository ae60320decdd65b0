import type { TestEditor } from '../../support/TestEditor';

/** Everything that a person sees or that would be saved; a cancelled gesture leaves no trace in it. */
export const tracesIn = ({ engine, selected }: TestEditor) => ({
  saved: engine.snapshot(),
  selected,
  stacked: engine.scene.nodesIn({ x: -1e4, y: -1e4, width: 2e4, height: 2e4 }).map(({ id }) => id),
  shown: engine.preview,
  drag: engine.scene.drag,
  wantsTicks: engine.wantsTicks,
  canUndo: engine.canUndo,
});
