import { useTranslation } from 'react-i18next';
import type { CanvasAction } from '../../../actions';
import type { Editor } from '../../../engine';
import type { IconName } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { notify } from '../../../ui/toasts/notify';
import { ariaKeys, shownKeys } from './actionKeys';
import { useWhyNot } from './useWhyNot';

interface ActionToolProps {
  readonly editor: Editor;
  readonly action: CanvasAction;
  readonly icon: IconName;
  readonly className?: string | undefined;
  readonly onRun?: () => void;
}

/** A round button for an action of the canvas, with its keys in the tooltip. While it cannot run it is dimmed, and says why when pressed. */
export function ActionTool({ editor, action, icon, className, onRun }: ActionToolProps) {
  const { t } = useTranslation();
  const whyNot = useWhyNot(editor, action);
  const label = t(action.words);
  const keys = shownKeys(action);
  return (
    <IconButton
      icon={icon}
      label={label}
      title={whyNot === null ? (keys ? `${label} (${keys})` : label) : t(whyNot)}
      aria-description={whyNot === null ? undefined : t(whyNot)}
      aria-keyshortcuts={ariaKeys(action)}
      aria-disabled={whyNot !== null || undefined}
      className={className}
      onClick={() => {
        if (whyNot !== null) {
          notify({ variant: 'info', titleKey: whyNot });
          return;
        }
        action.run(editor);
        onRun?.();
      }}
    />
  );
}
