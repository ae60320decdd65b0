import type { GenerateImage, GenerateItem } from '../../api/contract';
import { DEFAULT_IMAGE_MODEL } from '../../api/contractModels';
import { modelAndSettings, type FlowNode } from '../../engine';

/** Model, aspect ratio and count for a request; defaults are left out. */
export function wishOf(node: FlowNode | undefined): Pick<GenerateImage, 'model' | 'aspectRatio' | 'count'> {
  if (!node) return {};
  const { model, settings } = modelAndSettings(node);
  return { ...(model !== undefined && model !== DEFAULT_IMAGE_MODEL && { model }), ...settings };
}

/** The items with their pictures as the server takes them. */
export const withPictures = (
  items: readonly GenerateItem[],
  pictureFor: (value: string) => Promise<string>,
): Promise<GenerateItem[]> =>
  Promise.all(
    items.map(async (item) =>
      item.type === 'image_prompt' ? { ...item, content: await pictureFor(item.content) } : item,
    ),
  );
