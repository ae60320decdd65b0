import { EngineError } from './ports';
import type { FailureFacts, EngineErrorCode } from './ports';
import { DAY_MS } from '../time';

/** The engine that speaks. */
export type EngineKind = 'picture' | 'text';

const AGAIN = 'Change it and run it again.';

/**
 * Sentences in English after 'The picture engine' or 'The text engine'; src/i18n says each code in the person's
 * language. A card has three lines for it.
 */
const SAYS: Record<EngineErrorCode, string> = {
  refused: `declined this. ${AGAIN}`,
  refusedSafety: `declined this because of its safety rules. ${AGAIN}`,
  refusedProhibited: `declined this because it asks for prohibited content. ${AGAIN}`,
  refusedPersonal: `declined this because of personal information in it. ${AGAIN}`,
  refusedWord: `declined this because of a word that is blocked. ${AGAIN}`,
  refusedPicture: `kept back its picture, which breaks its safety rules. ${AGAIN}`,
  refusedWork: `kept back its picture: it is too close to another work. ${AGAIN}`,
  takesNoPictures: 'of this server takes no pictures. Disconnect the picture and run it again.',
  notOffered: 'does not make pictures of this shape. Choose another shape and run it again.',
  quota: 'has been asked too much for now. Try again in a minute.',
  quotaDay: 'has nothing left for today. Try again tomorrow.',
  overloaded: 'is too busy right now. Try again in a few minutes.',
  unreachable: 'cannot be reached right now. Try again in a few minutes.',
  timeout: 'did not answer in time. Try again in a moment.',
  keyRefused: "does not accept this server's key. Ask the operator to check it.",
  noQuota: "does not serve this server's account. Ask the operator to check its plan and billing.",
  noModel: "no longer offers this server's models. Ask the operator to name current ones.",
  addressAnswer: 'sent an address, which is not opened. Ask the operator to have it send base64.',
  empty: 'answered without a result. Run it again.',
  noPicture: 'answered with words instead of a picture. Say more clearly what to draw and run it again.',
  unreadable: 'answered in a form that cannot be read. Try again.',
  unusablePicture: 'sent something that is not a usable picture. Run it again.',
  tooLarge: 'does not take so much at once. Use fewer or smaller pictures.',
  aborted: 'was stopped before it was done.',
};

/** Failures that pass by themselves, so that a time to ask again means something. */
const PASSES: ReadonlySet<EngineErrorCode> = new Set(['quota', 'quotaDay', 'overloaded']);

/** An engine may name any number, also one that no date can hold. */
const RETRY_AFTER_MAX_S = DAY_MS / 1000;

/** An engine's failure in our own words; where it passes and the wait is known, with the wait. */
export function engineFailure(engine: EngineKind, code: EngineErrorCode, facts: FailureFacts = {}): EngineError {
  const retryAfterS =
    PASSES.has(code) && facts.retryAfterS !== undefined ? Math.min(facts.retryAfterS, RETRY_AFTER_MAX_S) : undefined;
  const says =
    retryAfterS === undefined ? SAYS[code] : SAYS[code].replace(/Try again .*$/, `Try again ${inTime(retryAfterS)}.`);
  return new EngineError(code, `The ${engine} engine ${says}`, { ...facts, retryAfterS });
}

/** Adds what is known of a call to its failure. */
export function withFacts(error: EngineError, facts: Pick<FailureFacts, 'model' | 'usage'>): EngineError {
  const { code, message, retryAfterS, detail, cause } = error;
  return new EngineError(code, message, { retryAfterS, detail, cause, ...facts });
}

function inTime(seconds: number): string {
  if (seconds < 120) return `in ${seconds} s`;
  return seconds < 7200 ? `in ${Math.ceil(seconds / 60)} minutes` : `in ${Math.ceil(seconds / 3600)} hours`;
}

/** The code of an engine's HTTP status alone; 'unreachable' if the status says nothing, or is 0 for no answer. */
export function codeOfStatus(status: number): EngineErrorCode {
  switch (status) {
    case 400:
    case 422:
      return 'refused';
    case 401:
    case 403:
      return 'keyRefused';
    case 402:
      return 'noQuota';
    case 413:
      return 'tooLarge';
    case 429:
      return 'quota';
    case 500:
    case 503:
      return 'overloaded';
    case 504:
      return 'timeout';
    default:
      return 'unreachable';
  }
}

/** A signal that the caller's own or the clock ends, whichever comes first, and which of them it was. */
export interface Deadline {
  signal: AbortSignal;
  /** The typed error when one of the two ended the call; undefined when neither did. */
  reason(): EngineError | undefined;
}

export function deadline(caller: AbortSignal, ms: number, engine: EngineKind): Deadline {
  const clock = AbortSignal.timeout(ms);
  return {
    signal: AbortSignal.any([caller, clock]),
    reason: () => {
      if (caller.aborted) return engineFailure(engine, 'aborted');
      return clock.aborted ? engineFailure(engine, 'timeout', { detail: `${ms} ms` }) : undefined;
    },
  };
}
