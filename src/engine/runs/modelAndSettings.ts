import type { FlowNode } from '../document/FlowNode';
import { ASPECT_RATIO, MODEL } from './cells';
import type { PlannedRequest } from './RunPlan';
import type { Cell } from './WordList';

/**
 * What a node wishes for beyond words and pictures: which model, which shape, how many. What it says nothing of is absent.
 *
 * @param cell Which one of several models and shapes; null for the node's one picture.
 */
export function modelAndSettings(
  { data }: FlowNode,
  cell: Cell | null = null,
): Pick<PlannedRequest, 'model' | 'settings'> {
  const model = cell?.[MODEL] ?? data.model;
  const aspectRatio = cell?.[ASPECT_RATIO];
  return {
    ...(typeof model === 'string' && model !== '' && { model }),
    settings: { ...readSettings(data.settings), ...(aspectRatio !== undefined && { aspectRatio }) },
  };
}

function readSettings(settings: unknown): PlannedRequest['settings'] {
  if (typeof settings !== 'object' || settings === null) return {};
  const { aspectRatio, count }: { aspectRatio?: unknown; count?: unknown } = settings;
  return {
    ...(typeof aspectRatio === 'string' && aspectRatio !== '' && { aspectRatio }),
    ...(typeof count === 'number' && Number.isInteger(count) && count > 1 && { count }),
  };
}
