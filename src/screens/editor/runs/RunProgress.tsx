import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { RUN_ACTIONS, STOP_ACTIONS, type RunTarget } from '../../../actions';
import { money } from '../../../i18n/money';
import type { RunsStore } from '../../../stores/runs/RunsStore';
import type { RunSummary } from '../../../stores/runs/runSummary';
import { ActionButton } from '../../../ui/ActionButton';
import { Button } from '../../../ui/Button';
import { CloseButton } from '../../../ui/CloseButton';
import { closeByKey } from '../../../ui/closeByKey';
import { useHandOn } from '../../../ui/useHandOn';
import styles from './RunsInTopBar.module.css';
import { leftWords } from './runWords';

interface RunProgressProps {
  readonly summary: RunSummary;
  readonly target: RunTarget;
  readonly runs: Pick<RunsStore, 'summary' | 'stop' | 'dismiss' | 'failed'>;
  /** Closes it and gives the focus back. */
  readonly onClose: () => void;
  /** Called when the focus has gone elsewhere, where it is to stay. */
  readonly onLeft: () => void;
  /** Called when it went away by itself with the focus in it. */
  readonly onLost: () => void;
}

const STATES = [
  ['done', 'runs.done'],
  ['kept', 'runs.keptShort'],
  ['running', 'runs.running'],
  ['waiting', 'runs.waiting'],
  ['failed', 'runs.failedShort'],
  ['blocked', 'runs.blockedShort'],
  ['aborted', 'runs.aborted'],
] as const;

/** The progress of runs: counts of pictures, time left and cost; stops them, or runs failed nodes again. */
export function RunProgress({ summary, target, runs, onClose, onLeft, onLost }: RunProgressProps) {
  const { t, i18n } = useTranslation();
  const titleId = useId();
  const [panel, panelRef] = useHandOn<HTMLElement>(onLost);
  const [, stopRef] = useHandOn<HTMLButtonElement>(() => panel.current?.focus());
  const { counts, isRunning, costMicros, unknownCalls, leftMs } = summary;
  useEffect(() => panel.current?.focus(), [panel]);

  const spent = [
    costMicros > 0 || unknownCalls === 0
      ? costMicros === 0
        ? t('runs.costFree')
        : money(costMicros, i18n.language)
      : null,
    unknownCalls > 0 ? t('runs.costUnknown') : null,
  ].filter((part) => part !== null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears the keys of what is in it
    <section
      ref={panelRef}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={styles.panel}
      data-testid="run-progress"
      onKeyDown={(event) => closeByKey(event, onClose)}
      onBlur={(event) => {
        const to = event.relatedTarget;
        if (to instanceof Node && !event.currentTarget.parentElement?.contains(to)) onLeft();
      }}
    >
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {t('runs.progress')}
        </h2>
        <CloseButton onClose={onClose} />
      </header>
      <dl className={styles.facts}>
        {STATES.filter(([state]) => counts[state] > 0).map(([state, words]) => (
          <div key={state} data-state={state}>
            <dt>{t(words)}</dt>
            <dd>{counts[state]}</dd>
          </div>
        ))}
        {isRunning && (
          <div>
            <dt>{t('runs.left')}</dt>
            <dd>{leftWords(leftMs, t)}</dd>
          </div>
        )}
        {!isRunning && (
          <div>
            <dt>{t('runs.spent')}</dt>
            <dd>{spent.join(', ')}</dd>
          </div>
        )}
      </dl>
      {isRunning && <p className={styles.note}>{t('runs.goesOn')}</p>}
      <div className={styles.buttons}>
        {isRunning ? (
          <ActionButton ref={stopRef} look="danger" action={STOP_ACTIONS.runs} target={runs} />
        ) : (
          <Button
            look="quiet"
            onClick={() => {
              onClose();
              STOP_ACTIONS.summary.run(runs);
            }}
          >
            {t('runs.dismiss')}
          </Button>
        )}
        {!isRunning && runs.failed.length > 0 && (
          <Button
            look="primary"
            onClick={() => {
              onClose();
              RUN_ACTIONS.failed.run(target);
            }}
          >
            {t('runs.failed')}
          </Button>
        )}
      </div>
    </section>
  );
}
