import { ApiFailure, type Api } from '../../api';
import { backoffMs } from '../backoff';
import { causeOf } from '../causeOf';
import { waitUnlessAborted } from '../generation/JobQueue';
import type { Clock } from '../ports';

const TRIES = 4;
/** A server that gives none of so many pictures in a row is away. */
const AWAY_AFTER = 8;

interface ReadWith {
  readonly files: Pick<Api['files'], 'read'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export type ReadForExport = (url: string, size?: 256 | 1024) => Promise<Blob | null>;

/**
 * Reads the pictures of an export, of which one may be the last of a thousand: what may pass by itself is tried again. Null where the
 * server does not give a picture; rejects when the server is away, the person is signed out, or the export is stopped.
 */
export function readForExport({ files, clock, signal }: ReadWith): ReadForExport {
  let refused = 0;
  return async (url, size) => {
    for (let tries = 1; ; tries++) {
      try {
        const picture = await files.read(url, { signal, ...(size && { size }) });
        refused = 0;
        return picture;
      } catch (error) {
        const cause = causeOf(error);
        if (cause === 'notThere') return null;
        if (signal.aborted || cause === 'signedOut' || !(error instanceof ApiFailure)) throw error;
        if (tries === TRIES) {
          refused += 1;
          // A proxy may answer for a server that is away.
          if (error.status === null || refused >= AWAY_AFTER) throw error;
          return null;
        }
        await waitUnlessAborted(clock, Math.max(backoffMs(tries - 1), error.retryAfterMs ?? 0), signal);
      }
    }
  };
}
