import { ApiFailure, isQuota } from '../api/ApiFailure';

/** Why a call of a screen failed, as far as the screen has words for it; `other`: not by the call. */
export type FailureCause = 'signedOut' | 'notThere' | 'full' | 'call' | 'other';

/** Names the cause of what a call to the server rejected with. */
export function causeOf(error: unknown): FailureCause {
  if (!(error instanceof ApiFailure)) return 'other';
  if (isQuota(error)) return 'full';
  if (error.status === 401) return 'signedOut';
  return error.status === 404 ? 'notThere' : 'call';
}
