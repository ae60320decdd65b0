import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { DIALOG_ACTIONS } from '../actions/dialogActions';
import { ariaKeys, shownKeys } from './actionKeys';
import { IconButton } from './IconButton';

const { close } = DIALOG_ACTIONS;

interface CloseButtonProps extends Pick<ComponentProps<typeof IconButton>, 'ref' | 'className'> {
  /** False where its key does not close it. */
  readonly hasKey?: boolean;
  readonly onClose: () => void;
}

/** Closes the panel, the dialog or the notice that it is in. */
export function CloseButton({ hasKey = true, onClose, ...rest }: CloseButtonProps) {
  const { t } = useTranslation();
  const label = t(close.words);
  return (
    <IconButton
      {...rest}
      icon="close"
      label={label}
      title={hasKey ? `${label} (${shownKeys(close)})` : label}
      aria-keyshortcuts={hasKey ? ariaKeys(close) : undefined}
      onClick={() => close.run(onClose)}
    />
  );
}
