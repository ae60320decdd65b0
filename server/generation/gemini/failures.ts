import type { GenerateContentResponse } from '@google/genai';
import { z } from 'zod';
import { EngineAnswer } from '../askEngine';
import { engineFailure, type EngineKind, codeOfStatus } from '../engineFailure';
import { EngineError, type EngineErrorCode, type FailureFacts } from '../ports';

const DAY_S = 24 * 60 * 60;
const pacificClock = new Intl.DateTimeFormat('en', {
  timeZone: 'America/Los_Angeles',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
});

/**
 * Seconds until Google's daily quotas start again: at midnight Pacific time, as its page on rate limits says. On the two days a year on
 * which the clocks there change it may be an hour off.
 */
function untilPacificMidnight(now: Date): number {
  const part = (type: string): number =>
    Number(pacificClock.formatToParts(now).find((part) => part.type === type)?.value ?? 0);
  return DAY_S - (part('hour') * 3600 + part('minute') * 60 + part('second'));
}

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
interface Failure {
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

/** A failed call as a message for people. */
export function toEngineError(thrown: unknown, engine: EngineKind): EngineError {
  if (thrown instanceof EngineError) return thrown;
  const failure = readFailure(thrown);
  const code = codeOf(failure);
  const { status, word, retryAfterS } = failure;
  return engineFailure(engine, code, {
    // A daily quota comes with the delay of a minute's quota: asking again after that is useless.
    retryAfterS: code === 'quotaDay' ? untilPacificMidnight(new Date()) : retryAfterS,
    detail: status === 0 ? 'no answer' : `${status} ${word}`.trim(),
  });
}

/** The code of Google's failure, which its details may make more exact than its status. */
function codeOf({ status, isKeyInvalid, hasNoQuota, isOfDay }: Failure): EngineErrorCode {
  if (isKeyInvalid) return 'keyRefused';
  if (hasNoQuota) return 'noQuota';
  const code = codeOfStatus(status);
  return code === 'quota' && isOfDay ? 'quotaDay' : code;
}

/** Why Google's models decline, by its block and finish reasons. */
const REASONS: Readonly<Record<string, EngineErrorCode>> = {
  SAFETY: 'refusedSafety',
  MODEL_ARMOR: 'refusedSafety',
  JAILBREAK: 'refusedSafety',
  PROHIBITED_CONTENT: 'refusedProhibited',
  BLOCKLIST: 'refusedWord',
  SPII: 'refusedPersonal',
  RECITATION: 'refusedWork',
  IMAGE_RECITATION: 'refusedWork',
  IMAGE_SAFETY: 'refusedPicture',
  IMAGE_PROHIBITED_CONTENT: 'refusedPicture',
  LANGUAGE: 'refused',
};

/** A refusal comes as HTTP 200: without candidates, or with one that ended for a reason. Undefined when it is none. */
export function refusal(
  response: GenerateContentResponse,
  engine: EngineKind,
  facts: FailureFacts = {},
): EngineError | undefined {
  const { candidates = [], promptFeedback } = response;
  const block = promptFeedback?.blockReason;
  const word = block ?? candidates[0]?.finishReason ?? '';
  const code = REASONS[word] ?? (block !== undefined || candidates.length === 0 ? 'refused' : undefined);
  return code && engineFailure(engine, code, { ...facts, detail: word === '' ? 'no candidates' : word });
}
