import { compareStructural, computed } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useMemo, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionDetail, BoundAction, CanvasAction } from '../actions';
import { bindAction } from '../actions/Action';
import type { FlowStore } from '../stores/flow/FlowStore';
import { IconButton } from './IconButton';
import { ariaKeys, shownKeys, actionLabel } from './actionKeys';
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
type ActionSource =
  | { readonly action: CanvasAction; readonly flow: FlowStore }
  | { readonly action: BoundAction; readonly flow?: undefined };

type ActionToolProps = ActionSource &
  Omit<ComponentProps<typeof IconButton>, 'label' | 'onClick'> & {
    /** More exact words than the action's own. */
    readonly label?: string;
    /** A word that style sheets may show below the icon. */
    readonly caption?: string;
    readonly onRun?: () => void;
  };

/** A round button for an action, with its keys in the tooltip. While it cannot run it is dimmed, and says why when pressed. */
export const ActionTool = observer(function ActionTool(props: ActionToolProps) {
  const { t } = useTranslation();
  const { flow, action: given, caption, onRun, ...rest } = props;
  // Without a flow the target is bound.
  const action = useMemo(() => (flow ? bindAction(given, flow.editor) : given), [flow, given]);
  const { label = t(action.words), ...shown } = rest;
  const { whyNot, detail, isOn } = useActionState(action, flow);
  const said = detail ? actionLabel(t, action.words, detail) : label;
  const keys = shownKeys(action);
  const does = detail ? t(detail.words, { count: detail.count }) : action.withShift && t(action.withShift);
  return (
    <IconButton
      {...shown}
      label={label}
      title={whyNot === null ? (keys ? `${said} (${keys})` : said) : t(whyNot)}
      aria-description={whyNot === null ? does : t(whyNot)}
      aria-keyshortcuts={ariaKeys(action)}
      aria-disabled={whyNot !== null || undefined}
      aria-pressed={'aria-expanded' in rest ? undefined : isOn}
      data-caption={caption}
      onClick={({ shiftKey }) => {
        if (pressAction(action, null, shiftKey)) onRun?.();
      }}
    />
  );
});
