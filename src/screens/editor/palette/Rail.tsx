import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bindAction, PANEL_ACTIONS, type BoundAction } from '../../../actions';
import type { PanelStore } from '../../../stores/PanelStore';
import { closeByKey } from '../../../ui/closeByKey';
import { Icon, type IconName } from '../../../ui/Icon';
import { pressAction } from '../../../ui/pressAction';
import styles from './Rail.module.css';

export const PANEL_ID = 'editor-panel';

interface RailButtonProps {
  /** Tells it from the other ones. */
  readonly name: string;
  readonly icon: IconName;
  readonly words: string;
  readonly action: BoundAction;
  readonly isOpen: boolean;
  /** Id of the panel that it opens. */
  readonly opens: string;
}

/** A button of the rail; it opens a panel and closes it. */
export function RailButton({ name, icon, words, action, isOpen, opens }: RailButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      data-rail={name}
      aria-expanded={isOpen}
      aria-controls={isOpen ? opens : undefined}
      onClick={() => void pressAction(action, null)}
    >
      <span className={styles.icon}>
        <Icon name={icon} size={22} />
      </span>
      <span className={styles.name}>{words}</span>
    </button>
  );
}

interface RailProps {
  readonly panel: Pick<PanelStore, 'openType' | 'toggle' | 'close'>;
  /** Buttons at the foot of the rail. */
  readonly children?: ReactNode;
}

/** The narrow rail: one button a type opens its panel, the same again or Escape closes it. */
export const Rail = observer(function Rail({ panel, children }: RailProps) {
  const { t } = useTranslation();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes, from any of its buttons
    <nav
      className={styles.rail}
      aria-label={t('rail.label')}
      onKeyDown={(event) => panel.openType && closeByKey(event, () => panel.close())}
    >
      {PANEL_ACTIONS.map((action) => (
        <RailButton
          key={action.type}
          name={action.type}
          icon={action.type}
          words={t(`flows.${action.type}.name`)}
          action={bindAction(action, panel)}
          isOpen={panel.openType === action.type}
          opens={PANEL_ID}
        />
      ))}
      {children}
    </nav>
  );
});
