import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  bindAction,
  CANVAS_ACTIONS,
  CLIPBOARD_ACTIONS,
  TIDY_ACTION,
  WORKSPACE_ACTIONS,
  type ClipboardTarget,
  type Dialogs,
  type TidyTarget,
} from '../../../actions';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { IconButton } from '../../../ui/IconButton';
import { ActionTool } from '../tool/ActionTool';
import { useMediaQuery, NARROW } from '../view/useMediaQuery';
import { StatusLine } from './StatusLine';
import styles from './Toolbar.module.css';

const KEY = 'toolbar';

function keptFolded(): boolean | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === null ? null : kept === 'folded';
  } catch {
    return null;
  }
}

/**
 * True while the toolbar is folded, as the person last left it on this device; at first in a narrow window, which has
 * no room to spare.
 */
function useFolded(): readonly [isFolded: boolean, fold: (isFolded: boolean) => void] {
  const isNarrow = useMediaQuery(NARROW);
  const [chosen, setChosen] = useState(keptFolded);
  const fold = (next: boolean): void => {
    setChosen(next);
    try {
      localStorage.setItem(KEY, next ? 'folded' : 'open');
    } catch {
      // The choice then lasts as long as the page.
    }
  };
  return [chosen ?? isNarrow, fold];
}

interface ToolbarProps {
  readonly flow: FlowStore;
  readonly clipboard: ClipboardTarget;
  readonly dialogs: Dialogs;
  readonly tidyUp: TidyTarget['tidyUp'];
}

/**
 * One slim bar over the canvas for what keys do elsewhere, each with a word below it. Folded it keeps undo and redo. It steps
 * aside for what is in the hand.
 */
export const Toolbar = observer(function Toolbar({ flow, clipboard, dialogs, tidyUp }: ToolbarProps) {
  const { t } = useTranslation();
  const [isFolded, fold] = useFolded();
  const { copy, paste, duplicate } = CLIPBOARD_ACTIONS;
  const [always, unfolded] = useMemo(
    () =>
      [
        [
          ['undo', CANVAS_ACTIONS.undo],
          ['redo', CANVAS_ACTIONS.redo],
        ],
        [
          [
            ['copy', bindAction(copy, clipboard)],
            ['paste', bindAction(paste, clipboard)],
            ['duplicate', bindAction(duplicate, clipboard)],
          ],
          [
            ['tidy', bindAction(TIDY_ACTION, { editor: flow.editor, tidyUp })],
            ['search', bindAction(WORKSPACE_ACTIONS.find, dialogs)],
            ['command', bindAction(WORKSPACE_ACTIONS.commandBar, dialogs)],
            ['help', bindAction(WORKSPACE_ACTIONS.shortcuts, dialogs)],
          ],
        ],
      ] as const,
    [flow, clipboard, dialogs, tidyUp, copy, paste, duplicate],
  );
  const groups = isFolded ? [always] : [always, ...unfolded];
  return (
    <>
      <StatusLine flow={flow} isQuiet={isFolded} />
      <div
        role="group"
        aria-label={t('toolbar.label')}
        className={styles.bar}
        data-folded={isFolded || undefined}
        data-aside={!flow.isAtRest || undefined}
        data-writing={flow.editing !== null || undefined}
        data-testid="toolbar"
      >
        {groups.map((tools) => (
          <div key={tools[0][0]} className={styles.group}>
            {tools.map(([icon, action]) => (
              <ActionTool
                key={icon}
                flow={flow}
                action={action}
                icon={icon}
                caption={t(`toolbar.caption.${icon}`)}
                className={styles.tool}
              />
            ))}
          </div>
        ))}
        <IconButton
          icon="chevron"
          label={t(isFolded ? 'toolbar.unfold' : 'toolbar.fold')}
          aria-expanded={!isFolded}
          className={styles.fold}
          onClick={() => fold(!isFolded)}
        />
      </div>
    </>
  );
});
