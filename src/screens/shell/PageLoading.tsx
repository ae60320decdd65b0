import { useTranslation } from 'react-i18next';
import styles from './PageLoading.module.css';

/** Shown while a screen's code or the member is loading: nothing at first, a quiet line when it takes a while. */
export function PageLoading() {
  const { t } = useTranslation();
  return (
    <p role="status" className={styles.loading}>
      {t('dashboard.loading')}
    </p>
  );
}

/** A screen's code could not be loaded: the network is gone, or a newer version has replaced it. Reloading helps with both. */
export class MissingScreen extends Error {
  override readonly name = 'MissingScreen';

  /** Handler for a failed load of a screen. */
  static because(this: void, cause: unknown): never {
    throw new MissingScreen('the code of the screen did not come', { cause });
  }
}
