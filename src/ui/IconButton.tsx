import type { ComponentProps } from 'react';
import { classNames } from './classNames';
import { Icon, type IconName } from './Icon';
import styles from './IconButton.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  readonly icon: IconName;
  /** Words of the tooltip, and for screen readers. */
  readonly label: string;
  readonly look?: 'quiet' | 'danger';
}

/** A round button that shows one icon; 32 px, or 44 px where a finger points. */
export function IconButton({ icon, label, look = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(styles.button, styles[look], className)}
    >
      <Icon name={icon} />
    </button>
  );
}
