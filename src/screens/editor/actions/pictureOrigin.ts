import type { i18n } from 'i18next';
import type { Job } from '../../../api/contract';

/** Who made a picture and what it cost, such as 'flux · $0.039'; null when that is not known. */
export function pictureOrigin(
  { provider, model, costMicros }: Job,
  { t, language }: Pick<i18n, 't' | 'language'>,
): string | null {
  if (provider === 'offline') return t('node.madeOffline');
  if (!model) return null;
  if (typeof costMicros !== 'number') return t('node.madeAtUnknownCost', { model });
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 });
  return t('node.madeBy', { model, cost: money.format(costMicros / 1e6) });
}
