import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SELECTED_RUNS_MAX, selectedRuns, SHORTCUTS, type Editor } from '../../../engine';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { notify } from '../../../ui/toasts/notify';
import { useEditorValue } from '../useEditorValue';
import { ariaKeys, shownKeys } from '../view/shortcutWords';
import styles from './SelectionBar.module.css';

/** What runs is shown thirty times a second; its number changes rarely. */
const FOLLOW_MS = 100;

/** Numbers as one value, which is the same as long as they are. */
function countRuns(editor: Editor): string {
  const runs = selectedRuns(editor);
  return runs ? [runs.images, runs.ready.length, runs.underWay.length].join(' ') : '';
}

/** Runs the selected image nodes that can be run, and stops those that do; nothing where none is selected. */
export function RunSelected({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation();
  const reasonId = useId();
  const runButton = useRef<HTMLButtonElement>(null);
  const counted = useEditorValue(editor, 'stale', countRuns, FOLLOW_MS);
  const [images = 0, ready = 0, underWay = 0] = counted === '' ? [] : counted.split(' ').map(Number);
  if (counted !== '' && images === 0) return null;

  const why =
    counted === '' ? 'canvas.runTooMany' : underWay === images ? 'canvas.runsAlready' : ('node.runNeedsLeft' as const);
  const reason = ready === 0 ? t(why, { count: SELECTED_RUNS_MAX }) : null;
  const label = ready === 0 ? t('node.run') : t('canvas.runSelection', { count: ready });
  return (
    <>
      <button
        ref={runButton}
        type="button"
        aria-label={label}
        aria-describedby={reasonId}
        aria-disabled={reason !== null || undefined}
        aria-keyshortcuts={ariaKeys(SHORTCUTS.run)}
        title={reason ?? `${label} (${shownKeys(SHORTCUTS.run)})`}
        className={styles.run}
        onClick={() => {
          if (reason === null) SHORTCUTS.run.run(editor);
          else notify({ variant: 'info', titleKey: 'canvas.notRun', description: reason });
        }}
      >
        <Icon name="play" />
        {ready > 0 && <span aria-hidden="true">{ready}</span>}
      </button>
      <span id={reasonId} hidden>
        {reason}
      </span>
      {underWay > 0 && (
        <IconButton
          icon="stop"
          label={t('canvas.stopSelection', { count: underWay })}
          onClick={() => {
            for (const id of selectedRuns(editor)?.underWay ?? []) editor.act(id, 'run');
            // This button goes with what it has stopped.
            runButton.current?.focus();
          }}
        />
      )}
    </>
  );
}
