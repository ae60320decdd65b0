import type { TFunction } from 'i18next';
import type { FieldWords } from '../engine/konva';

/** The words of the text field over the canvas, in the person's language. */
export const fieldWords = (t: TFunction): FieldWords => ({
  names: { title: t('node.title'), name: t('node.name'), value: t('node.value') },
  textPlaceholder: t('node.textPlaceholder'),
  untitled: t('node.untitled'),
  size: t('node.fieldSize'),
  sizeValue: (width, height) => t('node.fieldSizeValue', { width, height }),
});
