import type { Job } from '../../../src/api/contract';
import type { JobOutcome } from './JobEvent';
import type { JobRow } from './JobStore';

/** The addresses of a job's pictures after the first, as its row holds them. */
export const furtherOf = (text: string | null): readonly string[] =>
  text === null ? [] : (JSON.parse(text) as string[]);

export const furtherText = (urls: readonly string[]): string | null =>
  urls.length === 0 ? null : JSON.stringify(urls);

/** A job as it travels. */
export function jobOf(row: JobRow): Job {
  const { id, number, state, url, message, code, provider, model } = row;
  const times = { startedAt: row.started_at, endedAt: row.ended_at, retryAt: row.retry_at };
  const taken = { inputTokens: row.input_tokens, outputTokens: row.output_tokens, costMicros: row.cost_micros };
  const run = row.run_id === null ? {} : { runId: row.run_id };
  const further = furtherOf(row.further);
  const several = {
    ...(row.asked_count > 1 && { count: row.asked_count }),
    ...(row.missing > 0 && { missing: row.missing }),
    ...(further.length > 0 && { further }),
  };
  const made = { url, ...(row.text !== null && { text: row.text }), ...several, message, code };
  return { id, nodeId: row.node_id, ...run, number, state, ...made, ...times, provider, model, ...taken };
}

/** How the row says the job ended; undefined while it runs. */
export function outcomeOf(row: JobRow): JobOutcome | undefined {
  const message = row.message ?? 'It could not be made. Run it again.';
  switch (row.state) {
    case 'running':
      return undefined;
    case 'done':
      return {
        state: 'done',
        url: row.url ?? '',
        text: row.text,
        further: furtherOf(row.further),
        shortfall: row.missing === 0 ? null : { missing: row.missing, code: row.code ?? 'empty', message },
        model: row.model,
      };
    case 'failed':
      return { state: 'failed', code: row.code ?? 'failed', message, retryAt: row.retry_at };
    case 'aborted':
      return { state: 'aborted', message };
  }
}
