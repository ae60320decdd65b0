import type { ProviderErrorCode } from '../ports';

/** What a reader of a job's stream is told, as it travels. */
export type JobEvent =
  | { event: 'job'; data: { id: string } }
  | { event: 'generated_image'; data: { url: string } }
  | { event: 'generate_image_end' }
  | { event: 'error'; data: { message: string; code: string } };

/** How a job came to its end. A failure read from its row has lost its code and is a plain 'failed'. */
export type JobOutcome =
  | { state: 'done'; url: string; model: string | null }
  | {
      state: 'failed';
      message: string;
      code: ProviderErrorCode | 'restarted' | 'internal' | 'failed';
      retryAfterS?: number | undefined;
    }
  | { state: 'aborted'; message: string };

/** The server went away while the job ran. */
export const RESTARTED: JobOutcome & { state: 'failed' } = {
  state: 'failed',
  code: 'restarted',
  message: 'The server was restarted while this picture was being made. Run it again.',
};

/** The events that tell an outcome, last one last. */
export function eventsOf(outcome: JobOutcome): JobEvent[] {
  switch (outcome.state) {
    case 'done':
      return [{ event: 'generated_image', data: { url: outcome.url } }, { event: 'generate_image_end' }];
    case 'failed':
      return [{ event: 'error', data: { message: outcome.message, code: outcome.code } }];
    case 'aborted':
      return [{ event: 'error', data: { message: outcome.message, code: 'aborted' } }];
  }
}
