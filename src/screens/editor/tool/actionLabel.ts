import type { ParseKeys, TFunction } from 'i18next';
import type { ActionDetail } from '../../../actions';

/** An action's words, and what exactly it would do: 'Undo: Delete 3 nodes'. */
export function actionLabel(t: TFunction, words: ParseKeys, detail: ActionDetail | null = null): string {
  return detail === null
    ? t(words)
    : t('step.label', { action: t(words), step: t(detail.words, { count: detail.count }) });
}
