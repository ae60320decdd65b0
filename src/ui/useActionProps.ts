import { compareStructural, computed } from 'mobx';
import { useMemo, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionDetail, BoundAction, CanvasAction } from '../actions';
import { bindAction } from '../actions/Action';
import type { FlowStore } from '../stores/flow/FlowStore';
import { actionLabel, ariaKeys, shownKeys } from './actionKeys';
import { pressAction } from './pressAction';

interface ActionState {
  /** Null when it can run. */
  readonly whyNot: ReturnType<CanvasAction['whyNot']>;
  readonly detail: ActionDetail | null;
  readonly isOn: boolean | undefined;
}

/** The reason why the action cannot run now, what exactly it would do, and whether it is on; for an observer. */
function useActionState(action: BoundAction, flow: FlowStore | undefined): ActionState {
  const state = useMemo(
    () =>
      computed(
        (): ActionState => {
          // An action of the canvas may depend on any of these.
          void (flow && [flow.version, flow.selection, flow.zoom, flow.selectedRuns]);
          return {
            whyNot: action.whyNot(null),
            detail: action.detail?.(null) ?? null,
            isOn: action.isOn?.(null),
          };
        },
        { equals: compareStructural },
      ),
    [flow, action],
  );
  return state.get();
}

/** An action of the canvas, or one with its target bound, which may depend on the canvas as well. */
export type ActionSource =
  | { readonly action: CanvasAction; readonly flow: FlowStore }
  | { readonly action: BoundAction; readonly flow?: undefined };

/**
 * Attributes of an observer's button for an action: its keys in the tooltip, and, while it cannot run, the reason, which a press says.
 * `words`: more exact ones than the action's own.
 */
export function useActionProps({ action: given, flow }: ActionSource, words?: string, onRun?: () => void) {
  const { t } = useTranslation();
  // Without a flow the target is bound.
  const action = useMemo(() => (flow ? bindAction(given, flow.editor) : given), [flow, given]);
  const { whyNot, detail, isOn } = useActionState(action, flow);
  const label = words ?? t(action.words);
  const said = detail ? actionLabel(t, action.words, detail) : label;
  const keys = shownKeys(action);
  const does = detail ? t(detail.words, { count: detail.count }) : action.withShift && t(action.withShift);
  return {
    'aria-label': label,
    title: whyNot === null ? (keys ? `${said} (${keys})` : said) : t(whyNot),
    'aria-description': whyNot === null ? does : t(whyNot),
    'aria-keyshortcuts': ariaKeys(action),
    'aria-disabled': whyNot !== null || undefined,
    'aria-pressed': isOn,
    onClick: ({ shiftKey }: Pick<MouseEvent, 'shiftKey'>): void => {
      if (pressAction(action, null, shiftKey)) onRun?.();
    },
  };
}
