import type { ImageModel } from '../../../api/contractModels';
import type { modelAndSettings } from '../../../engine';

/** A node's model and settings, in the form of a request. */
export type NodeWish = ReturnType<typeof modelAndSettings>;

/**
 * A node's settings without those that the model does not support; undefined when nothing is left. Settings written by
 * another version of the app stay.
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
