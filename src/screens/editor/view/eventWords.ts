import type { TFunction } from 'i18next';
import type { EditorEvent } from '../../../engine';

/** Says which step was undone or redone, or which bookmark was set or visited; null for other events. */
export function eventWords(event: EditorEvent, t: TFunction): string | null {
  if (event.type === 'bookmark') return t(`bookmarks.${event.did}`, { place: event.number });
  if (event.type !== 'step') return null;
  const { did, step } = event;
  // Changes from elsewhere, such as a restored version, may leave nothing of any step.
  if (step === null) return t(did === 'undo' ? 'toolbar.nothingToUndo' : 'toolbar.nothingToRedo');
  return t(did === 'undo' ? 'step.undone' : 'step.redone', { step: t(`step.${step.kind}`, { count: step.count }) });
}
