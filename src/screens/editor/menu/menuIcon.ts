import type { Arrangement } from '../../../engine';
import type { IconName } from '../../../ui/Icon';

/** Pictures say how things are moved against one another sooner than words do. */
const ICONS: Readonly<Record<`arrange.${Arrangement | 'tidy'}`, IconName>> = {
  'arrange.alignLeft': 'alignLeft',
  'arrange.alignCentre': 'alignCentre',
  'arrange.alignRight': 'alignRight',
  'arrange.alignTop': 'alignTop',
  'arrange.alignMiddle': 'alignMiddle',
  'arrange.alignBottom': 'alignBottom',
  'arrange.distributeAcross': 'distributeAcross',
  'arrange.distributeDown': 'distributeDown',
  'arrange.straighten': 'straighten',
  'arrange.tidy': 'tidy',
};

/** The icon beside an action's words in a menu; undefined where it has none. */
export const menuIcon = (actionId: string): IconName | undefined =>
  (ICONS as Readonly<Partial<Record<string, IconName>>>)[actionId];
