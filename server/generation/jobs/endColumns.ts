import { furtherText } from './jobRow';
import type { JobOutcome } from './JobEvent';
import type { JobRow } from './JobStore';

type EndColumns = Pick<
  JobRow,
  | 'state'
  | 'url'
  | 'text'
  | 'further'
  | 'missing'
  | 'message'
  | 'code'
  | 'retry_at'
  | 'model'
  | 'input_tokens'
  | 'output_tokens'
  | 'cost_micros'
>;

/** The columns that say how a job has ended. */
export function endColumns(outcome: JobOutcome): EndColumns {
  const { state } = outcome;
  const usage = outcome.state === 'aborted' ? undefined : outcome.usage;
  const nothing = {
    url: null,
    text: null,
    further: null,
    missing: 0,
    message: null,
    code: null,
    retry_at: null,
    model: null,
    input_tokens: usage?.inputTokens ?? null,
    output_tokens: usage?.outputTokens ?? null,
    cost_micros: usage?.costMicros ?? null,
  };
  switch (state) {
    case 'done': {
      const { url, text, further, model, shortfall } = outcome;
      return { ...nothing, state, url, text, further: furtherText(further), model, ...shortfall };
    }
    case 'failed': {
      const { message, code, retryAt, model = null } = outcome;
      return { ...nothing, state, message, code, model, retry_at: retryAt };
    }
    case 'aborted':
      return { ...nothing, state, message: outcome.message };
  }
}
