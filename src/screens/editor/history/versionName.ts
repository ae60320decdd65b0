import type { TFunction } from 'i18next';
import type { Version } from '../../../api/contract';

/** What the person called it, or why it was made. */
export const versionName = ({ name, kind }: Version, t: TFunction): string => name || t(`history.${kind}`);

/** Whether it stays until the person deletes it. */
export const isKept = ({ name, kind }: Version): boolean => kind === 'kept' || name !== '';
