import type { FlowNode } from '../document/FlowNode';
import type { NodeKinds } from '../nodes/NodeKinds';
import type { OfferedModels } from '../render/card/PaintEnvironment';

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
