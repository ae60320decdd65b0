import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import type { CanvasAction } from '../../../actions';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import type { IconName } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { notify } from '../../../ui/toasts/notify';
import { ariaKeys, shownKeys } from './actionKeys';
import { actionLabel } from './actionLabel';
import { useActionState } from './useActionState';

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
