import type { Job } from '../../../src/api/contract';
import type { JobOutcome } from './JobEvent';
import type { JobRow } from './JobStore';

/** A job as it travels. */
export function jobOf(row: JobRow): Job {
  const { id, number, state, url, message, code, provider, model } = row;
  const times = { startedAt: row.started_at, endedAt: row.ended_at, retryAt: row.retry_at };
  const taken = { inputTokens: row.input_tokens, outputTokens: row.output_tokens, costMicros: row.cost_micros };
  return { id, nodeId: row.node_id, number, state, url, message, code, ...times, provider, model, ...taken };
}

/** How the row says the job ended; undefined while it runs. */
export function outcomeOf(row: JobRow): JobOutcome | undefined {
  const message = row.message ?? 'The picture could not be made. Run it again.';
  switch (row.state) {
    case 'running':
      return undefined;
    case 'done':
      return { state: 'done', url: row.url ?? '', model: row.model };
    case 'failed':
      return { state: 'failed', code: row.code ?? 'failed', message, retryAt: row.retry_at };
    case 'aborted':
      return { state: 'aborted', message };
  }
}
