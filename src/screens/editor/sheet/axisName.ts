import type { TFunction } from 'i18next';
import { ASPECT_RATIO, type Axis } from '../../../engine';

/** What people read for an axis of a sheet. */
export const axisName = ({ id, name }: Pick<Axis, 'id' | 'name'>, t: TFunction): string => {
  if (id === ASPECT_RATIO) return t('sheet.aspectRatio');
  return name === '' ? t('node.untitled') : name;
};
