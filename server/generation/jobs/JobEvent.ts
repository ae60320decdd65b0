import type { Shortfall } from '../../../src/api/contractStream';
import type { ApiError } from '../../errors';
import type { Usage } from '../ports';

/** The events of a job's stream, as they travel. */
export type JobEvent =
  | { event: 'job'; data: { id: string } }
  /** How much is done, from 0 to 1, where the engine says so. */
  | { event: 'progress'; data: { share: number } }
  /** `further`: the pictures after the first, when several were requested. */
  | { event: 'generated_image'; data: { url: string; further?: readonly string[] } }
  /** `data`: why fewer came than were requested. */
  | { event: 'generate_image_end'; data?: Shortfall }
  /** More of a text, after the part that was sent before. */
  | { event: 'words'; data: { text: string } }
  | { event: 'generated_text'; data: { text: string } }
  | { event: 'generate_text_end' }
  | { event: 'error'; data: { message: string; code: string; retryAt?: string } };

/** How a job ended, as its row says. */
export type JobOutcome =
  | {
      state: 'done';
      url: string;
      /** The written text; null where pictures were made. */
      text: string | null;
      /** Addresses of the pictures after the first. */
      further: readonly string[];
      shortfall: Shortfall | null;
      model: string | null;
      usage?: Usage | undefined;
    }
  | {
      state: 'failed';
      message: string;
      /** Why, in one stable word: an EngineErrorCode, or one of ours. */
      code: string;
      /** ISO 8601 UTC: when a further run is worth it, where the engine has said so. */
      retryAt: string | null;
      /** The model and usage that were billed nevertheless. */
      model?: string | undefined;
      usage?: Usage | undefined;
    }
  | { state: 'aborted'; message: string };

/** Its member, or what it is a part of, was stopped or has gone. */
export const ABORTED: JobOutcome & { state: 'aborted' } = {
  state: 'aborted',
  message: 'This was stopped before it was done.',
};

/** The server went away while the job ran. */
export const RESTARTED: JobOutcome & { state: 'failed' } = {
  state: 'failed',
  code: 'restarted',
  retryAt: null,
  message: 'The server was restarted while this was being made. Run it again.',
};

/** The caller had left before the engine was called. Nothing was billed. */
export const LEFT_EARLY: JobOutcome & { state: 'failed' } = {
  state: 'failed',
  code: 'leftEarly',
  retryAt: null,
  message: 'The network failed before this was begun. Run it again.',
};

/** Why a job or a step ends that an error of ours keeps from its engine: a full storage has the code of an engine's own limit. */
export const endCodeOf = ({ status, code }: ApiError): string =>
  status === 413 && code === 'quota' ? 'storageFull' : code;

/** The server of a stream goes away, but not the job, which runs at another one. */
export const CLOSING: JobEvent = {
  event: 'error',
  data: {
    code: 'closing',
    message: 'This server is closing. The work goes on: open the project again to see what comes of it.',
  },
};

/** The session or token that a stream was opened with has ended, but not the job. */
export const SIGNED_OUT: JobEvent = {
  event: 'error',
  data: {
    code: 'signInRequired',
    message: 'You are signed out. The work goes on: sign in again to see what comes of it.',
  },
};

/** The events that tell an outcome, last one last. */
export function eventsOf(outcome: JobOutcome): JobEvent[] {
  switch (outcome.state) {
    case 'done': {
      const { url, text, further, shortfall } = outcome;
      if (text !== null) return [{ event: 'generated_text', data: { text } }, { event: 'generate_text_end' }];
      return [
        // It may have been deleted since.
        ...(url === ''
          ? []
          : [{ event: 'generated_image' as const, data: { url, ...(further.length > 0 && { further }) } }]),
        { event: 'generate_image_end', ...(shortfall && { data: shortfall }) },
      ];
    }
    case 'failed':
      return [{ event: 'error', data: failureOf(outcome) }];
    case 'aborted':
      return [{ event: 'error', data: { message: outcome.message, code: 'aborted' } }];
  }
}

function failureOf({ message, code, retryAt }: JobOutcome & { state: 'failed' }) {
  return retryAt === null ? { message, code } : { message, code, retryAt };
}
