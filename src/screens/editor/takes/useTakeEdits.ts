import { useRef } from 'react';
import type { Take } from '../../../api/contractTakes';
import type { Editor, StepName } from '../../../engine';
import type { Rating } from '../../../stores/takes/RatingSender';
import type { TakesStore } from '../../../stores/takes/TakesStore';
import { sayRating } from './takeWords';

interface Edit {
  /** The canvas's last step when it was made; null when there was none. */
  readonly after: StepName | null;
  /** Returns false when others have changed what it left. */
  readonly undo: () => boolean;
}

interface TakeEdits {
  readonly rate: (take: Take, rating: Rating) => void;
  readonly remove: (take: Take) => void;
  /** Undoes the last rating or deletion made here, unless a step of the canvas came after it. Returns whether it did. */
  readonly undo: () => boolean;
}

/**
 * Rates and deletes takes of a list so that an undo takes both back, in turn with the canvas's own steps. `current`: a take's
 * present state, which is the given one where nothing else is known; undefined for a deleted one.
 */
export function useTakeEdits(
  editor: Editor,
  takes: Pick<TakesStore, 'rate' | 'remove' | 'removed' | 'restore'>,
  current: (take: Take) => Take | undefined,
): TakeEdits {
  const edits = useRef<Edit[]>([]);
  const note = (undo: Edit['undo']): void => void edits.current.push({ after: editor.steps.undoStep, undo });
  const show = (take: Take, rating: Rating): void => {
    void takes.rate(take, rating);
    sayRating(rating);
  };
  return {
    rate: (take, rating) => {
      show(take, rating);
      note(() => {
        const now = current({ ...take, rating });
        if (now?.rating !== rating) return false;
        show(now, take.rating);
        return true;
      });
    },
    remove: (take) => {
      let isSent = false;
      const removal = takes.remove(take).finally(() => {
        isSent = true;
      });
      note(() => {
        // Its button may have restored it meanwhile.
        if (isSent && !takes.removed.some(({ id }) => id === take.id)) return false;
        void removal.then(() => takes.restore(take));
        return true;
      });
    },
    undo: () => {
      let last = edits.current.at(-1);
      while (last && last.after === editor.steps.undoStep) {
        edits.current.pop();
        if (last.undo()) return true;
        last = edits.current.at(-1);
      }
      return false;
    },
  };
}
