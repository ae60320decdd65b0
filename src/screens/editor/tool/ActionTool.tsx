import { compareStructural, computed } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CanvasAction, ActionDetail } from '../../../actions';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import type { IconName } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { notify } from '../../../ui/toasts/notify';
import { ariaKeys, shownKeys, actionLabel } from './actionKeys';

interface ActionState {
  /** Null when it can run. */
  readonly whyNot: ReturnType<CanvasAction['whyNot']>;
  readonly detail: ActionDetail | null;
}

/** The reason why the action cannot run now, else what exactly it would do; for an observer. */
function useActionState(flow: FlowStore, action: CanvasAction): ActionState {
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

interface ActionToolProps {
  readonly flow: FlowStore;
  readonly action: CanvasAction;
  readonly icon: IconName;
  readonly className?: string | undefined;
  /** A word that style sheets may show below the icon. */
  readonly caption?: string;
  readonly onRun?: () => void;
}

/** A round button for an action of the canvas, with its keys in the tooltip. While it cannot run it is dimmed, and says why when pressed. */
export const ActionTool = observer(function ActionTool({
  flow,
  action,
  icon,
  className,
  caption,
  onRun,
}: ActionToolProps) {
  const { t } = useTranslation();
  const { whyNot, detail } = useActionState(flow, action);
  const said = actionLabel(t, action.words, detail);
  const keys = shownKeys(action);
  const does = detail ? t(detail.words, { count: detail.count }) : undefined;
  return (
    <IconButton
      icon={icon}
      label={t(action.words)}
      title={whyNot === null ? (keys ? `${said} (${keys})` : said) : t(whyNot)}
      aria-description={whyNot === null ? does : t(whyNot)}
      aria-keyshortcuts={ariaKeys(action)}
      aria-disabled={whyNot !== null || undefined}
      className={className}
      data-caption={caption}
      onClick={() => {
        if (whyNot !== null) {
          notify({ variant: 'info', titleKey: whyNot });
          return;
        }
        action.run(flow.editor);
        onRun?.();
      }}
    />
  );
});
