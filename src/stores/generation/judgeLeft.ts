import type { Job } from '../../api/contract';
import { failureWords, type FailureWords } from '../failureWords';
import type { LeftJobs, PendingJob, Stop } from './PendingJobs';

/** The end of a run that no page followed. */
type LeftEnd =
  | { readonly kind: 'done'; readonly value: string; readonly shown: number | undefined }
  | { readonly kind: 'failed'; readonly words: FailureWords; readonly number: number | null }
  /** The run needs no further word. */
  | { readonly kind: 'over' };

interface Judgement {
  /** The newest jobs of nodes that still run, from any device. */
  readonly running: readonly Job[];
  readonly ended: ReadonlyMap<string, LeftEnd>;
  /** Stops whose job still runs. */
  readonly stopped: readonly { readonly stop: Stop; readonly jobId: string }[];
}

/** Derives from the jobs since `since` how those that an earlier page has left behind have ended. */
export function judgeLeft(jobs: readonly Job[], left: LeftJobs, since: number): Judgement {
  const stopped = jobs.flatMap(({ id: jobId, state, nodeId, number }) => {
    const stop = left.stops.find((one) => one.nodeId === nodeId && one.number === number);
    return stop && state === 'running' ? { stop, jobId } : [];
  });
  const newest = new Map<string, Job>();
  for (const job of jobs) {
    if (stopped.some(({ jobId }) => jobId === job.id)) continue;
    const known = job.nodeId === null ? undefined : newest.get(job.nodeId);
    if (job.nodeId !== null && (!known || known.startedAt < job.startedAt)) newest.set(job.nodeId, job);
  }
  const running = [...newest.values()].filter(({ state }) => state === 'running');
  const ended = new Map<string, LeftEnd>();
  for (const [nodeId, pending] of Object.entries(left.jobs)) {
    const job = newest.get(nodeId);
    if (job?.state === 'running') continue;
    const end = pending.state === 'asked' ? endOfAsked(pending, job, since) : endOfFailed(pending, job);
    if (end) ended.set(nodeId, end);
  }
  return { running, ended, stopped };
}

function endOfAsked(pending: Extract<PendingJob, { state: 'asked' }>, job: Job | undefined, since: number): LeftEnd {
  const number = pending.number ?? job?.number ?? 0;
  if (!job || job.number < number) {
    const isKnown = Date.parse(pending.startedAt) >= since;
    return isKnown ? { kind: 'failed', words: { key: 'node.notBegun' }, number: pending.number } : { kind: 'over' };
  }
  // Somebody has run the node again elsewhere: their result stays.
  if (job.number > number) return { kind: 'over' };
  if (job.state === 'done' && job.url !== null) {
    return { kind: 'done', value: job.text ?? job.url, shown: pending.shown };
  }
  if (job.state !== 'failed') return { kind: 'over' };
  return { kind: 'failed', words: failureWords(job, 'toast.unknownError'), number };
}

/** A failure is over once a later run of the node has succeeded, on any device. */
function endOfFailed(pending: PendingJob, job: Job | undefined): LeftEnd | undefined {
  if (pending.state !== 'failed' || pending.number === null || job?.state !== 'done') return undefined;
  return job.number >= pending.number ? { kind: 'over' } : undefined;
}
