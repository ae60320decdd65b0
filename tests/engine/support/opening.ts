import { vi } from 'vitest';
import { packTree } from '../../../src/engine/geometry/packTree';
import { edgeBounds } from '../../../src/engine/geometry/edgeRoute';
import type { TestEditor } from '../../support/TestEditor';
import { board, frameOf, IN_VIEW, NODES } from './board';

/** The cost of opening the document. */
export interface Opening {
  readonly editor: TestEditor;
  /** Trees built and routes computed by the end of the first frame. */
  readonly packedAtFirst: number;
  readonly waysAtFirst: number;
  /** Steps of settling afterwards. */
  readonly steps: number;
  readonly packed: number;
  readonly ways: number;
}

/** The number of trees built so far; counted where the test file wraps `packTree` in a spy. */
export const packed = (): number => vi.mocked(packTree).mock.calls.length;
const ways = (): number => vi.mocked(edgeBounds).mock.calls.length;

/** A new document, with counters at zero. */
export function opened(): TestEditor {
  vi.mocked(packTree).mockClear();
  vi.mocked(edgeBounds).mockClear();
  return board();
}

/** Opens the document until it is settled; `meddle` changes it before its first frame. */
export function open(meddle: (editor: TestEditor) => unknown = () => {}): Opening {
  const editor = opened();
  meddle(editor);
  frameOf(editor);
  const atFirst = { packedAtFirst: packed(), waysAtFirst: ways() };
  let steps = 0;
  while (editor.engine.scene.settle()) steps++;
  return { editor, ...atFirst, steps, packed: packed(), ways: ways() };
}

/** The faults of an opening, such as 'trees before the first frame: 2'; empty when all is well. */
export const faultsOf = ({ packedAtFirst, waysAtFirst, steps, packed, ways }: Opening): string[] => [
  ...(packedAtFirst > 0 ? [`trees before the first frame: ${packedAtFirst}`] : []),
  ...(waysAtFirst >= 10 * IN_VIEW.edges ? [`ways before the first frame: ${waysAtFirst}`] : []),
  // Their columns are packed one by one, thirteen and more of each.
  ...(steps <= 26 ? [`too few steps: ${steps}`] : []),
  ...(packed === 2 ? [] : [`trees: ${packed}`]),
  ...(ways <= NODES - 2 ? [`ways that nobody has worked out: ${NODES - 1 - ways}`] : []),
];
