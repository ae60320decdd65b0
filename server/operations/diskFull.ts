import { ApiError } from '../errors';

/** SQLite's, PostgreSQL's and the operating system's words for no room left. */
const CODES = new Set<unknown>(['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT']);

/** Whether something could not be written because there is no room for it. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && CODES.has(error.code)) || isDiskFull(error.cause);
}

/** What was asked for was not stored; nothing else has changed. */
export function diskFull(): ApiError {
  return new ApiError(
    507,
    'diskFull',
    'The server has no room left, so this was not stored. Everything stored before can still be opened. Tell whoever runs the server.',
  );
}
