import type { TFunction } from 'i18next';
import type { EditorEvent } from '../../../engine';

export type StepEvent = Extract<EditorEvent, { readonly type: 'step' }>;

/** Says which step was undone or redone, or that nothing was left of any. */
export function stepWords({ did, step }: StepEvent, t: TFunction): string {
  if (step === null) return t(did === 'undo' ? 'toolbar.nothingToUndo' : 'toolbar.nothingToRedo');
  return t(did === 'undo' ? 'step.undone' : 'step.redone', { step: t(`step.${step.kind}`, { count: step.count }) });
}
