import type { ApiClient } from './client';
import { jobList, type ImageEvent, type Job } from './contract';
import { openImageStream } from './imageStream';

export const createJobsApi = (client: ApiClient) => ({
  /** The project's jobs started at or after `since` (ISO 8601). */
  list: (pid: number, since: string): Promise<Job[]> =>
    client.call('GET', `/projects/${pid}/jobs`, jobList, undefined, { params: { since } }),

  /** The job's stream from its start. */
  events: (jobId: string, signal?: AbortSignal): AsyncIterable<ImageEvent> =>
    openImageStream(client, `/jobs/${encodeURIComponent(jobId)}/events`, {
      headers: { Accept: 'text/event-stream' },
      signal: signal ?? null,
    }),

  abort: (jobId: string): Promise<void> => client.send('DELETE', `/jobs/${encodeURIComponent(jobId)}`),
});
export type JobsApi = ReturnType<typeof createJobsApi>;
