import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  bindAction,
  CANVAS_ACTIONS,
  CLIPBOARD_ACTIONS,
  RUN_ACTIONS,
  TIDY_ACTION,
  WORKSPACE_ACTIONS,
  type CanvasAction,
  type ClipboardTarget,
  type Dialogs,
  type RunTarget,
  type TidyTarget,
} from '../../../actions';
import { ActionTool } from '../../../ui/ActionTool';
import { classNames } from '../../../ui/classNames';
import { StatusLine } from './StatusLine';
import styles from './Toolbar.module.css';

interface ToolbarProps {
  readonly runs: RunTarget;
  readonly clipboard: ClipboardTarget;
  readonly dialogs: Dialogs;
  readonly tidyUp: TidyTarget['tidyUp'];
  readonly isFolded: boolean;
}

type Icon =
  | 'plus'
  | 'play'
  | 'undo'
  | 'redo'
  | 'copy'
  | 'paste'
  | 'duplicate'
  | 'tidy'
  | 'search'
  | 'command'
  | 'history'
  | 'help';
type Tool = readonly [icon: Icon, action: CanvasAction];

/** Tools that the rail and the top bar have too: a narrow bar goes without them. */
const ELSEWHERE: readonly Icon[] = ['plus', 'history'];

/**
 * One slim bar over the canvas for what keys do elsewhere, each with a word below it. Folded it keeps undo and redo. It moves aside during
 * a drag.
 */
export const Toolbar = observer(function Toolbar({ runs, clipboard, dialogs, tidyUp, isFolded }: ToolbarProps) {
  const { t } = useTranslation();
  const { flow } = runs;
  const tools = useMemo(() => {
    const { copy, paste, duplicate } = CLIPBOARD_ACTIONS;
    const { add, find, commandBar, history, shortcuts } = WORKSPACE_ACTIONS;
    const undo: readonly Tool[] = [
      ['undo', CANVAS_ACTIONS.undo],
      ['redo', CANVAS_ACTIONS.redo],
    ];
    const edit: readonly Tool[] = [
      ['copy', bindAction(copy, clipboard)],
      ['paste', bindAction(paste, clipboard)],
      ['duplicate', bindAction(duplicate, clipboard)],
    ];
    const rest: readonly Tool[] = [
      ['tidy', bindAction(TIDY_ACTION, { editor: flow.editor, tidyUp })],
      ['search', bindAction(find, dialogs)],
      ['command', bindAction(commandBar, dialogs)],
      ['history', bindAction(history, dialogs)],
      ['help', bindAction(shortcuts, dialogs)],
    ];
    const begin: readonly Tool[] = [
      ['plus', bindAction(add, dialogs)],
      ['play', bindAction(RUN_ACTIONS.all, runs)],
    ];
    return { begin, undo, edit, rest, fold: bindAction(WORKSPACE_ACTIONS.toolbar, dialogs) };
  }, [flow, clipboard, dialogs, runs, tidyUp]);

  const shown = (some: readonly Tool[]) =>
    some.map(([icon, action]) => (
      <ActionTool
        key={icon}
        flow={flow}
        action={action}
        icon={icon}
        caption={t(`toolbar.caption.${icon}`)}
        className={classNames(styles.tool, ELSEWHERE.includes(icon) && styles.elsewhere)}
      />
    ));
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
        data-at-edge
        data-testid="toolbar"
      >
        {!isFolded && <div className={classNames(styles.group, styles.elsewhere)}>{shown(tools.begin)}</div>}
        <div className={styles.group}>{shown(tools.undo)}</div>
        {!isFolded && <div className={styles.group}>{shown(tools.edit)}</div>}
        {!isFolded && <div className={styles.group}>{shown(tools.rest)}</div>}
        <ActionTool
          flow={flow}
          action={tools.fold}
          icon="chevron"
          label={t(isFolded ? 'toolbar.unfold' : 'toolbar.fold')}
          aria-expanded={!isFolded}
          className={styles.fold}
        />
      </div>
    </>
  );
});
