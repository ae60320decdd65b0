import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import type { NodeKinds } from '../nodes/NodeKinds';
import { nodeMode } from '../nodes/nodeMode';
import type { NodeRun, OfferedModels } from '../nodes/viewState';
import type { Selection } from './selection';

/** Whether the node's run button may be pressed: its kind has one, and neither that nor a mode says why it cannot run now. */
export const canRun = (document: GraphDocument, node: FlowNode): boolean =>
  nodeMode(node) === null && document.kinds.of(node.type)?.run?.whyNot(document, node) === null;

interface Models {
  readonly document: { readonly kinds: NodeKinds };
  /** Null while it is not known which there are. */
  readonly models: OfferedModels | null;
}

/** Whether the model that a node names is there, or any that writes; true for a node that needs none, and while nothing is known. */
export function hasModel({ document, models }: Models, { type, data: { model } }: FlowNode): boolean {
  const run = document.kinds.of(type)?.run;
  if (models === null || run?.isGeneration !== true) return true;
  if (run.writes) return models.canWrite;
  return typeof model !== 'string' || model === '' || models.names.has(model);
}

/** Most selected nodes whose runs are counted: a larger count helps nobody, and each change would count them all. */
export const SELECTED_RUNS_MAX = 500;

/** The image nodes of a selection, in their order in the document. */
interface SelectedRuns {
  readonly images: number;
  /** Ids of those that can be run now. */
  readonly ready: readonly string[];
  /** Ids of those that run or wait. */
  readonly underWay: readonly string[];
  /** Number of those that are muted, bypassed or frozen. */
  readonly inMode: number;
}

interface RunContext {
  readonly document: GraphDocument;
  readonly selection: Selection;
  readonly runs: ReadonlyMap<string, NodeRun>;
}

/** Null when more than `SELECTED_RUNS_MAX` nodes are selected. */
export function selectedRuns({ document, selection, runs }: RunContext): SelectedRuns | null {
  if (selection.nodes.size > SELECTED_RUNS_MAX) return null;
  const images = Array.from(selection.nodes)
    .flatMap((id) => document.node(id) ?? [])
    .filter(({ type }) => document.kinds.of(type)?.run?.isGeneration)
    .toSorted((one, other) => document.orderOf(one.id) - document.orderOf(other.id));
  const isUnderWay = (id: string): boolean => ['running', 'waiting'].includes(runs.get(id)?.state ?? '');
  const ids = (nodes: typeof images): string[] => nodes.map(({ id }) => id);
  return {
    images: images.length,
    ready: ids(images.filter((node) => !isUnderWay(node.id) && canRun(document, node))),
    underWay: ids(images.filter(({ id }) => isUnderWay(id))),
    inMode: images.filter((node) => nodeMode(node) !== null).length,
  };
}
