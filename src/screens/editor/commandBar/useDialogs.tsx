import { useCallback, useMemo, useState, type ReactNode } from 'react';
import {
  bindAction,
  WORKSPACE_ACTIONS,
  type ActionTargets,
  type Dialogs,
  type WorkspaceAction,
} from '../../../actions';
import type { Vector } from '../../../engine';
import type { OpenEditor } from '../../../stores/EditorSession';
import { LazyPart } from '../../../ui/LazyPart';
import { partMissing } from '../../partMissing';
import { useActionKeys } from '../tool/useActionKeys';
import { CommandBar } from './CommandBar';
import type { AddZone } from './useAddZone';

const loadSheet = () => import('./ShortcutSheet');

type Open =
  | { readonly name: 'commandBar' | 'shortcuts' }
  | { readonly name: 'adding'; readonly at: Vector | undefined };

interface DialogsDeps extends Pick<Dialogs, 'openArrange' | 'toggleOutline' | 'toggleMinimap' | 'toggleToolbar'> {
  readonly editor: OpenEditor['editor'];
  readonly versions: Pick<OpenEditor['versions'], 'setShown'>;
}

interface ShownDialogs {
  readonly dialogs: Dialogs;
  /** Number of requests for the search since it was closed; 0 while it is closed. */
  readonly finding: number;
  readonly stopFinding: () => void;
  /** The open dialog, to be rendered in the page. */
  readonly show: (targets: ActionTargets, zone: AddZone, goTo: (nodeId: string) => void) => ReactNode;
}

/**
 * The command bar, the list of what can be added and the sheet of keys, one at a time, and the search, which stays open
 * beside them: opened by their keys or by buttons. The version history is shown by its button in the top bar.
 */
export function useDialogs(deps: DialogsDeps): ShownDialogs {
  const { editor, openArrange, toggleOutline, toggleMinimap, toggleToolbar, versions } = deps;
  const [open, setOpen] = useState<Open | null>(null);
  const [finding, setFinding] = useState(0);
  const dialogs = useMemo(
    (): Dialogs => ({
      openCommandBar: () => setOpen({ name: 'commandBar' }),
      openAdding: (at) => setOpen({ name: 'adding', at }),
      openHistory: () => {
        setOpen(null);
        versions.setShown(true);
      },
      openShortcuts: () => setOpen({ name: 'shortcuts' }),
      openFind: () => setFinding((count) => count + 1),
      openArrange,
      toggleOutline,
      toggleMinimap,
      toggleToolbar,
    }),
    [openArrange, toggleOutline, toggleMinimap, toggleToolbar, versions],
  );
  const actions = useMemo(
    () => Object.values<WorkspaceAction>(WORKSPACE_ACTIONS).map((action) => bindAction(action, dialogs)),
    [dialogs],
  );
  useActionKeys(actions, editor);
  const close = (): void => setOpen(null);
  const onMissing = partMissing(close);
  const stopFinding = useCallback(() => setFinding(0), []);
  return {
    dialogs,
    finding,
    stopFinding,
    show: (targets, zone, goTo) => {
      switch (open?.name) {
        case 'commandBar':
          return <CommandBar targets={targets} zone={zone} goTo={goTo} onClose={close} />;
        case 'adding':
          return <CommandBar targets={{ ...targets, at: open.at }} zone={zone} goTo={goTo} onClose={close} isAdding />;
        case 'shortcuts':
          return <LazyPart load={loadSheet} props={{ onClose: close }} onMissing={onMissing} onCancel={close} />;
        case undefined:
          return null;
      }
    },
  };
}
