import type { ApiClient } from './client';
import type { Run, RunPlan, RunWish } from './contractRuns';

/** The dashboard has no runs: their shapes are loaded with the first call. */
const shapes = () => import('./contractRuns');

export const createRunsApi = (client: ApiClient) => ({
  /** Plans a run and its cost without asking an engine. 412 when the canvas is at another revision. */
  plan: async (pid: number, wish: RunWish): Promise<RunPlan> =>
    client.call('POST', `/projects/${pid}/runs/plan`, (await shapes()).runPlan, wish, { isLarge: true }),

  /** Starts a run, once for its key. Returns its id; 412 like `plan`, 429 when nothing may start. */
  start: async (pid: number, wish: RunWish, idempotencyKey: string): Promise<string> => {
    const headers = { 'Idempotency-Key': idempotencyKey };
    const { startedRun } = await shapes();
    return (await client.call('POST', `/projects/${pid}/runs`, startedRun, wish, { isLarge: true, headers })).runId;
  },

  /** The newest runs of a project, newest first. */
  list: async (pid: number): Promise<Run[]> => client.call('GET', `/projects/${pid}/runs`, (await shapes()).runList),

  read: async (runId: string): Promise<Run> =>
    client.call('GET', `/runs/${encodeURIComponent(runId)}`, (await shapes()).run),

  /** Stops running steps and does not start waiting ones. */
  abort: (runId: string): Promise<void> => client.send('DELETE', `/runs/${encodeURIComponent(runId)}`),
});
export type RunsApi = ReturnType<typeof createRunsApi>;
