import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { ACTIONS, KEY_PLACES } from '../../../actions';
import { CloseButton } from '../../../ui/CloseButton';
import { Modal } from '../../../ui/Modal';
import { shownChord } from '../../../ui/actionKeys';
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
  'moveInto',
  'orderPictures',
  'keepBookmark',
  'goToBookmark',
  'notice',
] as const;

type KeyedAction = Pick<(typeof ACTIONS)[number], 'words' | 'chords' | 'within'>;

/** The actions with keys; those of one place with the same words, as the ratings, are one. Bookmarks are among the gestures. */
function keyedActions(): readonly KeyedAction[] {
  const keyed = new Map<string, KeyedAction>();
  for (const { id, words, chords, within } of ACTIONS) {
    if (chords.length === 0 || id.startsWith('bookmark.')) continue;
    const row = `${within} ${words}`;
    const before = keyed.get(row)?.chords ?? [];
    keyed.set(row, { words, chords: [...before, ...chords], ...(within && { within }) });
  }
  return [...keyed.values()];
}

/** The keys of actions, each with its words. */
function Keys({ of }: { readonly of: readonly KeyedAction[] }) {
  const { t } = useTranslation();
  return (
    <dl className={styles.list}>
      {of.map(({ words, chords }) => (
        <div key={words} className={styles.row}>
          <dt>{t(words)}</dt>
          <dd>
            {chords.map((chord) => (
              <kbd key={shownChord(chord)}>{shownChord(chord)}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ShortcutSheetProps {
  readonly onClose: () => void;
}

/** Every key of the open project, and every gesture. */
export default function ShortcutSheet({ onClose }: ShortcutSheetProps) {
  const { t } = useTranslation();
  const keyed = keyedActions();
  return (
    <Modal title={t('shortcuts.open')} onClose={onClose}>
      <CloseButton className={styles.close} onClose={onClose} />
      <div className={styles.columns}>
        <section aria-labelledby="shortcut-keys">
          <h3 id="shortcut-keys">{t('shortcuts.keys')}</h3>
          <Keys of={keyed.filter(({ within }) => within === undefined)} />
          {KEY_PLACES.map((place) => (
            <Fragment key={place}>
              <h3>{t(`shortcuts.${place}`)}</h3>
              <Keys of={keyed.filter(({ within }) => within === place)} />
            </Fragment>
          ))}
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
