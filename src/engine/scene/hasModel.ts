import type { FlowNode } from '../document/FlowNode';
import type { NodeKinds } from '../nodes/NodeKinds';

interface OfferedModels {
  readonly document: { readonly kinds: NodeKinds };
  /** Null while it is not known which there are. */
  readonly models: ReadonlySet<string> | null;
}

/** Whether the model that a node names is there; true for a node that names none, and while nothing is known. */
export function hasModel({ document, models }: OfferedModels, { type, data: { model } }: FlowNode): boolean {
  if (models === null || typeof model !== 'string' || model === '') return true;
  return document.kinds.of(type)?.run?.isGeneration !== true || models.has(model);
}
