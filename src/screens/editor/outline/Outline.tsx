import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { bindAction, WORKSPACE_ACTIONS, type Dialogs } from '../../../actions';
import { classNames } from '../../../ui/classNames';
import { LazyPart } from '../../../ui/LazyPart';
import { partMissing } from '../../partMissing';
import { RailButton } from '../palette/Rail';
import styles from './Outline.module.css';
import type OutlinePanel from './OutlinePanel';

interface SwitchProps {
  readonly isOpen: boolean;
  readonly dialogs: Dialogs;
}

/** Shows and hides the outline; on the rail. */
export function OutlineButton({ isOpen, dialogs }: SwitchProps) {
  const { t } = useTranslation();
  const { outline } = WORKSPACE_ACTIONS;
  return (
    <RailButton
      name="outline"
      icon="list"
      words={t(outline.words)}
      action={bindAction(outline, dialogs)}
      isOpen={isOpen}
      opens="outline"
    />
  );
}

/** Switches between the list and the canvas, when a window is too narrow for both. */
export function ViewSwitch({ isOpen, dialogs }: SwitchProps) {
  const { t } = useTranslation();
  return (
    <div role="group" aria-label={t('outline.view')} className={styles.switch} data-at-edge data-testid="view-switch">
      {(['list', 'canvas'] as const).map((view) => {
        const isShown = (view === 'list') === isOpen;
        return (
          <button
            key={view}
            type="button"
            aria-pressed={isShown}
            className={classNames(styles.view, isShown && styles.isShown)}
            onClick={() => {
              if (!isShown) WORKSPACE_ACTIONS.outline.run(dialogs);
            }}
          >
            {t(`outline.${view}`)}
          </button>
        );
      })}
    </div>
  );
}

const loadOutline = () => import('./OutlinePanel');

interface OutlineProps extends ComponentProps<typeof OutlinePanel> {
  readonly isOpen: boolean;
}

/** The outline while it is open; its code is loaded on the first opening. */
export function Outline({ isOpen, ...props }: OutlineProps) {
  if (!isOpen) return null;
  return <LazyPart load={loadOutline} props={props} onMissing={partMissing(props.onClose)} onCancel={props.onClose} />;
}
