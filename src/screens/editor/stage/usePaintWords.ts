import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaintWords } from '../../../engine';
import { paintWords } from '../../../i18n/paintWords';

/** What the painters write on the cards, the same value until the language changes. */
export function usePaintWords(): PaintWords {
  const { t } = useTranslation();
  return useMemo(() => paintWords(t), [t]);
}
