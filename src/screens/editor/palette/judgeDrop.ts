import type { TFunction } from 'i18next';
import type { AppNotice } from '../../../ui/toasts/notify';
import type { PaletteItem } from './paletteItems';

/**
 * Null when the entry may be dropped, else the toast that says why not (DROP-5, DROP-6). An image model
 * names itself; of text, video and audio no model can be dropped at all.
 */
export function judgeDrop(item: PaletteItem, t: TFunction): AppNotice | null {
  if (item.isAvailable) return null;
  if (item.panel !== 'image') {
    return { variant: 'info', titleKey: 'toast.notYetTitle2', descriptionKey: 'toast.notYetContent' };
  }
  return {
    variant: 'info',
    titleKey: 'toast.notYetTitle',
    description: `${item.model}: ${t('toast.notYetContent2')} ${t('toast.notYetContent3')}`,
  };
}
