import type { TFunction } from 'i18next';
import type { Version } from '../../../api/contract';

/** The person's name for a version, or why it was made. */
export const versionName = ({ name, kind }: Version, t: TFunction): string => name || t(`history.${kind}`);

/** True when it stays until the person deletes it. */
export const isKept = ({ name, kind }: Version): boolean => kind === 'kept' || name !== '';
