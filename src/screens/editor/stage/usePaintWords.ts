import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaintWords } from '../../../engine';

/** What the painters write on the cards, in the person's language. */
export function usePaintWords(): PaintWords {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      kinds: {
        textPrompt: t('node.textPrompt'),
        imageUpload: t('node.imageUpload'),
        image: t('node.image'),
        category: t('node.category'),
        categoryItem: t('node.categoryItem'),
        text: t('node.text'),
        model: t('node.model'),
        video: t('node.video'),
        audio: t('node.audio'),
        other: t('node.other'),
      },
      textPlaceholder: t('node.textPlaceholder'),
      convert: t('node.convert'),
      upload: t('node.upload'),
      loading: t('node.loading'),
      tryAgain: t('node.tryAgain'),
      unavailable: t('node.unavailable'),
      brokenPicture: t('node.brokenPicture'),
      untitled: t('node.untitled'),
    }),
    [t],
  );
}
