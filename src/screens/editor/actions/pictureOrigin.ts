import type { i18n } from 'i18next';
import type { Job } from '../../../api/contract';
import { money } from '../../../i18n/money';

/** Maker and cost of a picture, such as 'Made with AI · flux · $0.039'; null when they are not known. */
export function pictureOrigin(
  { provider, model, costMicros, further = [] }: Job,
  { t, language }: Pick<i18n, 't' | 'language'>,
): string | null {
  if (provider === 'offline') return t('node.madeOffline');
  if (!model) return null;
  const by =
    typeof costMicros === 'number'
      ? t('node.madeBy', { model, cost: money(costMicros / (1 + further.length), language) })
      : t('node.madeAtUnknownCost', { model });
  return `${t('takes.madeWithAi')} · ${by}`;
}
