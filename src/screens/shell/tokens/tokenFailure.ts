import type { TFunction } from 'i18next';
import { ApiFailure } from '../../../api';

/** Why a call about tokens went wrong, for people. */
export function tokenFailure(error: unknown, t: TFunction): string {
  if (error instanceof ApiFailure && error.status === 401) return t('signOutEverywhere.signedOutHere');
  if (error instanceof ApiFailure && error.code === 'quota') return t('tokens.full');
  return t('tokens.failed');
}
