import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import type { FailureReason } from './SignInFailure';
import { SignInFailure } from './SignInFailure';

/** Errors by which the issuer says that it cannot answer (RFC 6749, 4.1.2.1). */
const ISSUER_TROUBLE = new Set(['server_error', 'temporarily_unavailable']);

/** Turns an error of the OpenID Connect client into a SignInFailure; any other error stays as it is. */
export function toSignInFailure(error: unknown): unknown {
  if (error instanceof AuthorizationResponseError) {
    return new SignInFailure(reasonOfAnswer(error.error), word(error.error), error);
  }
  if (error instanceof ResponseBodyError) return new SignInFailure(reasonOf(error.status), word(error.error), error);
  if (error instanceof ClientError) {
    const status = error.cause instanceof Response ? error.cause.status : undefined;
    const reason = error.code === 'OAUTH_TIMEOUT' ? 'unavailable' : reasonOf(status);
    return new SignInFailure(reason, error.code ?? 'OAUTH_UNKNOWN', error);
  }
  // `fetch` rejects with this when there was no answer.
  if (error instanceof TypeError && error.cause !== undefined)
    return new SignInFailure('unavailable', 'noAnswer', error);
  return error;
}

function reasonOfAnswer(answer: string): FailureReason {
  if (answer === 'access_denied') return 'cancelled';
  return ISSUER_TROUBLE.has(answer) ? 'unavailable' : 'refused';
}

function reasonOf(status: number | undefined): FailureReason {
  return status !== undefined && status >= 500 ? 'unavailable' : 'refused';
}

/** The issuer's own word for it, as far as it is one. */
function word(text: string): string {
  return /^\w{1,64}$/.test(text) ? text : 'unknown';
}
