import type { EngineStats } from '../../../src/engine';
import type { TestEditor } from '../../support/TestEditor';
import { gridEditor, frameOf, IN_VIEW, NODES } from './gridEditor';

/** The cost of opening the document. */
export interface Opening {
  readonly editor: TestEditor;
  /** The work done by the end of the first frame. */
  readonly atFirst: EngineStats;
  /** Steps of settling afterwards. */
  readonly steps: number;
  /** The work done by then. */
  readonly settled: EngineStats;
}

/** Opens the document until it is settled; `meddle` changes it before its first frame. */
export function open(meddle: (editor: TestEditor) => unknown = () => {}): Opening {
  const editor = gridEditor();
  const { scene, stats } = editor.engine;
  meddle(editor);
  frameOf(editor);
  const atFirst = { ...stats };
  let steps = 0;
  while (scene.settle()) steps++;
  return { editor, atFirst, steps, settled: { ...stats } };
}

/** The faults of an opening, such as 'trees before the first frame: 2'; empty when all is well. */
export const faultsOf = ({ atFirst, steps, settled }: Opening): string[] => [
  ...(atFirst.trees > 0 ? [`trees before the first frame: ${atFirst.trees}`] : []),
  ...(atFirst.edgeBoxes >= 10 * IN_VIEW.edges ? [`edge boxes before the first frame: ${atFirst.edgeBoxes}`] : []),
  // Their columns are packed one by one, thirteen and more of each.
  ...(steps <= 26 ? [`too few steps: ${steps}`] : []),
  ...(settled.trees === 2 ? [] : [`trees: ${settled.trees}`]),
  ...(settled.edgeBoxes <= NODES - 2 ? [`edge boxes that nobody has computed: ${NODES - 1 - settled.edgeBoxes}`] : []),
];
