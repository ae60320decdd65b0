import type { FastifyBaseLogger } from 'fastify';
import { retryWhileAway } from '../../retry';
import type { Usage } from '../ports';
import { ABORTED, LEFT_EARLY } from './JobEvent';
import type { JobOutcome } from './JobEvent';
import type { JobPoller } from './JobPoller';
import type { JobRow, JobStore } from './JobStore';

interface SharingDeps {
  jobs: JobStore;
  poller: JobPoller;
  log: FastifyBaseLogger;
}

export const NOTHING_BILLED: Usage = { inputTokens: null, outputTokens: null, costMicros: 0 };

/**
 * How the call of an equal request ended, which is billed there; null when this job is to call. Where a person stops the job that calls,
 * the oldest of the others calls, and the rest share that. Where its server was killed, all of them end as restarted, also one that has
 * begun since: the engine may bill that call, and is not asked a second time. Never rejects.
 */
export async function shareCall(
  deps: SharingDeps,
  job: JobRow,
  sharedJobId: string | null,
  signal: AbortSignal,
): Promise<JobOutcome | null> {
  for (let next = sharedJobId; next !== null; next = await findOlder(deps, job, signal)) {
    const outcome = await endOf(deps.poller, next, signal);
    if (signal.aborted) return ABORTED;
    if (outcome.state !== 'aborted' && !isLeft(outcome)) return { ...outcome, usage: NOTHING_BILLED };
  }
  return signal.aborted ? ABORTED : null;
}

/** Whether its person had gone before it was begun: others who share it still want a picture. */
const isLeft = (outcome: JobOutcome): boolean => outcome.state === 'failed' && outcome.code === LEFT_EARLY.code;

function endOf(poller: JobPoller, id: string, signal: AbortSignal): Promise<JobOutcome> {
  return new Promise((resolve) => {
    const leave = poller.wait(id, resolve);
    const stop = (): void => {
      leave();
      resolve(ABORTED);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** The oldest running job with the same request, if it is older than this one: were younger ones shared, two could wait for each other. */
async function findOlder({ jobs, log }: SharingDeps, job: JobRow, signal: AbortSignal): Promise<string | null> {
  const { member_id: memberId, request_key: requestKey } = job;
  try {
    return await retryWhileAway(signal, async () => {
      const id = await jobs.findRunning({ memberId, requestKey });
      const other = id === null || id === job.id ? undefined : await jobs.find(memberId, id);
      return other !== undefined && other.started_at < job.started_at ? other.id : null;
    });
  } catch (error) {
    if (!signal.aborted) log.warn({ job: job.id, err: error }, 'no call could be looked for that this job may share');
    return null;
  }
}
