import type { Run } from '../../api/contractRuns';
import type { Take } from '../../api/contractTakes';
import { keyOf } from './cellKeys';

type Step = Run['steps'][number];

/** Blocked steps whose nodes are switched off or have nothing at their left were named by the plan already. */
export const isProblem = ({ state, reason }: Pick<Step, 'state' | 'reason'>): boolean =>
  state === 'failed' || state === 'aborted' || (state === 'blocked' && reason === 'upstream');

/** Steps that the plan has named as not run, which says nothing of an earlier attempt. */
export const isPassedOver = (step: Pick<Step, 'state' | 'reason'>): boolean =>
  step.state === 'blocked' && !isProblem(step);

/** Whether the take came after the step had ended: it has replaced the picture that failed. */
export const isMadeSince = ({ createdAt }: Take, { endedAt }: Step): boolean => createdAt > (endedAt ?? '');

/**
 * The failed steps of a run that has ended. One is made up for by a picture that came since, other than by this run, of its own cell or of
 * the node as a whole.
 */
export function failuresOf({ steps }: Run, takesOf: (nodeId: string) => readonly Take[]): readonly Step[] {
  const own = new Set(steps.map(({ take }) => take));
  const nodes = new Map<string, ReadonlyMap<string, Take>>();
  const newestOf = (nodeId: string): ReadonlyMap<string, Take> => {
    const known = nodes.get(nodeId);
    if (known) return known;
    // Takes come newest first.
    const others = takesOf(nodeId).filter(({ id }) => !own.has(id));
    const cells = new Map(others.toReversed().map((take) => [keyOf(take.cell), take]));
    nodes.set(nodeId, cells);
    return cells;
  };
  return steps.filter(isProblem).filter((step) => {
    const cells = newestOf(step.nodeId);
    return ![step.cell, null].some((cell) => {
      const newest = cells.get(keyOf(cell));
      return newest !== undefined && isMadeSince(newest, step);
    });
  });
}
