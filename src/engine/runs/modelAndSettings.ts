import type { FlowNode } from '../document/FlowNode';
import { ASPECT_RATIO, MODEL } from './cells';
import type { PlannedRequest } from './RunPlan';
import type { Cell } from './WordList';

/**
 * The wishes of a node beyond words and pictures: model, shape, number. A wish that the node does not state is absent.
 *
 * @param cell Which one of several models and shapes; null for the node's one picture.
 */
export function modelAndSettings(
  { data }: FlowNode,
  cell: Cell | null = null,
): Pick<PlannedRequest, 'model' | 'settings'> {
  const model = cell?.[MODEL] ?? data.model;
  const settings = readSettings(data.settings);
  const aspectRatio = cell?.[ASPECT_RATIO];
  if (aspectRatio !== undefined) settings.aspectRatio = aspectRatio;
  return typeof model === 'string' && model !== '' ? { model, settings } : { settings };
}

/** A plan asks this of each node: what is spread here would be the larger part of it. */
function readSettings(settings: unknown): { aspectRatio?: string; count?: number } {
  const read: { aspectRatio?: string; count?: number } = {};
  if (typeof settings !== 'object' || settings === null) return read;
  const { aspectRatio, count }: { aspectRatio?: unknown; count?: unknown } = settings;
  if (typeof aspectRatio === 'string' && aspectRatio !== '') read.aspectRatio = aspectRatio;
  if (typeof count === 'number' && Number.isInteger(count) && count > 1) read.count = count;
  return read;
}
