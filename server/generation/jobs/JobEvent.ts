import type { Usage } from '../ports';

/** What a reader of a job's stream is told, as it travels. */
export type JobEvent =
  | { event: 'job'; data: { id: string } }
  | { event: 'generated_image'; data: { url: string } }
  | { event: 'generate_image_end' }
  | { event: 'error'; data: { message: string; code: string; retryAt?: string } };

/** How a job ended, as its row says. */
export type JobOutcome =
  | { state: 'done'; url: string; model: string | null; usage?: Usage | undefined }
  | {
      state: 'failed';
      message: string;
      /** Why, in one stable word: a ProviderErrorCode, or one of ours. */
      code: string;
      /** ISO 8601 UTC: when a further run is worth it, where the engine has said so. */
      retryAt: string | null;
      /** What was billed all the same. */
      model?: string | undefined;
      usage?: Usage | undefined;
    }
  | { state: 'aborted'; message: string };

/** The server went away while the job ran. */
export const RESTARTED: JobOutcome & { state: 'failed' } = {
  state: 'failed',
  code: 'restarted',
  retryAt: null,
  message: 'The server was restarted while this picture was being made. Run it again.',
};

/** The caller had left before the engine was called. Nothing was billed. */
export const LEFT_EARLY: JobOutcome & { state: 'failed' } = {
  state: 'failed',
  code: 'leftEarly',
  retryAt: null,
  message: 'The connection broke before the picture was begun. Run it again.',
};

/** The server of a stream goes away, but not the job, which runs at another one. */
export const CLOSING: JobEvent = {
  event: 'error',
  data: {
    code: 'closing',
    message: 'This server is closing. The picture is still being made: open the project again to see it.',
  },
};

/** The session or token that a stream was opened with has ended, but not the job. */
export const SIGNED_OUT: JobEvent = {
  event: 'error',
  data: {
    code: 'signInRequired',
    message: 'You are signed out. The picture is still being made: sign in again to see it.',
  },
};

/** The events that tell an outcome, last one last. */
export function eventsOf(outcome: JobOutcome): JobEvent[] {
  switch (outcome.state) {
    case 'done':
      return [{ event: 'generated_image', data: { url: outcome.url } }, { event: 'generate_image_end' }];
    case 'failed':
      return [{ event: 'error', data: failureOf(outcome) }];
    case 'aborted':
      return [{ event: 'error', data: { message: outcome.message, code: 'aborted' } }];
  }
}

function failureOf({ message, code, retryAt }: JobOutcome & { state: 'failed' }) {
  return retryAt === null ? { message, code } : { message, code, retryAt };
}
