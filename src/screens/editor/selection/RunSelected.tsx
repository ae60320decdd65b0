import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CANVAS_ACTIONS } from '../../../actions';
import { selectedRuns, type Editor } from '../../../engine';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { notify } from '../../../ui/toasts/notify';
import { ariaKeys, shownKeys } from '../tool/actionKeys';
import { useEditorValue } from '../useEditorValue';
import styles from './SelectionBar.module.css';

/** What runs is shown thirty times a second; its number changes rarely. */
const FOLLOW_MS = 100;
const { runSelected } = CANVAS_ACTIONS;

const readyIn = (editor: Editor): number => selectedRuns(editor)?.ready.length ?? 0;
const underWayIn = (editor: Editor): number => selectedRuns(editor)?.underWay.length ?? 0;
const hasImages = (editor: Editor): boolean => selectedRuns(editor)?.images !== 0;

interface RunSelectedProps {
  readonly editor: Editor;
  readonly onStop: (nodeId: string) => void;
}

/** Runs the selected image nodes that can be run, and stops those that do; nothing where none is selected. */
export function RunSelected({ editor, onStop }: RunSelectedProps) {
  const { t } = useTranslation();
  const reasonId = useId();
  const runButton = useRef<HTMLButtonElement>(null);
  const isOffered = useEditorValue(editor, 'selection', hasImages);
  const ready = useEditorValue(editor, 'invalidate', readyIn, FOLLOW_MS);
  const underWay = useEditorValue(editor, 'invalidate', underWayIn, FOLLOW_MS);
  const whyNot = useEditorValue(editor, 'invalidate', runSelected.whyNot, FOLLOW_MS);
  if (!isOffered) return null;

  const reason = whyNot && t(whyNot);
  const label = ready === 0 ? t(runSelected.words) : t('canvas.runSelection', { count: ready });
  return (
    <>
      <button
        ref={runButton}
        type="button"
        aria-label={label}
        aria-describedby={reasonId}
        aria-disabled={reason !== null || undefined}
        aria-keyshortcuts={ariaKeys(runSelected)}
        title={reason ?? `${label} (${shownKeys(runSelected)})`}
        className={styles.run}
        onClick={() => {
          if (whyNot === null) runSelected.run(editor);
          else notify({ variant: 'info', titleKey: whyNot });
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
            for (const id of selectedRuns(editor)?.underWay ?? []) onStop(id);
            // This button goes with what it has stopped.
            runButton.current?.focus();
          }}
        />
      )}
    </>
  );
}
