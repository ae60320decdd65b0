import type { ImageModel } from '../../../api/contractModels';
import type { modelAndSettings } from '../../../engine';

/** What a node wishes for, as a request says it. */
export type NodeWish = ReturnType<typeof modelAndSettings>;

/**
 * A node's settings without what the model does not make; undefined where nothing is left. What another version of the app has
 * written there stays.
 */
export function fitSettings(settings: unknown, model: ImageModel | null): object | undefined {
  if (typeof settings !== 'object' || settings === null) return undefined;
  const { aspectRatio, count, ...others }: { aspectRatio?: unknown; count?: unknown } = settings;
  const isMade = typeof aspectRatio === 'string' && (model === null || model.aspectRatios.includes(aspectRatio));
  const most = model?.countMax ?? Number.POSITIVE_INFINITY;
  const fitting = {
    ...others,
    ...(isMade && { aspectRatio }),
    ...(typeof count === 'number' && Math.min(count, most) > 1 && { count: Math.min(count, most) }),
  };
  return Object.keys(fitting).length === 0 ? undefined : fitting;
}
