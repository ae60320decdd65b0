import { z } from 'zod';
import { EngineAnswer } from '../askEngine';

const detail = z.looseObject({
  reason: z.string().optional(),
  retryDelay: z.string().optional(),
  violations: z.array(z.looseObject({ quotaId: z.string().optional() })).optional(),
});
const errorBody = z.object({
  error: z.object({
    status: z.string().optional(),
    message: z.string().optional(),
    details: z.array(detail).optional(),
  }),
});

/** The facts of an error answer of Google's, without its text: that may quote the request. */
export interface Failure {
  /** HTTP status; 0 when there was no answer. */
  status: number;
  /** Google's word, such as RESOURCE_EXHAUSTED; empty when it gave none. */
  word: string;
  isModelGone: boolean;
  isKeyInvalid: boolean;
  /** A quota that is used up is that of a day, not of a minute. */
  isOfDay: boolean;
  /** This account has no quota at all, or may not be served where it is. */
  hasNoQuota: boolean;
  retryAfterS: number | undefined;
}

const NO_ANSWER: Failure = {
  status: 0,
  word: '',
  isModelGone: false,
  isKeyInvalid: false,
  isOfDay: false,
  hasNoQuota: false,
  retryAfterS: undefined,
};

export function readFailure(thrown: unknown): Failure {
  if (!(thrown instanceof EngineAnswer)) return NO_ANSWER;
  const { status } = thrown;
  const { status: said = '', message = '', details = [] } = errorBody.safeParse(thrown.body).data?.error ?? {};
  const word = /^[A-Z_]{1,40}$/.test(said) ? said : '';
  return {
    status,
    word,
    isModelGone: status === 404 && word === 'NOT_FOUND',
    isKeyInvalid:
      status === 401 ||
      status === 403 ||
      details.some(({ reason }) => reason === 'API_KEY_INVALID') ||
      /api key (not valid|expired)/i.test(message),
    isOfDay: details.some(({ violations = [] }) => violations.some(({ quotaId = '' }) => quotaId.includes('PerDay'))),
    hasNoQuota: (status === 429 && /\blimit: 0\b/.test(message)) || (status === 400 && word === 'FAILED_PRECONDITION'),
    retryAfterS: delayIn(details) ?? thrown.retryAfterS,
  };
}

/** RetryInfo's delay travels as '33.4s'. */
function delayIn(details: readonly z.infer<typeof detail>[]): number | undefined {
  const delay = details.map(({ retryDelay = '' }) => Number.parseFloat(retryDelay)).find(Number.isFinite);
  return delay === undefined ? undefined : Math.ceil(delay);
}
