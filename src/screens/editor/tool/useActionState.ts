import { compareStructural, computed } from 'mobx';
import { useMemo } from 'react';
import type { ActionDetail, CanvasAction } from '../../../actions';
import type { FlowStore } from '../../../stores/flow/FlowStore';

interface ActionState {
  /** Null when it can run. */
  readonly whyNot: ReturnType<CanvasAction['whyNot']>;
  readonly detail: ActionDetail | null;
}

/** The reason why the action cannot run now, else what exactly it would do; for an observer. */
export function useActionState(flow: FlowStore, action: CanvasAction): ActionState {
  const state = useMemo(
    () =>
      computed(
        (): ActionState => {
          // An action of the canvas may depend on any of these.
          void [flow.version, flow.selection, flow.viewport, flow.selectedRuns];
          return { whyNot: action.whyNot(flow.editor), detail: action.detail?.(flow.editor) ?? null };
        },
        { equals: compareStructural },
      ),
    [flow, action],
  );
  return state.get();
}
