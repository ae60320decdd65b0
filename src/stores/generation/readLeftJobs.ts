import type { Api } from '../../api';
import type { Job } from '../../api/contract';
import { NEWEST } from './JobNumbers';

/** Reads the jobs that run or are not older than `since`, and those of the nodes that an earlier page has asked for; null when it cannot. */
export async function readLeftJobs(
  jobs: Pick<Api['jobs'], 'list'>,
  pid: number,
  asked: readonly string[],
  since: number,
): Promise<Job[] | null> {
  try {
    const all = [...(await jobs.list(pid, { since: new Date(since).toISOString() }))];
    const listed = new Set(all.map(({ nodeId }) => nodeId));
    // `since` comes from this device's clock, which may be days ahead: the list then lacks what has just ended.
    for (const nodeId of asked) if (!listed.has(nodeId)) all.push(...(await jobs.list(pid, { nodeId, limit: NEWEST })));
    // The server itself puts the pictures of a run on the canvas.
    return all.filter(({ runId }) => runId === undefined);
  } catch (error) {
    console.warn('the jobs of this project could not be read', error);
    return null;
  }
}
