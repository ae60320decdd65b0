import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FLOW_NAMES } from '../../../engine';
import type { PanelStore } from '../../../stores/PanelStore';
import { Icon } from '../../../ui/Icon';
import styles from './Rail.module.css';

export const PANEL_ID = 'editor-panel';

interface RailProps {
  readonly panel: PanelStore;
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
      onKeyDown={({ key }) => {
        if (key === 'Escape') panel.close();
      }}
    >
      {FLOW_NAMES.map((type) => (
        <button
          key={type}
          type="button"
          className={styles.button}
          data-rail={type}
          aria-expanded={panel.openType === type}
          aria-controls={panel.openType === type ? PANEL_ID : undefined}
          onClick={() => panel.toggle(type)}
        >
          <span className={styles.icon}>
            <Icon name={type} size={22} />
          </span>
          <span className={styles.name}>{t(`rail.${type}`)}</span>
        </button>
      ))}
      {children}
    </nav>
  );
});
