/** Why nobody was signed in: the person let it be, the issuer could not be reached, or its answer is not to be trusted. */
export type FailureReason = 'cancelled' | 'unavailable' | 'refused';

/** A sign-in that came to nothing. */
export class SignInFailure extends Error {
  override readonly name = 'SignInFailure';
  readonly reason: FailureReason;
  /** The cause, for the log: without any token or claim. */
  readonly code: string;

  constructor(reason: FailureReason, code: string, cause?: unknown) {
    super(`signing in: ${code}`, { cause });
    this.reason = reason;
    this.code = code;
  }
}
