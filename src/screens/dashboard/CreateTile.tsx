import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/Icon';
import styles from './CreateTile.module.css';

interface CreateTileProps {
  readonly onPress: () => void;
}

/** The first card of the grid: a project that is not there yet. */
export function CreateTile({ onPress }: CreateTileProps) {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.tile} onClick={onPress}>
      <span className={styles.sign}>
        <Icon name="plus" size={24} />
      </span>
      {t('dashboard.create')}
    </button>
  );
}
