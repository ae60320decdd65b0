import { ApiError } from '@google/genai';
import { z } from 'zod';

/** The body of an error answer, as the SDK passes it on: JSON in the error's message. */
const errorBody = z.object({
  error: z.object({
    status: z.string().optional(),
    message: z.string().optional(),
    details: z.array(z.looseObject({ reason: z.string().optional(), retryDelay: z.string().optional() })).optional(),
  }),
});

export interface Failure {
  /** HTTP status; 0 when there was no answer. */
  status: number;
  /** Google's word, such as RESOURCE_EXHAUSTED; empty when it gave none. */
  word: string;
  isModelGone: boolean;
  isKeyInvalid: boolean;
  retryAfterS: number | undefined;
}

/** What a thrown error of the SDK says, without its text: that may quote the request. */
export function readFailure(error: unknown): Failure {
  if (!(error instanceof ApiError)) {
    return { status: 0, word: '', isModelGone: false, isKeyInvalid: false, retryAfterS: undefined };
  }
  const body = errorBody.safeParse(parse(error.message)).data?.error;
  const details = body?.details ?? [];
  const delay = details.map((detail) => Number.parseFloat(detail.retryDelay ?? '')).find(Number.isFinite);
  const word = body?.status ?? '';
  return {
    status: error.status,
    word,
    isModelGone: error.status === 404 && word === 'NOT_FOUND',
    isKeyInvalid:
      error.status === 401 ||
      error.status === 403 ||
      details.some((detail) => detail.reason === 'API_KEY_INVALID') ||
      /api key (not valid|expired)/i.test(body?.message ?? ''),
    retryAfterS: delay === undefined ? undefined : Math.ceil(delay),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
