import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { bindAction, RUN_ACTIONS, STOP_ACTIONS, type RunTarget } from '../../../actions';
import { ActionTool } from '../../../ui/ActionTool';
import { Icon } from '../../../ui/Icon';
import { useActionProps } from '../../../ui/useActionProps';
import styles from './SelectionBar.module.css';

interface RunSelectedProps {
  readonly target: RunTarget;
  readonly onStop: (nodeId: string) => void;
}

/** Runs the selected image nodes that can be run, and stops those that do; nothing where none is selected. */
export const RunSelected = observer(function RunSelected({ target, onStop }: RunSelectedProps) {
  const { t } = useTranslation();
  const runButton = useRef<HTMLButtonElement>(null);
  const runs = target.flow.selectedRuns;
  const ready = runs?.ready.length ?? 0;
  const underWay = runs?.underWay ?? [];
  const words = ready === 0 ? undefined : t('canvas.runSelection', { count: ready });
  const run = useActionProps({ action: bindAction(RUN_ACTIONS.selection, target) }, words);
  if (runs?.images === 0) return null;
  // A single node makes another picture with Shift as without it.
  const shown = ready === 1 ? { ...run, 'aria-description': undefined } : run;

  return (
    <>
      <button ref={runButton} type="button" className={styles.run} {...shown}>
        <Icon name="play" />
        {ready > 0 && <span aria-hidden="true">{ready}</span>}
      </button>
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
