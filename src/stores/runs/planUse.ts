import type { RunPlan } from '../../api/contractRuns';

/**
 * Whether a run of this plan makes anything: the day's limits may let none of its calls begin. A call of unknown cost may begin where
 * nothing is left of the budget: the server may count it as free.
 */
export const makesNew = ({ calls, cost, allowed }: RunPlan): boolean =>
  calls > 0 && allowed.calls !== 0 && (allowed.micros !== 0 || cost.aboutMicros === 0 || cost.unknownCalls > 0);

/** Whether a run of this plan shows an existing result. A node that shows it already is left as it is. */
export const usesKept = ({ steps }: RunPlan): boolean =>
  steps.some(({ state, isChosen }) => state === 'kept' && isChosen !== true);
