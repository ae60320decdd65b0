import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ANSWER_ACTIONS, DIALOG_ACTIONS } from '../../../actions';
import type { RunPlan } from '../../../api/contractRuns';
import { ALL_CELLS, countCells, NO_AXES, type Axis } from '../../../engine';
import type { CellsStore } from '../../../stores/cells/CellsStore';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { makesNew, usesKept } from '../../../stores/runs/planUse';
import type { PendingRequest, RunPlanning } from '../../../stores/runs/RunPlanning';
import { ActionButton } from '../../../ui/ActionButton';
import { CloseButton } from '../../../ui/CloseButton';
import { closeByKey } from '../../../ui/closeByKey';
import { failureSentence } from '../../../ui/failureSentence';
import { Icon } from '../../../ui/Icon';
import { isMeantElsewhere } from '../clipboard/useClipboard';
import { usePlaceAt } from '../view/usePlaceAt';
import { PlanCells } from './PlanCells';
import { Blocked, Silent } from './PlanNodes';
import styles from './RunPlanPanel.module.css';
import { allowanceOf, costOf, limitWords } from './runWords';

/** The axes of the node with most cells: the others make what it needs, or less. */
const mostAxes = (all: readonly (readonly Axis[])[]): readonly Axis[] =>
  all.reduce((most, axes) => (countCells(axes) > countCells(most) ? axes : most), NO_AXES);

const { close, cancel, tryAgain } = DIALOG_ACTIONS;

const NOWHERE: readonly string[] = [];

const TITLES = {
  selection: 'runs.titleSelection',
  sheet: 'runs.titleSheet',
  upTo: 'runs.titleUpTo',
  from: 'runs.titleFrom',
  all: 'runs.titleAll',
  failed: 'runs.titleFailed',
} as const;

export interface RunPlanPanelProps {
  readonly flow: FlowStore;
  readonly cells: Pick<CellsStore, 'axesOf'>;
  readonly planning: RunPlanning;
  /** Closes the panel and gives the focus to this node on the canvas. */
  readonly onGoTo: (nodeId: string) => void;
}

/** The plan of a run, where the person works: number of calls, what is kept, what cannot run and why, and the cost. */
const RunPlanPanel = observer(function RunPlanPanel({ flow, cells, planning, onGoTo }: RunPlanPanelProps) {
  const { t } = useTranslation();
  const { asked } = planning;
  const panel = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  const hasFocus = useRef(false);
  usePlaceAt(panel, flow, asked?.request.at ?? NOWHERE);

  useLayoutEffect(() => {
    const element = panel.current;
    before.current = document.activeElement;
    element?.focus({ preventScroll: true });
    return () => {
      const focused = document.activeElement;
      // The person may have gone on at the canvas meanwhile.
      if (focused !== document.body && !element?.contains(focused)) return;
      if (before.current instanceof HTMLElement && before.current.isConnected)
        before.current.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    const keepFocus = (): void => {
      // The focused element may have gone with its plan, and the canvas hears the keys of the page. The next key starts no run.
      if (hasFocus.current && document.activeElement === document.body)
        (element.querySelector<HTMLElement>('[data-safe]') ?? element).focus({ preventScroll: true });
      if (document.activeElement === element) element.querySelector<HTMLElement>('[data-first]')?.focus();
    };
    keepFocus();
    const changes = new MutationObserver(keepFocus);
    changes.observe(element, { childList: true, subtree: true });
    return () => changes.disconnect();
  }, []);
  const giveUp = useCallback(() => planning.giveUp(), [planning]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isMeantElsewhere(event.target)) closeByKey(event, giveUp);
    };
    // The canvas hears its keys on the window, after this.
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [giveUp]);
  if (!asked) return null;

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears the keys of what is in it
    <section
      ref={panel}
      role="dialog"
      aria-label={`${t('runs.plan')}: ${t(TITLES[asked.request.scope])}`}
      aria-busy={(asked.state !== 'planned' && asked.state !== 'refused') || undefined}
      tabIndex={-1}
      className={styles.panel}
      data-at={asked.request.at.length === 0 ? 'topBar' : 'node'}
      data-testid="run-plan"
      onFocus={() => (hasFocus.current = true)}
      // The focus stays where it is when the window loses its own.
      onBlur={({ target }) => (hasFocus.current = document.activeElement === target)}
      onKeyDown={(event) => closeByKey(event, giveUp)}
    >
      <header className={styles.header}>
        <h2 className={styles.title}>{t(TITLES[asked.request.scope])}</h2>
        <CloseButton onClose={giveUp} />
      </header>
      <PlanBody asked={asked} flow={flow} cells={cells} planning={planning} onGoTo={onGoTo} />
    </section>
  );
});

export default RunPlanPanel;

function PlanBody({ asked, flow, cells, planning, onGoTo }: RunPlanPanelProps & { readonly asked: PendingRequest }) {
  const { t } = useTranslation();
  if (asked.state === 'planning') {
    return (
      <p role="status" className={styles.planning}>
        {t('runs.planning')}
      </p>
    );
  }
  if (asked.state === 'refused') {
    return (
      <>
        <p role="alert" className={styles.refused}>
          <Icon name="warning" />
          {failureSentence(asked.words, t)}
        </p>
        <div className={styles.buttons}>
          <ActionButton look="quiet" action={cancel} target={() => planning.giveUp()} />
          <ActionButton look="primary" data-first="" action={tryAgain} target={() => void planning.askAgain()} />
        </div>
      </>
    );
  }
  return <Plan asked={asked} flow={flow} cells={cells} planning={planning} onGoTo={onGoTo} />;
}

interface PlanProps extends RunPlanPanelProps {
  readonly asked: Extract<PendingRequest, { readonly plan: RunPlan }>;
}

const Plan = observer(function Plan({ asked, flow, cells, planning, onGoTo }: PlanProps) {
  const { t, i18n } = useTranslation();
  const { plan, request, state } = asked;
  const { calls, kept, cost, allowed } = plan;
  const isStarting = state === 'starting';
  // The plan before may not fit the request while it is planned again: a checkbox that was just pressed stays.
  const [hasFresh, setHasFresh] = useState(false);
  const offersFresh = state === 'replanning' ? hasFresh : kept > 0 || request.isFresh;
  if (offersFresh !== hasFresh) setHasFresh(offersFresh);
  const axes = request.cells ? NO_AXES : mostAxes(request.nodes.map((nodeId) => cells.axesOf(nodeId)));
  const limit = limitWords(plan, t);
  const isMaking = makesNew(plan);
  const isUseful = isMaking || usesKept(plan);
  return (
    <>
      <div className={styles.body}>
        <p className={styles.calls} role="status">
          {state === 'replanning'
            ? t('runs.planning')
            : calls === 0
              ? t('runs.noCalls')
              : t('runs.calls', { count: calls })}
        </p>
        {axes.length > 0 && (
          <PlanCells
            axes={axes}
            sample={request.sample ?? ALL_CELLS}
            isDisabled={isStarting}
            onChoose={(sample) => planning.askSample(sample)}
          />
        )}
        {kept > 0 && (
          <p className={styles.line}>
            <Icon name="check" size={16} />
            {t('runs.kept', { count: kept })}
          </p>
        )}
        <Blocked flow={flow} steps={plan.steps} onGoTo={onGoTo} />
        <Silent flow={flow} steps={plan.steps} onGoTo={onGoTo} />
        {calls > 0 && (
          <dl className={styles.facts}>
            <div>
              <dt>{t('runs.cost')}</dt>
              <dd>{costOf(cost, calls, i18n)}</dd>
            </div>
            <div>
              <dt>{t('runs.allowed')}</dt>
              <dd>{allowanceOf(allowed, i18n)}</dd>
            </div>
          </dl>
        )}
        {limit !== null && (
          <p className={styles.warning}>
            <Icon name="warning" size={16} />
            {limit}
          </p>
        )}
        {request.scope === 'failed' && calls > 0 && <p className={styles.note}>{t('runs.again')}</p>}
        {offersFresh && (
          <label className={styles.fresh}>
            <input
              type="checkbox"
              checked={request.isFresh}
              disabled={isStarting}
              onChange={({ currentTarget }) => planning.askFresh(currentTarget.checked)}
            />
            {t('runs.isFresh')}
          </label>
        )}
      </div>
      <div className={styles.buttons}>
        <ActionButton
          look="quiet"
          data-safe=""
          data-first={isUseful ? undefined : ''}
          action={isUseful ? cancel : close}
          target={() => planning.giveUp()}
        />
        {isUseful && (
          <ActionButton
            look="primary"
            data-first=""
            isBusy={state !== 'planned'}
            action={ANSWER_ACTIONS.startRun}
            target={() => void planning.start()}
          >
            {isMaking ? t('runs.start', { count: calls }) : undefined}
          </ActionButton>
        )}
      </div>
    </>
  );
});
