import type { GenerateItem } from '../../api/contract';

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
