import type { TFunction } from 'i18next';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bindAction, RUN_ACTIONS, STOP_ACTIONS, type RunTarget } from '../../../actions';
import type { OpenEditor } from '../../../stores/EditorSession';
import type { RunsStore } from '../../../stores/runs/RunsStore';
import type { RunSummary } from '../../../stores/runs/runSummary';
import { ActionTool } from '../../../ui/ActionTool';
import { Icon } from '../../../ui/Icon';
import { useActionProps } from '../../../ui/useActionProps';
import { useHandOn } from '../../../ui/useHandOn';
import { RunProgress } from './RunProgress';
import styles from './RunsInTopBar.module.css';
import { leftWords } from './runWords';

/** Period in which the time left is updated; milliseconds. */
const TICK_MS = 1000;

interface RunsInTopBarProps {
  readonly open: Pick<OpenEditor, 'flow' | 'runs'>;
}

/** 'Run all', and its progress while anything runs; after it, what has failed. */
export const RunsInTopBar = observer(function RunsInTopBar({ open: { flow, runs } }: RunsInTopBarProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [, tick] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const target: RunTarget = { flow, runs };
  const runAll = useActionProps({ action: bindAction(RUN_ACTIONS.all, target) });
  const summary = runs.summary();
  const isRunning = summary?.isRunning === true;
  // The panel of the next run waits until somebody asks for it.
  if (!summary && isOpen) setIsOpen(false);

  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = window.setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => window.clearInterval(timer);
  }, [isRunning]);
  useEffect(() => {
    // The plan of the whole canvas opens at this position.
    const left = root.current?.getBoundingClientRect().left ?? 0;
    document.documentElement.style.setProperty('--run-anchor', `${Math.max(10, Math.round(left) - 70)}px`);
  });

  /** Gives the focus to 'Run all', or to the progress while that is there instead. */
  const handOn = (): void => root.current?.querySelector('button')?.focus();
  const [, allRef] = useHandOn<HTMLButtonElement>(handOn);
  const [pill, pillRef] = useHandOn<HTMLButtonElement>(handOn);
  const [, stopRef] = useHandOn<HTMLButtonElement>(handOn);
  const close = (): void => {
    setIsOpen(false);
    pill.current?.focus();
  };
  const left = isRunning && summary.leftMs !== null ? leftWords(summary.leftMs, t) : null;
  return (
    <div ref={root} className={styles.runs} data-runs={summary ? '' : undefined}>
      {!isRunning && (
        <button ref={allRef} type="button" className={styles.all} {...runAll}>
          <Icon name="play" size={18} />
          <span className={styles.word}>{runAll['aria-label']}</span>
        </button>
      )}
      {summary && (
        <>
          <button
            ref={pillRef}
            type="button"
            className={styles.pill}
            data-state={isRunning ? 'running' : 'ended'}
            data-testid="run-pill"
            aria-label={[`${t('runs.progress')}: ${pillWords(summary, runs, t)}`, left].filter(Boolean).join(', ')}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Bar summary={summary} />
            <span>{pillWords(summary, runs, t)}</span>
            {left !== null && <span className={styles.left}>{left}</span>}
          </button>
          {isRunning && (
            <ActionTool
              ref={stopRef}
              action={bindAction(STOP_ACTIONS.runs, runs)}
              icon="stop"
              className={styles.stop}
            />
          )}
        </>
      )}
      {summary && isOpen && (
        <RunProgress
          summary={summary}
          target={target}
          runs={runs}
          onClose={close}
          onLeft={() => setIsOpen(false)}
          onLost={handOn}
        />
      )}
    </div>
  );
});

function pillWords({ isRunning, ended, total }: RunSummary, runs: RunsStore, t: TFunction): string {
  if (isRunning) return t('runs.progressOf', { ended, total });
  return t(runs.isOnlyStopped ? 'runs.endedStopped' : 'runs.endedFailed', { count: runs.failedCount });
}

/** Succeeded, failed and running steps as parts of one line. */
function Bar({ summary: { counts, total } }: { readonly summary: RunSummary }) {
  const share = (count: number): { readonly flexGrow: number } => ({ flexGrow: total === 0 ? 0 : count / total });
  return (
    <span className={styles.bar} aria-hidden="true">
      <span className={styles.done} style={share(counts.done + counts.kept)} />
      <span className={styles.failed} style={share(counts.failed + counts.aborted)} />
      <span className={styles.running} style={share(counts.running)} />
      <span style={share(counts.waiting)} />
    </span>
  );
}
