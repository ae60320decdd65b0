import type { i18n, TFunction } from 'i18next';
import type { Take } from '../../../api/contractTakes';
import { money } from '../../../i18n/money';
import { itemsWords } from '../../../stores/generation/promptWords';
import { originOf } from '../../../stores/takes/showTakes';

/** What a take cost, in the person's way of writing money; of what nobody knows it says so. */
export function costWords(
  take: Pick<Take, 'costMicros' | 'model'>,
  { t, language }: Pick<i18n, 't' | 'language'>,
): string {
  const { costMicros } = take;
  if (costMicros === 0 || originOf(take) === 'preview') return t('takes.free');
  if (costMicros === null) return t('takes.unknown');
  return money(costMicros, language);
}

/** What a take was asked for in words; empty where that is nothing or not known. */
export const wordsOfTake = ({ recipe }: Take): string => (recipe ? itemsWords(recipe.items) : '');

/** The pictures that a take was made from. */
export const picturesOfTake = ({ recipe }: Take): readonly string[] =>
  (recipe?.items ?? []).flatMap((item) => (item.type === 'image_prompt' ? item.content : []));

export function settingsWords({ recipe }: Take, t: TFunction): string {
  const { aspectRatio, count } = recipe?.settings ?? {};
  const parts = [
    aspectRatio === undefined ? '' : t('takes.aspectRatio', { value: aspectRatio }),
    count === undefined ? '' : t('takes.pictureCount', { value: count }),
  ].filter((part) => part !== '');
  return parts.length === 0 ? t('takes.noSettings') : parts.join(', ');
}

/** 'Made with AI' or 'Offline preview'; empty where nobody knows who made it. */
export function originWords(take: Pick<Take, 'model'>, t: TFunction): string {
  const origin = originOf(take);
  if (origin === null) return '';
  return t(origin === 'engine' ? 'takes.madeWithAi' : 'takes.offlinePreview');
}
