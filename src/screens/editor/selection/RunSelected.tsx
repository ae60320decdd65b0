import { observer } from 'mobx-react-lite';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { bindAction, RUN_ACTIONS, STOP_ACTIONS, type RunTarget } from '../../../actions';
import { ActionTool } from '../../../ui/ActionTool';
import { Icon } from '../../../ui/Icon';
import { ariaKeys, shownKeys } from '../../../ui/actionKeys';
import { pressAction } from '../../../ui/pressAction';
import styles from './SelectionBar.module.css';

const { selection } = RUN_ACTIONS;

interface RunSelectedProps {
  readonly target: RunTarget;
  readonly onStop: (nodeId: string) => void;
}

/** Runs the selected image nodes that can be run, and stops those that do; nothing where none is selected. */
export const RunSelected = observer(function RunSelected({ target, onStop }: RunSelectedProps) {
  const { t } = useTranslation();
  const reasonId = useId();
  const runButton = useRef<HTMLButtonElement>(null);
  const runs = target.flow.selectedRuns;
  const whyNot = selection.whyNot(target);
  if (runs?.images === 0) return null;

  const ready = runs?.ready.length ?? 0;
  const underWay = runs?.underWay ?? [];

  const reason = whyNot && t(whyNot);
  const label = ready === 0 ? t(selection.words) : t('canvas.runSelection', { count: ready });
  return (
    <>
      <button
        ref={runButton}
        type="button"
        aria-label={label}
        aria-describedby={reasonId}
        aria-disabled={reason !== null || undefined}
        aria-keyshortcuts={ariaKeys(selection)}
        title={reason ?? `${label} (${shownKeys(selection)})`}
        className={styles.run}
        onClick={({ shiftKey }) => void pressAction(selection, target, shiftKey)}
      >
        <Icon name="play" />
        {ready > 0 && <span aria-hidden="true">{ready}</span>}
      </button>
      <span id={reasonId} hidden>
        {reason}
      </span>
      {underWay.length > 0 && (
        <ActionTool
          action={bindAction(STOP_ACTIONS.selectedRuns, { flow: target.flow, stop: onStop })}
          icon="stop"
          className={styles.stop}
          label={t('canvas.stopSelection', { count: underWay.length })}
          // This button disappears with the runs that it has stopped.
          onRun={() => runButton.current?.focus()}
        />
      )}
    </>
  );
});
