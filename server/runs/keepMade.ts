import { cellKey } from '../../src/engine';
import type { Cell } from '../../src/api/contractTakes';
import type { PlannedStep } from './planCanvas';
import type { StepRow } from './RunStore';

/**
 * The plan that tries a fresh run again: results that the run has made itself are kept, and no others.
 *
 * @param takes Number of results of each step. One is found whatever its number: planned again it has another one, since it was made.
 */
export function keepMade(plan: readonly PlannedStep[], run: readonly StepRow[], takes: number): PlannedStep[] {
  const numberOf = (number: number): number => (takes > 1 ? number : 0);
  const made = new Map(
    run.flatMap(({ node_id: nodeId, number, cell, take_id: id, url: value }) =>
      id === null || value === null ? [] : [[nameOf(nodeId, numberOf(number), cell), { id, value }]],
    ),
  );
  return plan.map((step) => {
    const { nodeId, cell, request, state } = step;
    const take = made.get(nameOf(nodeId, numberOf(request.number), cell === undefined ? null : JSON.stringify(cell)));
    return state === 'run' && take !== undefined ? { ...step, state: 'kept', take, isChosen: true } : step;
  });
}

/** The name of a result; `cell` as JSON. */
const nameOf = (nodeId: string, number: number, cell: string | null): string =>
  `${nodeId} ${number} ${cell === null ? '' : cellKey(JSON.parse(cell) as Cell)}`;
