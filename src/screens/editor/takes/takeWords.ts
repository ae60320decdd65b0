import type { i18n, TFunction } from 'i18next';
import type { Take } from '../../../api/contractTakes';
import { money } from '../../../i18n/money';
import { itemsWords } from '../../../stores/generation/promptWords';
import type { Rating } from '../../../stores/takes/RatingSender';
import { originOf } from '../../../stores/takes/showTakes';
import { announce } from '../../../ui/live/announce';

/** Cost of a take, in the person's form of money, or that it is not known. */
export function costWords(
  take: Pick<Take, 'costMicros' | 'model'>,
  { t, language }: Pick<i18n, 't' | 'language'>,
): string {
  const { costMicros } = take;
  if (costMicros === 0 || originOf(take) === 'preview') return t('takes.free');
  if (costMicros === null) return t('takes.unknown');
  return money(costMicros, language);
}

/** The words that a take was made from; empty when there are none or they are not known. */
export const wordsOfTake = ({ recipe }: Take): string => (recipe ? itemsWords(recipe.items) : '');

/** The pictures that a take was made from. */
export const picturesOfTake = ({ recipe }: Take): readonly string[] =>
  (recipe?.items ?? []).flatMap((item) => (item.type === 'image_prompt' ? item.content : []));

export function settingsWords({ recipe }: Take, t: TFunction): string {
  const { aspectRatio, count } = recipe?.settings ?? {};
  const parts = [
    aspectRatio === undefined ? '' : t('takes.aspectRatio', { value: aspectRatio }),
    count === undefined ? '' : t('takes.pictureCount', { count }),
  ].filter((part) => part !== '');
  return parts.length === 0 ? t('takes.noSettings') : parts.join(', ');
}

/** 'Made with AI' or 'Offline preview'; empty when the maker is not known. */
export function originWords(take: Pick<Take, 'model'>, t: TFunction): string {
  const origin = originOf(take);
  if (origin === null) return '';
  return t(origin === 'engine' ? 'takes.madeWithAi' : 'takes.offlinePreview');
}

/** Names the button that compares so many takes; a single one, or none, cannot be compared. */
export const compareLabel = (count: number, t: TFunction): string =>
  count > 1 ? t('compare.open', { count }) : t('compare.name');

export function sayRating(rating: Rating): void {
  if (rating === null) announce('takes.saidUnrated');
  else if (rating < 0) announce('takes.saidRejected');
  else announce('takes.saidRated', { count: rating });
}
