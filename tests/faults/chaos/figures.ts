import type { TroubleKind } from './Round';
import type { RoundResult } from './runRound';

const NAMES: Readonly<Record<TroubleKind, string>> = {
  loss: 'losses',
  needlessCopy: 'needless copies',
  divergence: 'divergences',
  falseSaved: "false 'Saved'",
  notSaving: 'tabs that no longer saved',
  notFound: 'projects said to be gone',
  error: 'errors nobody caught',
};

const sum = (results: readonly RoundResult[], of: (result: RoundResult) => number): number =>
  results.reduce((all, result) => all + of(result), 0);

/** The figures of a run, as the docs state them. */
export function figuresOf(results: readonly RoundResult[]): string {
  const troubles = Object.entries(NAMES).map(
    ([kind, name]) =>
      `${sum(results, (one) => one.troubles.filter((trouble) => trouble.kind === kind).length)} ${name}`,
  );
  const [edits, faults, copies] = [
    sum(results, (one) => one.edits),
    sum(results, (one) => one.faults),
    sum(results, (one) => one.copies),
  ];
  return `${results.length} rounds, ${edits} edits, ${faults} faults, ${copies} copies kept; ${troubles.join(', ')}`;
}

/** The report for somebody who wants to repeat a round: the plan's seed, what happened when, and what was not found. */
export const reportOf = ({ plan, log, troubles }: RoundResult, repeat: string): string =>
  [
    `${repeat}: ${plan.steps.length} steps, ${plan.projects === 1 ? 'one project' : 'two projects'}`,
    ...troubles.map(({ kind, text }) => `  ${kind}: ${text}`),
    ...log.map((line) => `    ${line}`),
  ].join('\n');
