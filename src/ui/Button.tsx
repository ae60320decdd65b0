import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import { classNames } from './classNames';

export type ButtonLook = 'primary' | 'plain' | 'danger' | 'quiet';

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: ButtonLook;
  /** Shows that the press is being worked on and takes no further ones. */
  readonly isBusy?: boolean;
}

export function Button({ look = 'plain', isBusy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.button, styles[look], className)}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
    >
      {isBusy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}
