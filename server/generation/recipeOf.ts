import { DEFAULT_IMAGE_MODEL } from '../../src/api/contractModels';
import type { GenerateImage, GenerateItem } from '../../src/api/contract';
import type { Recipe } from '../../src/api/contractTakes';

/** The exact request behind a picture. What was left to the engine is left out. */
export function recipeOf<Items extends readonly GenerateItem[]>(
  { model = DEFAULT_IMAGE_MODEL, aspectRatio, count = 1 }: Pick<GenerateImage, 'model' | 'aspectRatio' | 'count'>,
  items: Items,
): Omit<Recipe, 'items'> & { items: Items } {
  const settings: Recipe['settings'] = {};
  if (aspectRatio !== undefined) settings.aspectRatio = aspectRatio;
  if (count > 1) settings.count = count;
  return { model, settings, items };
}
