import { useState } from 'react';
import { CANVAS_ACTIONS, type BoundAction } from '../../../../actions';
import type { Take } from '../../../../api/contractTakes';
import type { Editor, StepName } from '../../../../engine';
import { ownStep } from '../ownStep';

/** The ways to choose in a comparison, and to undo and redo that there. */
interface Choices {
  readonly choose: (take: Take) => void;
  readonly undo: BoundAction;
  readonly redo: BoundAction;
}

/** A choice of a take: its node, and the values that the node showed. */
interface Choice {
  readonly nodeId: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * The canvas's undo and redo of the choices made here, as long as the node shows what they left. Other steps stay: what they change is out
 * of sight.
 */
export function useChoices(editor: Editor, onChoose: (take: Take) => void): Choices {
  const [choices] = useState(() => new WeakMap<StepName, Choice>());
  const shownBy = (nodeId: string): unknown => editor.document.node(nodeId)?.data.value;
  const isNext = (step: StepName | null, left: 'before' | 'after'): boolean => {
    const choice = step && choices.get(step);
    return choice != null && shownBy(choice.nodeId) === choice[left];
  };
  const { undo, redo } = CANVAS_ACTIONS;
  return {
    choose: (take) => {
      const { nodeId } = take;
      const before = shownBy(nodeId);
      onChoose(take);
      const after = shownBy(nodeId);
      const step = editor.steps.undoStep;
      // One of several with the same bytes is chosen without an edit.
      if (step && after !== before) choices.set(step, { nodeId, before, after });
    },
    undo: ownStep(
      'undo',
      () => isNext(editor.steps.undoStep, 'after'),
      () => undo.run(editor),
    ),
    redo: ownStep(
      'redo',
      () => isNext(editor.steps.redoStep, 'before'),
      () => redo.run(editor),
    ),
  };
}
