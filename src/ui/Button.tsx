import type { ComponentProps, MouseEvent } from 'react';
import styles from './Button.module.css';
import { classNames } from './classNames';

export type ButtonLook = 'primary' | 'plain' | 'danger' | 'quiet';

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: ButtonLook;
  /** Shows that the press is being worked on and takes no further ones. It keeps the focus. */
  readonly isBusy?: boolean;
}

/** Enter in a field presses the button of its form, too. */
const takeNoPress = (event: MouseEvent): void => event.preventDefault();

export function Button({ look = 'plain', isBusy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.button, styles[look], className)}
      aria-disabled={isBusy || rest['aria-disabled']}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? takeNoPress : onClick}
    >
      {isBusy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}
