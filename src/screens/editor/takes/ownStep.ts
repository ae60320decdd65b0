import { CANVAS_ACTIONS, type BoundAction } from '../../../actions';

const NOTHING = { undo: 'toolbar.nothingToUndo', redo: 'toolbar.nothingToRedo' } as const;

/** The canvas's undo or redo in a view that has steps of its own. */
export function ownStep(name: 'undo' | 'redo', canRun: () => boolean, run: () => void): BoundAction {
  const { id, words, chords } = CANVAS_ACTIONS[name];
  return { id, words, chords, whyNot: () => (canRun() ? null : NOTHING[name]), run: () => canRun() && run() };
}
