import { ApiError } from '../errors';

/** The database cannot be asked just now. What was going on is undone; the cause is for the log only. */
export function databaseAway(cause: unknown): ApiError {
  const message = 'The server cannot reach its database just now. Try again in a moment.';
  return withCause(new ApiError(503, 'databaseAway', message, { 'Retry-After': '2' }), cause);
}

/** Others were in the way for too long. What was going on is undone. */
export function databaseBusy(cause: unknown): ApiError {
  const message = 'The database is busy with other work. Try again in a moment.';
  return withCause(new ApiError(503, 'databaseBusy', message, { 'Retry-After': '1' }), cause);
}

function withCause(error: ApiError, cause: unknown): ApiError {
  error.cause = cause;
  return error;
}
