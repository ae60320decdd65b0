import { useTranslation } from 'react-i18next';
import { ACTIONS } from '../../../actions';
import { IconButton } from '../../../ui/IconButton';
import { Modal } from '../../../ui/Modal';
import { shownChord } from '../tool/actionKeys';
import styles from './ShortcutSheet.module.css';

/** Gestures with a pointer, each with how it is made, since it needs a place; and bookmarks by number, one line for all nine. */
const GESTURES = [
  'pan',
  'zoom',
  'marquee',
  'addToSelection',
  'duplicateDrag',
  'takeOut',
  'guides',
  'menu',
  'connect',
  'connectMany',
  'sweep',
  'join',
  'insert',
  'cut',
  'takeFeeders',
  'takeFed',
  'walk',
  'nudge',
  'keepPlace',
  'goToPlace',
] as const;

interface ShortcutSheetProps {
  readonly onClose: () => void;
}

/** Every key of the open project, and every gesture. */
export default function ShortcutSheet({ onClose }: ShortcutSheetProps) {
  const { t } = useTranslation();
  return (
    <Modal title={t('shortcuts.open')} onClose={onClose}>
      <IconButton className={styles.close} icon="close" label={t('node.close')} onClick={onClose} />
      <div className={styles.columns}>
        <section aria-labelledby="shortcut-keys">
          <h3 id="shortcut-keys">{t('shortcuts.keys')}</h3>
          <dl className={styles.list}>
            {ACTIONS.filter(({ id, chords }) => chords.length > 0 && !id.startsWith('place.')).map(
              ({ id, words, chords }) => (
                <div key={id} className={styles.row}>
                  <dt>{t(words)}</dt>
                  <dd>
                    {chords.map((chord) => (
                      <kbd key={shownChord(chord)}>{shownChord(chord)}</kbd>
                    ))}
                  </dd>
                </div>
              ),
            )}
          </dl>
        </section>
        <section aria-labelledby="shortcut-gestures">
          <h3 id="shortcut-gestures">{t('shortcuts.gestures')}</h3>
          <dl className={styles.list}>
            {GESTURES.map((gesture) => (
              <div key={gesture} className={styles.row}>
                <dt>{t(`shortcuts.${gesture}`)}</dt>
                <dd className={styles.how}>{t(`shortcuts.${gesture}How`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Modal>
  );
}
