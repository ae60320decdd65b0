import type { Editor } from './Editor';
import { canRun } from './scene/canRun';

/** Of more than these nobody would know what is run, and counting them at each change would cost what is selected. */
export const SELECTED_RUNS_MAX = 500;

/** The image nodes of a selection, in their order in the document. */
export interface SelectedRuns {
  readonly images: number;
  /** Those that can be run now. */
  readonly ready: readonly string[];
  /** Those that run or wait their turn. */
  readonly underWay: readonly string[];
}

/** Null when more than `SELECTED_RUNS_MAX` nodes are selected. */
export function selectedRuns({ document, selection, runs }: Editor): SelectedRuns | null {
  if (selection.nodes.size > SELECTED_RUNS_MAX) return null;
  const images = Array.from(selection.nodes)
    .flatMap((id) => document.node(id) ?? [])
    .filter(({ type }) => type === 'image')
    .toSorted((one, other) => document.orderOf(one.id) - document.orderOf(other.id));
  const isUnderWay = (id: string): boolean => ['running', 'waiting'].includes(runs.get(id)?.state ?? '');
  const ids = (nodes: typeof images): string[] => nodes.map(({ id }) => id);
  return {
    images: images.length,
    ready: ids(images.filter((node) => !isUnderWay(node.id) && canRun(document, node))),
    underWay: ids(images.filter(({ id }) => isUnderWay(id))),
  };
}

/** Asks the app to run the selected image nodes that can be run and do not run yet, one after the other. */
export function runSelected(editor: Editor): void {
  for (const id of selectedRuns(editor)?.ready ?? []) editor.act(id, 'run');
}

/** Asks the app to stop the selected image nodes that run, and to take back those that wait. */
export function stopSelected(editor: Editor): void {
  for (const id of selectedRuns(editor)?.underWay ?? []) editor.act(id, 'run');
}
