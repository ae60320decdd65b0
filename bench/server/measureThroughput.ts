import autocannon from 'autocannon';
import type { SavingEditor } from '../save/SavingEditor';

/** Saves of one process without a pause between them. */
export interface Throughput {
  readonly canvases: number;
  /** Saves that are under way at any moment. */
  readonly connections: number;
  readonly savesPerSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly errors: number;
}

const CONNECTIONS = 32;

/** Each connection saves again as soon as it has its answer; the canvases alternate. */
export async function measureThroughput(
  url: string,
  editors: readonly SavingEditor[],
  seconds: number,
): Promise<Throughput> {
  for (const editor of editors) await editor.save();
  let turn = 0;
  const { requests, latency, errors, timeouts, non2xx } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        method: 'PATCH',
        setupRequest: (request) => {
          turn += 1;
          return { ...request, ...editors[turn % editors.length]?.nextSave() };
        },
      },
    ],
  });
  return {
    canvases: editors.length,
    connections: CONNECTIONS,
    savesPerSecond: requests.average,
    medianMs: latency.p50,
    p99Ms: latency.p99,
    errors: errors + timeouts + non2xx,
  };
}
