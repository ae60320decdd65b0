import type { ApiClient } from './client';
import type { Run, RunPlan, RunWish } from './contractRuns';

/** The dashboard knows no runs: their shapes come with the first call. */
const shapes = () => import('./contractRuns');

export const createRunsApi = (client: ApiClient) => ({
  /** What a run would do and cost; asks nothing of an engine. 412 when the canvas is at another revision. */
  plan: async (pid: number, wish: RunWish): Promise<RunPlan> =>
    client.call('POST', `/projects/${pid}/runs/plan`, (await shapes()).runPlan, wish, { isLarge: true }),

  /** Starts a run, once for its key. Returns its id; 412 as `plan`, 429 where nothing may start. */
  start: async (pid: number, wish: RunWish, idempotencyKey: string): Promise<string> => {
    const headers = { 'Idempotency-Key': idempotencyKey };
    const { startedRun } = await shapes();
    return (await client.call('POST', `/projects/${pid}/runs`, startedRun, wish, { isLarge: true, headers })).runId;
  },

  /** The last ones of a project, newest first. */
  list: async (pid: number): Promise<Run[]> => client.call('GET', `/projects/${pid}/runs`, (await shapes()).runList),

  read: async (runId: string): Promise<Run> =>
    client.call('GET', `/runs/${encodeURIComponent(runId)}`, (await shapes()).run),

  /** What runs is stopped, what waits does not start. */
  abort: (runId: string): Promise<void> => client.send('DELETE', `/runs/${encodeURIComponent(runId)}`),
});
export type RunsApi = ReturnType<typeof createRunsApi>;
