import type { Job } from '../../api/contract';
import { failureWords, type FailureWords } from '../failureWords';
import type { PendingRun } from './PendingJobs';

/** The end of a run that no page followed. */
type LeftEnd =
  | { readonly kind: 'done'; readonly value: string }
  | { readonly kind: 'failed'; readonly words: FailureWords; readonly number: number | null }
  /** The run needs no further word. */
  | { readonly kind: 'over' };

interface Judgement {
  /** The newest jobs of nodes that still run, from any device. */
  readonly running: readonly Job[];
  readonly ended: ReadonlyMap<string, LeftEnd>;
}

/** Derives from the jobs since `since` how the runs of an earlier page have ended. */
export function judgeLeft(jobs: readonly Job[], left: ReadonlyMap<string, PendingRun>, since: number): Judgement {
  const newest = new Map<string, Job>();
  for (const job of jobs) {
    const known = job.nodeId === null ? undefined : newest.get(job.nodeId);
    if (job.nodeId !== null && (!known || known.startedAt < job.startedAt)) newest.set(job.nodeId, job);
  }
  const running = [...newest.values()].filter(({ state }) => state === 'running');
  const ended = new Map<string, LeftEnd>();
  for (const [nodeId, run] of left) {
    const job = newest.get(nodeId);
    if (job?.state === 'running') continue;
    const end = run.state === 'asked' ? endOfAsked(run, job, since) : endOfFailed(run, job);
    if (end) ended.set(nodeId, end);
  }
  return { running, ended };
}

function endOfAsked(run: Extract<PendingRun, { state: 'asked' }>, job: Job | undefined, since: number): LeftEnd {
  const number = run.number ?? job?.number ?? 0;
  if (!job || job.number < number) {
    const isKnown = Date.parse(run.startedAt) >= since;
    return isKnown ? { kind: 'failed', words: { key: 'node.notBegun' }, number: run.number } : { kind: 'over' };
  }
  // Somebody has run the node again elsewhere: their result stays.
  if (job.number > number) return { kind: 'over' };
  if (job.state === 'done' && job.url !== null) return { kind: 'done', value: job.text ?? job.url };
  if (job.state !== 'failed') return { kind: 'over' };
  return { kind: 'failed', words: failureWords(job, 'toast.unknownError'), number };
}

/** A failure is over once a later run of the node has succeeded, on any device. */
function endOfFailed(run: PendingRun, job: Job | undefined): LeftEnd | undefined {
  if (run.state !== 'failed' || run.number === null || job?.state !== 'done') return undefined;
  return job.number >= run.number ? { kind: 'over' } : undefined;
}
