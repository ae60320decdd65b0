import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaintWords } from '../../../engine';
import { paintWords } from '../../../i18n/paintWords';

/** The words that the painters write on cards; the same object until the language changes. */
export function usePaintWords(): PaintWords {
  const { t } = useTranslation();
  return useMemo(() => paintWords(t), [t]);
}
