import { DEFAULT_IMAGE_MODEL } from '../../src/api/contractModels';
import type { GenerateImage, GenerateItem } from '../../src/api/contract';
import { DEFAULT_TEXT_MODEL } from '../../src/api/contractWords';
import type { Recipe } from '../../src/api/contractTakes';
import { sha256 } from '../sha256';

/** Wishes for a result; `makes` says that a text is wanted. */
export type ResultRequest = Pick<GenerateImage, 'model' | 'aspectRatio' | 'count'> & Pick<Recipe['settings'], 'makes'>;

/** The exact request behind a picture or a text. What was left to the engine is left out. */
export function recipeOf<Items extends readonly GenerateItem[]>(
  { model = DEFAULT_IMAGE_MODEL, aspectRatio, count = 1, makes }: ResultRequest,
  items: Items,
): Omit<Recipe, 'items'> & { items: Items } {
  if (makes !== undefined) return { model: DEFAULT_TEXT_MODEL, settings: { makes }, items };
  const settings: Recipe['settings'] = {};
  if (aspectRatio !== undefined) settings.aspectRatio = aspectRatio;
  if (count > 1) settings.count = count;
  return { model, settings, items };
}

/** Address of a text, instead of a picture's: equal words have equal ones. Nothing can be opened by it. */
export const wordsUrl = (words: string): string => `words:${sha256(words)}`;

/** Address of the take with this value of a node: a picture's own, or the one made of the words. */
export const urlOfValue = (value: string): string => (value.startsWith('/files/') ? value : wordsUrl(value));
