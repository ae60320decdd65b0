import { ApiError, isDiskFull, StartRefused } from '../../server/errors';
import { CommandRefused } from './CommandRefused';
import type { CommandAnswer } from './printAnswer';

/** SQLite's words for a file that it cannot open, read or write, and for one that is no whole database. */
const DATABASE_FAILURE = /^SQLITE_(?:BUSY|CANTOPEN|CORRUPT|FULL|IOERR|NOTADB|PERM|READONLY)/;

/** Gives the answer of a command, in which an ordinary failure is one line that the operator can act on. A fault of ours keeps its stack. */
export async function answerFailures(command: () => Promise<CommandAnswer>): Promise<CommandAnswer> {
  try {
    return await command();
  } catch (error) {
    const line = lineOf(error);
    if (line === null) throw error;
    return { code: 1, lines: [line] };
  }
}

function lineOf(error: unknown): string | null {
  if (error instanceof CommandRefused || error instanceof StartRefused) return error.message;
  if (!isOrdinary(error)) return null;
  // The server's own words for a full disk send people to the operator, who reads this.
  const what = isDiskFull(error.cause) ? 'There is no room left.' : error.message.replace(/[^.]$/, '$&.');
  const why = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${what}${why} Mend that and run the same command again.`;
}

/** A database, a store or a disk that is away, full or closed to this user; or several of these together. */
function isOrdinary(error: unknown): error is Error {
  if (error instanceof AggregateError) return error.errors.every(isOrdinary);
  if (error instanceof ApiError) return true;
  if (!(error instanceof Error) || !('code' in error)) return false;
  return 'syscall' in error || DATABASE_FAILURE.test(String(error.code));
}
