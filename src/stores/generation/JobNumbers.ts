import type { Api } from '../../api';
import type { ImageEvent } from '../../api/contractStream';
import type { FollowedJob } from './FollowedJob';

/**
 * Number of the newest jobs of a node that are looked at. Each run by hand has a higher number than the one before, so that the highest is mostly
 * among them; it is further back where runs of many nodes have made much that was new since then, all of it with number 0.
 */
export const NEWEST = 20;

/**
 * Gives a node's next run its number: the first that none of its jobs has had, on any device. The server's list of jobs
 * decides, since a canvas can be taken back to an earlier state and its pictures cannot.
 */
export class JobNumbers {
  readonly #pid: number;
  readonly #jobs: Pick<Api['jobs'], 'list'>;
  /** The newest numbers this page has used. */
  readonly #last = new Map<string, number>();

  constructor(pid: number, jobs: Pick<Api['jobs'], 'list'>) {
    this.#pid = pid;
    this.#jobs = jobs;
  }

  /** Never rejects: a list that cannot be read must not keep a picture from being made. */
  async next(nodeId: string): Promise<number> {
    const highest = await highestNumber(this.#jobs, this.#pid, [nodeId], NEWEST);
    const number = Math.max(this.#last.get(nodeId) ?? -1, highest) + 1;
    this.#last.set(nodeId, number);
    return number;
  }

  /**
   * Names the running job of a stopped run whose line broke, and aborts the run when there is none; names nothing when the list cannot be
   * read. To send the request again would begin a job where the first one never arrived.
   */
  async *findStopped(nodeId: string, { number, controller }: FollowedJob): AsyncGenerator<ImageEvent> {
    const jobs = await this.#jobs.list(this.#pid, { nodeId, limit: NEWEST }).catch(() => null);
    if (!jobs) return;
    const left = jobs.find((job) => job.number === number && job.state === 'running' && job.runId === undefined);
    if (left) yield { event: 'job', data: { id: left.id } };
    else controller.abort();
    controller.signal.throwIfAborted();
  }
}

/**
 * The highest number of these nodes' jobs: a job keeps its number though its picture was deleted. -1 where there is none; never rejects.
 *
 * @param limit Number of jobs that are looked at, the newest first; as many as the server gives when absent.
 */
export async function highestNumber(
  jobs: Pick<Api['jobs'], 'list'>,
  pid: number,
  nodeIds: readonly string[],
  limit?: number,
): Promise<number> {
  const [nodeId, ...others] = nodeIds;
  const isOne = nodeId !== undefined && others.length === 0;
  try {
    const newest = await jobs.list(pid, { ...(isOne && { nodeId }), ...(limit !== undefined && { limit }) });
    const ids = new Set<string | null>(nodeIds);
    return Math.max(-1, ...newest.filter((job) => ids.has(job.nodeId)).map(({ number }) => number));
  } catch (error) {
    console.warn('the numbers of earlier runs could not be read', error);
    return -1;
  }
}
