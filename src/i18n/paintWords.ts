import type { TFunction } from 'i18next';
import type { PaintWords } from '../engine';

/** The words that canvas painters draw, in the person's language. */
export const paintWords = (t: TFunction): PaintWords => ({
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
  converting: t('node.converting'),
  upload: t('node.upload'),
  loading: t('node.loading'),
  uploading: t('node.uploading'),
  waiting: t('node.waiting'),
  tryAgain: t('node.tryAgain'),
  unavailable: t('node.unavailable'),
  brokenPicture: t('node.brokenPicture'),
  untitled: t('node.untitled'),
  madeWithAi: t('takes.madeWithAi'),
  offlinePreview: t('takes.offlinePreview'),
});
