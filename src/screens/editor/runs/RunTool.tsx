import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { type RunAction, type RunTarget, RUN_ACTIONS } from '../../../actions';
import type { IconName } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { notify } from '../../../ui/toasts/notify';
import { ariaKeys, shownKeys } from '../tool/actionKeys';

interface RunToolProps {
  readonly target: RunTarget;
  readonly action: RunAction;
  readonly icon: IconName;
  readonly className?: string | undefined;
  /** A word that style sheets may show below the icon. */
  readonly caption?: string;
}

/** A round button that runs several nodes, with Shift everything again; dimmed and saying why when it cannot. */
export const RunTool = observer(function RunTool({ target, action, icon, className, caption }: RunToolProps) {
  const { t } = useTranslation();
  const whyNot = action.whyNot(target);
  const label = t(action.words);
  return (
    <IconButton
      icon={icon}
      label={label}
      title={whyNot === null ? `${label} (${shownKeys(action)})` : t(whyNot)}
      aria-description={t(whyNot ?? 'runs.anew')}
      aria-keyshortcuts={ariaKeys(action)}
      aria-disabled={whyNot !== null || undefined}
      className={className}
      data-caption={caption}
      onClick={({ shiftKey }) => {
        if (whyNot === null) action.run({ ...target, isFresh: shiftKey });
        else notify({ variant: 'info', titleKey: whyNot });
      }}
    />
  );
});

/** Runs what leads to the selection, or what follows from it. */
export function RunTools({ target }: { readonly target: RunTarget }) {
  return (
    <>
      <RunTool target={target} action={RUN_ACTIONS.upTo} icon="runUpTo" />
      <RunTool target={target} action={RUN_ACTIONS.from} icon="runFrom" />
    </>
  );
}
