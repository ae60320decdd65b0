import type { ComponentProps } from 'react';
import { bindAction } from '../actions/Action';
import { DIALOG_ACTIONS } from '../actions/dialogActions';
import { ActionTool } from './ActionTool';

interface CloseButtonProps extends Pick<ComponentProps<typeof ActionTool>, 'ref' | 'className'> {
  /** False where its key does not close it. */
  readonly hasKey?: boolean;
  readonly onClose: () => void;
}

/** Closes the panel, the dialog or the notice that it is in. */
export function CloseButton({ hasKey = true, onClose, ...rest }: CloseButtonProps) {
  const close = bindAction(DIALOG_ACTIONS.close, onClose);
  return <ActionTool {...rest} action={hasKey ? close : { ...close, chords: [] }} icon="close" />;
}
