import type { Api } from '../../api';
import type { Job } from '../../api/contract';
import { NEWEST } from './JobNumbers';
import type { PendingJob } from './PendingJobs';

/** Reads the jobs that run or are not older than `since`, and those of the nodes that an earlier page has asked for. */
export async function readLeftJobs(
  jobs: Pick<Api['jobs'], 'list'>,
  pid: number,
  left: ReadonlyMap<string, PendingJob>,
  since: number,
): Promise<Job[]> {
  const recent = await jobs.list(pid, { since: new Date(since).toISOString() });
  const listed = new Set(recent.map(({ nodeId }) => nodeId));
  const missing = [...left].filter(([nodeId, { state }]) => state === 'asked' && !listed.has(nodeId));
  // `since` comes from this device's clock, which may be days ahead: the list then lacks what has just ended.
  const others = await Promise.all(missing.map(([nodeId]) => jobs.list(pid, { nodeId, limit: NEWEST })));
  // The server itself puts the pictures of a run on the canvas.
  return [...recent, ...others.flat()].filter(({ runId }) => runId === undefined);
}
