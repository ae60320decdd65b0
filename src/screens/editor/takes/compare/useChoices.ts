import { useState } from 'react';
import { bindAction, CANVAS_ACTIONS, type BoundAction, type CanvasAction } from '../../../../actions';
import type { Take } from '../../../../api/contractTakes';
import type { Editor } from '../../../../engine';

/** The ways to choose in a comparison, and to undo and redo that there. */
interface Choices {
  readonly choose: (take: Take) => void;
  readonly undo: BoundAction;
  readonly redo: BoundAction;
}

/** The canvas's undo and redo of the choices made here. Older steps stay: what they change is out of sight. */
export function useChoices(editor: Editor, onChoose: (take: Take) => void): Choices {
  const [{ made, undone }, setSteps] = useState({ made: 0, undone: 0 });
  const travel = (action: CanvasAction, left: number, by: 1 | -1): BoundAction => ({
    ...bindAction(action, editor),
    detail: () => null,
    whyNot: () =>
      left > 0 ? null : action === CANVAS_ACTIONS.undo ? 'toolbar.nothingToUndo' : 'toolbar.nothingToRedo',
    run: () => {
      if (left === 0) return;
      action.run(editor);
      setSteps({ made: made + by, undone: undone - by });
    },
  });
  return {
    choose: (take) => {
      const shown = (): unknown => editor.document.node(take.nodeId)?.data.value;
      const before = shown();
      onChoose(take);
      // One of several with the same bytes is chosen without an edit.
      if (shown() !== before) setSteps({ made: made + 1, undone: 0 });
    },
    undo: travel(CANVAS_ACTIONS.undo, made, -1),
    redo: travel(CANVAS_ACTIONS.redo, undone, 1),
  };
}
