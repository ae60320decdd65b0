import type { Run } from '../../api/contractRuns';
import type { Take } from '../../api/contractTakes';
import { keyOf } from './cellKeys';

type Step = Run['steps'][number];

/** Blocked steps whose nodes are switched off or have nothing at their left were named by the plan already. */
export const isProblem = ({ state, reason }: Pick<Step, 'state' | 'reason'>): boolean =>
  state === 'failed' || state === 'aborted' || (state === 'blocked' && reason === 'upstream');

/** Whether the take came after the step had ended: it has replaced the picture that failed. */
export const isMadeSince = ({ createdAt }: Take, { endedAt }: Step): boolean => createdAt > (endedAt ?? '');

/** The failed steps of a run that has ended. One whose own cell got a picture since is made up for; other cells say nothing of it. */
export function failuresOf({ steps }: Run, takesOf: (nodeId: string) => readonly Take[]): readonly Step[] {
  const nodes = new Map<string, Map<string, Take>>();
  const newestOf = ({ nodeId, cell }: Step): Take | undefined => {
    const cells = nodes.get(nodeId) ?? new Map<string, Take>();
    // Takes come newest first.
    if (!nodes.has(nodeId)) for (const take of takesOf(nodeId).toReversed()) cells.set(keyOf(take.cell), take);
    nodes.set(nodeId, cells);
    return cells.get(keyOf(cell));
  };
  return steps.filter(isProblem).filter((step) => {
    const newest = newestOf(step);
    return !newest || !isMadeSince(newest, step);
  });
}
