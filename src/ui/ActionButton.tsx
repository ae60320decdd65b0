import { observer } from 'mobx-react-lite';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../actions';
import { Button } from './Button';
import { pressAction } from './pressAction';

interface ActionButtonProps<Target> extends Omit<ComponentProps<typeof Button>, 'onClick' | 'title' | 'aria-disabled'> {
  readonly action: Action<Target>;
  readonly target: Target;
}

function Shown<Target>({ action, target, children, ...rest }: ActionButtonProps<Target>) {
  const { t } = useTranslation();
  const whyNot = action.whyNot(target);
  return (
    <Button
      {...rest}
      aria-disabled={whyNot !== null || undefined}
      title={whyNot === null ? undefined : t(whyNot)}
      onClick={({ shiftKey }) => void pressAction(action, target, shiftKey)}
    >
      {children ?? t(action.words)}
    </Button>
  );
}

/** A button with the words of an action, or with more exact ones in it. While it cannot run, it says why when pressed. */
export const ActionButton = observer(Shown) as typeof Shown;
