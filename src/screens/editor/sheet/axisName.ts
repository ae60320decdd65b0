import type { TFunction } from 'i18next';
import { ASPECT_RATIO, type Axis } from '../../../engine';

/** Name of a sheet's axis in words people read. */
export const axisName = ({ id, name }: Pick<Axis, 'id' | 'name'>, t: TFunction): string => {
  if (id === ASPECT_RATIO) return t('sheet.aspectRatio');
  return name === '' ? t('node.untitled') : name;
};
