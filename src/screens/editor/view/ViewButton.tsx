import type { Editor, Shortcut } from '../../../engine';
import type { IconName } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { ariaKeys, shownKeys } from './shortcutWords';

interface ViewButtonProps {
  readonly editor: Editor;
  readonly shortcut: Shortcut;
  readonly icon: IconName;
  readonly label: string;
  readonly isOff?: boolean;
}

/** A zoom control that does what its shortcut does, and tells it. */
export function ViewButton({ editor, shortcut, icon, label, isOff = false }: ViewButtonProps) {
  return (
    <IconButton
      icon={icon}
      label={label}
      title={`${label} (${shownKeys(shortcut)})`}
      aria-keyshortcuts={ariaKeys(shortcut)}
      aria-disabled={isOff || undefined}
      onClick={() => shortcut.run(editor)}
    />
  );
}
