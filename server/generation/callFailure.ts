import { z } from 'zod';
import { ApiError } from '../errors';
import { EngineAnswer } from './askEngine';
import { codeOfStatus, engineFailure, type EngineKind } from './engineFailure';
import { EngineError, type EngineErrorCode } from './ports';

/** Facts in the body of an answer beyond its status. */
export interface AnswerFacts {
  /** Absent where the status alone decides. */
  readonly code?: EngineErrorCode | undefined;
  /** The engine's word for it, for the log. */
  readonly word?: string | undefined;
}

/** A failed call as a message for people, without the engine's own text. An ApiError is no failure of the engine: it stays. */
export function callFailure(thrown: unknown, engine: EngineKind, toldIn: (answer: EngineAnswer) => AnswerFacts): Error {
  if (thrown instanceof EngineError || thrown instanceof ApiError) return thrown;
  if (thrown instanceof z.ZodError) return engineFailure(engine, 'unreadable', { detail: 'not as it should answer' });
  if (!(thrown instanceof EngineAnswer)) {
    return engineFailure(engine, 'unreachable', { detail: 'no answer', cause: thrown });
  }
  const { status, retryAfterS } = thrown;
  const { code, word } = toldIn(thrown);
  return engineFailure(engine, code ?? codeOfStatus(status), {
    retryAfterS,
    detail: [status, word].join(' ').trim(),
  });
}
