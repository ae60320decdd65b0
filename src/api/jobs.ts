import type { ApiClient } from './client';
import { jobList, type Job } from './contract';
import type { ImageEvent } from './contractStream';
import { openImageStream } from './imageStream';

export interface JobFilter {
  readonly since?: string;
  readonly url?: string;
  readonly nodeId?: string;
  /** Most jobs to return, the newest first. */
  readonly limit?: number;
}

export const createJobsApi = (client: ApiClient) => ({
  /** The project's jobs, oldest first: those started at or after `since` (ISO 8601), of one node, or those that made the picture at `url`. */
  list: (pid: number, filter: JobFilter): Promise<Job[]> =>
    client.call('GET', `/projects/${pid}/jobs`, jobList, undefined, { params: filter }),

  /** The job's stream from its start. */
  events: (jobId: string, signal?: AbortSignal): AsyncIterable<ImageEvent> =>
    openImageStream(client, `/jobs/${encodeURIComponent(jobId)}/events`, {
      headers: { Accept: 'text/event-stream' },
      signal: signal ?? null,
    }),

  abort: (jobId: string): Promise<void> => client.send('DELETE', `/jobs/${encodeURIComponent(jobId)}`),
});
export type JobsApi = ReturnType<typeof createJobsApi>;
