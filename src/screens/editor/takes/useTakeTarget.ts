import { useCallback } from 'react';
import type { TakeTarget } from '../../../actions';
import type { Recipe, Take } from '../../../api/contractTakes';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { putBranch, putTakeInView } from '../../library/putTake';
import { useTakeFiles } from './useTakeFiles';

/** True when a node's settings equal a recipe's; settings of another version count as none. */
function sameSettings(data: unknown, { aspectRatio, count }: Recipe['settings']): boolean {
  const own: Readonly<Record<string, unknown>> = typeof data === 'object' && data !== null ? { ...data } : {};
  return own.aspectRatio === aspectRatio && own.count === count;
}

function hasSettings(flow: FlowStore, { nodeId, recipe }: Take): boolean {
  const data = flow.node(nodeId)?.data;
  return recipe !== null && data?.model === recipe.model && sameSettings(data.settings, recipe.settings);
}

/** Returns what actions on a take need wherever it is listed; for an observer. */
export function useTakeTarget(flow: FlowStore): (take: Take) => TakeTarget<'branch' | 'put' | 'copy' | 'download'> {
  const files = useTakeFiles();
  return useCallback(
    (take) => ({
      take,
      hasSettings: hasSettings(flow, take),
      branch: () => putBranch(flow.editor, take),
      put: () => putTakeInView(flow.editor, take),
      copy: () => void files.copy(take),
      download: () => void files.download(take),
    }),
    [flow, files],
  );
}
