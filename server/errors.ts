/**
 * An expected failure for the caller. The message is a whole sentence for people: what happened and what to do. The code is a stable word
 * for programs; `more` is added to the body.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly more: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    more: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.more = more;
  }

  /** The body as it travels: `message` and `error` hold the same sentence, because clients read either. */
  get body(): Record<string, unknown> {
    return { message: this.message, error: this.message, code: this.code, ...this.more };
  }
}

/** The server cannot start; the message is one line that says what to change. */
export class StartRefused extends Error {
  override readonly name: string = 'StartRefused';
}

/** The database is not there yet: a start that waits may find it. */
export class DatabaseNotThere extends StartRefused {
  override readonly name = 'DatabaseNotThere';
}

/** SQLite's, PostgreSQL's and the operating system's words for no room left. */
const CODES = new Set<unknown>(['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT']);

/** Whether something could not be written because there is no room for it. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.has(error.code);
}

/** Nothing was stored or changed. Only the log gets the cause. */
export function diskFull(cause: unknown): ApiError {
  const error = new ApiError(
    507,
    'diskFull',
    'The server has no room left, so this was not stored. Everything stored before can still be opened. Tell the person who runs this server.',
  );
  error.cause = cause;
  return error;
}
