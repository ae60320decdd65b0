import { observer } from 'mobx-react-lite';
import type { ComponentProps } from 'react';
import { IconButton } from './IconButton';
import { useActionProps, type ActionSource } from './useActionProps';

type ActionToolProps = ActionSource &
  Omit<ComponentProps<typeof IconButton>, 'label' | 'onClick'> & {
    /** More exact words than the action's own. */
    readonly label?: string;
    /** A word that style sheets may show below the icon. */
    readonly caption?: string;
    readonly onRun?: () => void;
  };

/** A round button for an action, with its keys in the tooltip. While it cannot run it is dimmed, and says why when pressed. */
export const ActionTool = observer(function ActionTool(props: ActionToolProps) {
  const { action: _action, flow: _flow, label: words, caption, onRun, ...rest } = props;
  const { 'aria-label': label, 'aria-pressed': isOn, ...shown } = useActionProps(props, words, onRun);
  return (
    <IconButton
      {...rest}
      {...shown}
      label={label}
      aria-pressed={'aria-expanded' in rest ? undefined : isOn}
      data-caption={caption}
    />
  );
});
