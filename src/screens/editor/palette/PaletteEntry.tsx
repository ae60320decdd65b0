import { useTranslation } from 'react-i18next';
import { ADD_NODE } from '../../../actions';
import type { PanelType } from '../../../stores/PanelStore';
import { classNames } from '../../../ui/classNames';
import { Icon } from '../../../ui/Icon';
import styles from './PaletteEntry.module.css';
import type { PaletteItem } from './paletteItems';
import { useDragPress, type PressFollower } from './useDragPress';

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

interface PaletteEntryProps {
  readonly item: PaletteItem;
  readonly name: string;
  /** Tooltip that says how to put it onto the canvas. */
  readonly hint: string;
  readonly tabIndex: number | undefined;
  readonly onFocus: () => void;
  readonly onPress: PressFollower;
  /** Called for Enter, Space, a screen reader's press (by key), a tap or a double click. */
  readonly onAdd: (isByKey: boolean) => void;
}

/** One node of the palette, to be dragged onto the canvas. */
export function PaletteEntry({ item, name, hint, tabIndex, onFocus, onPress, onAdd }: PaletteEntryProps) {
  const { t } = useTranslation();
  const { press, props } = useDragPress<HTMLButtonElement>(onPress);

  return (
    <button
      {...props}
      type="button"
      className={classNames(styles.entry, !item.isAvailable && styles.soon)}
      data-palette={item.id}
      data-soon={item.isAvailable ? undefined : ''}
      tabIndex={tabIndex}
      onFocus={onFocus}
      title={hint}
      onClick={(event) => {
        // A press without a pointer has no clicks to count. A finger counts with its first tap, a mouse with its double
        // click.
        const { isTouch = false, isClick = true } = press.current ?? {};
        const isByKey = event.detail === 0;
        if (isByKey || (isClick && event.detail === (isTouch ? 1 : 2))) ADD_NODE.run(() => onAdd(isByKey));
      }}
    >
      <PanelSign panel={item.panel} isMuted={!item.isAvailable} />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {!item.isAvailable && <span className={styles.badge}>{t('panel.comingSoon')}</span>}
      </span>
    </button>
  );
}
