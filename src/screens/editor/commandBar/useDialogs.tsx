import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { ActionTargets, Dialogs } from '../../../actions';
import { chooseTheme } from '../../../theme/themeChoice';
import { Late } from '../../../ui/Late';
import { notify } from '../../../ui/toasts/notify';
import { DIALOG_MISSING } from '../../notices';
import type { DropZone } from '../palette/followDrag';
import { useWorkspaceKeys } from './useWorkspaceKeys';

type Open = 'commandBar' | 'shortcuts' | null;

interface ShownDialogs {
  readonly dialogs: Dialogs;
  /** Times the search was asked for since it was closed; 0 while it is closed. */
  readonly finding: number;
  readonly stopFinding: () => void;
  /** The open dialog, to be rendered in the page. */
  readonly show: (
    targets: ActionTargets,
    zone: Pick<DropZone, 'models' | 'addAtCentre' | 'focus'>,
    goTo: (nodeId: string) => void,
  ) => ReactNode;
}

/**
 * The command bar and the sheet of keys, one at a time, and the search, which stays open beside them: opened by their
 * keys or by buttons.
 */
export function useDialogs(openArrange: Dialogs['openArrange'], toggleOutline: Dialogs['toggleOutline']): ShownDialogs {
  const [open, setOpen] = useState<Open>(null);
  const [finding, setFinding] = useState(0);
  const dialogs = useMemo(
    (): Dialogs => ({
      openCommandBar: () => setOpen('commandBar'),
      openShortcuts: () => setOpen('shortcuts'),
      openFind: () => setFinding((count) => count + 1),
      openArrange,
      toggleOutline,
      chooseTheme,
    }),
    [openArrange, toggleOutline],
  );
  useWorkspaceKeys(dialogs);
  const close = (): void => setOpen(null);
  const onMissing = (): void => {
    close();
    notify(DIALOG_MISSING);
  };
  const stopFinding = useCallback(() => setFinding(0), []);
  return {
    dialogs,
    finding,
    stopFinding,
    show: (targets, zone, goTo) => {
      if (open === 'commandBar') {
        return (
          <Late
            load={() => import('./CommandBar')}
            props={{ targets, zone, goTo, onClose: close }}
            onMissing={onMissing}
          />
        );
      }
      return open === 'shortcuts' ? (
        <Late load={() => import('./ShortcutSheet')} props={{ onClose: close }} onMissing={onMissing} />
      ) : null;
    },
  };
}
