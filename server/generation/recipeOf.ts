import type { GenerateImage, GenerateItem } from '../../src/api/contract';
import type { Recipe } from '../../src/api/contractTakes';

/** What nodes call the model that is asked, whichever engine answers. */
const DEFAULT_MODEL = 'Gemini-2.5-flash';

/** The exact request behind a picture. What was left to the engine is left out. */
export function recipeOf(
  { aspectRatio, count = 1 }: Pick<GenerateImage, 'aspectRatio' | 'count'>,
  items: GenerateItem[],
): Recipe {
  const settings = { ...(aspectRatio !== undefined && { aspectRatio }), ...(count > 1 && { count }) };
  return { model: DEFAULT_MODEL, settings, items };
}
