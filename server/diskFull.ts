import { ApiError } from './errors';

/** SQLite's, PostgreSQL's and the operating system's words for no room left. */
const CODES = new Set<unknown>(['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT']);

/** Whether something could not be written because there is no room for it. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.has(error.code);
}

/** What was asked for was not stored, and nothing else has changed. The cause is for the log only. */
export function diskFull(cause: unknown): ApiError {
  const error = new ApiError(
    507,
    'diskFull',
    'The server has no room left, so this was not stored. Everything stored before can still be opened. Tell whoever runs the server.',
  );
  error.cause = cause;
  return error;
}
