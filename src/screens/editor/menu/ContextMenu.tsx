import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoundAction } from '../../../actions';
import type { Vector, Arrangement } from '../../../engine';
import { classNames } from '../../../ui/classNames';
import { Icon, type IconName } from '../../../ui/Icon';
import menuStyles from '../../../ui/Menu.module.css';
import { walkMenu } from '../../../ui/walkMenu';
import { clamp } from '../../../ui/clamp';
import { ariaKeys, shownKeys, actionLabel } from '../../../ui/actionKeys';
import { pressAction } from '../../../ui/pressAction';
import styles from './ContextMenu.module.css';

/** Pictures say how things are moved against one another sooner than words do. */
const ICONS: Readonly<Record<`arrange.${Arrangement | 'tidy'}`, IconName>> = {
  'arrange.alignLeft': 'alignLeft',
  'arrange.alignCentre': 'alignCentre',
  'arrange.alignRight': 'alignRight',
  'arrange.alignTop': 'alignTop',
  'arrange.alignMiddle': 'alignMiddle',
  'arrange.alignBottom': 'alignBottom',
  'arrange.distributeAcross': 'distributeAcross',
  'arrange.distributeDown': 'distributeDown',
  'arrange.straighten': 'straighten',
  'arrange.tidy': 'tidy',
};

/** The icon beside an action's words in a menu; undefined without one. */
const menuIcon = (actionId: string): IconName | undefined =>
  (ICONS as Readonly<Partial<Record<string, IconName>>>)[actionId];

/** Gap between the menu and the stage's edge; CSS pixels. */
const EDGE = 8;

/** Places the menu at the point, towards the side with room, and whole on the stage. */
function placeAt(menu: HTMLElement, { x, y }: Vector): void {
  const stage = menu.offsetParent;
  if (!stage) return;
  const { offsetWidth, offsetHeight } = menu;
  const left = x + offsetWidth + EDGE > stage.clientWidth ? x - offsetWidth : x;
  const top = y + offsetHeight + EDGE > stage.clientHeight ? y - offsetHeight : y;
  const right = Math.max(EDGE, stage.clientWidth - offsetWidth - EDGE);
  const bottom = Math.max(EDGE, stage.clientHeight - offsetHeight - EDGE);
  menu.style.transform = `translate(${clamp(left, EDGE, right)}px, ${clamp(top, EDGE, bottom)}px)`;
}

interface ContextMenuProps {
  readonly groups: readonly (readonly BoundAction[])[];
  /** Pixels from the stage's corner. */
  readonly at: Vector;
  /** Called when it closes; the canvas then takes the focus if `takesFocus`. */
  readonly onClose: (takesFocus: boolean) => void;
}

/** The actions on a thing, at its place. Entries that cannot run now say why. */
export function ContextMenu({ groups, at, onClose }: ContextMenuProps) {
  const { t } = useTranslation();
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);

  useLayoutEffect(() => {
    if (!root.current) return;
    opener.current ??= document.activeElement;
    placeAt(root.current, at);
    root.current.querySelector<HTMLElement>('[role^="menuitem"]')?.focus({ preventScroll: true });
  }, [at]);

  useEffect(() => {
    const closeBeside = ({ type, target }: Event): void => {
      if (target instanceof Node && root.current?.contains(target)) return;
      // A press moves the focus itself.
      onClose(type !== 'pointerdown' && root.current?.contains(document.activeElement) === true);
    };
    window.addEventListener('pointerdown', closeBeside, true);
    window.addEventListener('wheel', closeBeside, true);
    window.addEventListener('resize', closeBeside);
    return () => {
      window.removeEventListener('pointerdown', closeBeside, true);
      window.removeEventListener('wheel', closeBeside, true);
      window.removeEventListener('resize', closeBeside);
    };
  }, [onClose]);

  /** Gives the focus back to the node or connection whose menu was opened by keys, else to the canvas. */
  const leave = (): void => {
    const { current: back } = opener;
    const isBack =
      back instanceof HTMLElement && back.isConnected && back.closest('[data-node-id], [data-edge-id]') !== null;
    onClose(!isBack);
    if (isBack) back.focus({ preventScroll: true });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    // The canvas hears none of its keys, not even Enter and the space bar, which press the entry.
    if (!walkMenu(event, leave)) event.stopPropagation();
  };

  const press = (action: BoundAction): void => {
    if (action.whyNot(null) === null) leave();
    pressAction(action, null);
  };

  return (
    <div
      ref={root}
      role="menu"
      tabIndex={-1}
      aria-label={t('menu.label')}
      className={classNames(menuStyles.menu, styles.menu)}
      data-testid="context-menu"
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {groups.map((group, index) => (
        <div key={group[0]?.id ?? index} role="group" className={styles.group}>
          {group.map((action) => {
            const whyNot = action.whyNot(null);
            const isOn = action.isOn?.(null);
            const icon = menuIcon(action.id);
            return (
              <button
                key={action.id}
                type="button"
                role={isOn === undefined ? 'menuitem' : 'menuitemcheckbox'}
                aria-checked={isOn}
                tabIndex={-1}
                className={classNames(menuStyles.item, styles.item)}
                data-action={action.id}
                title={whyNot === null ? undefined : t(whyNot)}
                aria-disabled={whyNot !== null || undefined}
                aria-keyshortcuts={ariaKeys(action)}
                onClick={() => press(action)}
              >
                <span className={styles.words}>
                  {icon && <Icon name={icon} />}
                  {actionLabel(t, action.words, action.detail?.(null))}
                  {isOn && <Icon name="check" size={16} />}
                </span>
                <kbd className={styles.keys} aria-hidden="true">
                  {shownKeys(action)}
                </kbd>
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
