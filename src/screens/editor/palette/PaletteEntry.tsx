import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/classNames';
import { Icon } from '../../../ui/Icon';
import styles from './PaletteEntry.module.css';
import type { PaletteItem } from './paletteItems';

interface PaletteEntryProps {
  readonly item: PaletteItem;
  readonly name: string;
  readonly onPress: (event: PointerEvent, entry: HTMLElement) => void;
  /** Enter, Space, a screen reader's press or a double click. */
  readonly onAdd: () => void;
}

/** One node of the palette, to be dragged onto the canvas. */
export function PaletteEntry({ item, name, onPress, onAdd }: PaletteEntryProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={classNames(styles.entry, !item.isAvailable && styles.soon)}
      data-palette={item.id}
      title={t('panel.dragHint')}
      onPointerDown={(event) => {
        if (event.button === 0) onPress(event.nativeEvent, event.currentTarget);
      }}
      onClick={(event) => {
        // A press without a pointer has no clicks to count; one with a pointer is the end of a drag.
        if (event.detail === 0 || event.detail === 2) onAdd();
      }}
    >
      <span className={classNames(styles.sign, styles[item.panel])}>
        <Icon name={item.panel} />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {!item.isAvailable && <span className={styles.badge}>{t('panel.comingSoon')}</span>}
      </span>
    </button>
  );
}
