import type { PanelType } from '../../../stores/PanelStore';
import { classNames } from '../../../ui/classNames';
import { Icon } from '../../../ui/Icon';
import styles from './PanelSign.module.css';

interface PanelSignProps {
  readonly panel: PanelType;
  /** Size for a list of lower entries. */
  readonly isSmall?: boolean;
  /** Leaves out its colour. */
  readonly isMuted?: boolean;
}

/** The sign of a panel, before the things that come from it. */
export function PanelSign({ panel, isSmall = false, isMuted = false }: PanelSignProps) {
  return (
    <span className={classNames(styles.sign, isSmall && styles.isSmall, !isMuted && styles[panel])}>
      <Icon name={panel} size={isSmall ? 18 : 20} />
    </span>
  );
}
