import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ANSWER_ACTIONS, bindAction } from '../../../actions';
import { countCells, type Axis, type Sample } from '../../../engine';
import { ActionTool } from '../../../ui/ActionTool';
import { Icon } from '../../../ui/Icon';
import { axisName } from '../sheet/sheetOf';
import styles from './PlanCells.module.css';

interface PlanCellsProps {
  readonly axes: readonly Axis[];
  readonly sample: Sample;
  readonly isDisabled: boolean;
  readonly onChoose: (sample: Sample) => void;
}

const MODES = ['all', 'pairs', 'random'] as const;
/** The suggested number: enough to see where it goes. */
const RANDOM_FIRST = 12;
const RANDOM_MAX = 10_000;

const isMode = (value: string): value is Sample['mode'] => MODES.some((mode) => mode === value);

/** The cells that the lists make, '3 × 4 = 12 results', and the choice of which to run. */
export function PlanCells({ axes, sample, isDisabled, onChoose }: PlanCellsProps) {
  const { t } = useTranslation();
  const [whichId, countId] = [useId(), useId()];
  /** The typed text, as long as it is no number that can be planned. */
  const [draft, setDraft] = useState<string | null>(null);
  const total = countCells(axes);
  const leftOut = axes.reduce((sum, axis) => sum + axis.leftOut, 0);
  const choose = (mode: Sample['mode']): void =>
    onChoose(mode === 'random' ? { mode, n: Math.min(RANDOM_FIRST, total), seed: 1 } : { mode });
  return (
    <div className={styles.cells}>
      <ul className={styles.axes} aria-label={t('list.axes')}>
        {axes.map((axis) => (
          <li key={axis.id}>
            {axisName(axis, t)} <b>{axis.values.length}</b>
          </li>
        ))}
      </ul>
      <p className={styles.total} data-testid="cell-count">
        {t('list.count', {
          counts: axes.map(({ values }) => values.length).join(' × '),
          results: t('list.results', { count: total }),
        })}
      </p>
      {leftOut > 0 && (
        <p className={styles.leftOut}>
          <Icon name="warning" size={16} />
          {t('list.leftOut', { count: leftOut })}
        </p>
      )}
      <div className={styles.which}>
        <label htmlFor={whichId}>{t('list.which')}</label>
        <select
          id={whichId}
          value={sample.mode}
          disabled={isDisabled}
          onChange={({ currentTarget: { value } }) => {
            if (isMode(value)) choose(value);
          }}
        >
          {MODES.filter((mode) => mode !== 'pairs' || axes.length > 2).map((mode) => (
            <option key={mode} value={mode}>
              {t(`list.${mode}`)}
            </option>
          ))}
        </select>
      </div>
      {sample.mode === 'random' && (
        <div className={styles.which}>
          <label htmlFor={countId}>{t('list.howMany')}</label>
          <input
            id={countId}
            type="number"
            min={1}
            max={Math.min(total, RANDOM_MAX)}
            value={draft ?? sample.n}
            disabled={isDisabled}
            onChange={({ currentTarget: { value, valueAsNumber } }) => {
              const isNumber = valueAsNumber >= 1;
              setDraft(isNumber ? null : value);
              if (isNumber) onChoose({ ...sample, n: Math.min(Math.round(valueAsNumber), total, RANDOM_MAX) });
            }}
            onBlur={() => setDraft(null)}
          />
          <ActionTool
            icon="redo"
            action={bindAction(ANSWER_ACTIONS.drawAgain, () => onChoose({ ...sample, seed: sample.seed + 1 }))}
          />
        </div>
      )}
    </div>
  );
}
