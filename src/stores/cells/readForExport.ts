import { ApiFailure, type Api } from '../../api';
import { backoffMs } from '../backoff';
import { causeOf } from '../causeOf';
import { waitUnlessAborted } from '../generation/JobQueue';
import type { Clock } from '../ports';

const TRIES = 4;

interface ReadWith {
  readonly files: Pick<Api['files'], 'read'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Reads a picture for an export, which may be the last of a thousand: what may pass by itself is tried again. Null when
 * the server does not give this picture; rejects when the server is away, the person is signed out, or the export is stopped.
 */
export async function readForExport(
  url: string,
  size: 256 | 1024 | undefined,
  { files, clock, signal }: ReadWith,
): Promise<Blob | null> {
  for (let tries = 0; ; tries++) {
    try {
      return await files.read(url, { signal, ...(size && { size }) });
    } catch (error) {
      const cause = causeOf(error);
      if (cause === 'notThere') return null;
      if (signal.aborted || cause === 'signedOut' || !(error instanceof ApiFailure)) throw error;
      if (tries + 1 === TRIES) {
        // A proxy may answer for a server that is away.
        if (error.status !== null && error.status < 500) return null;
        throw error;
      }
      await waitUnlessAborted(clock, Math.max(backoffMs(tries), error.retryAfterMs ?? 0), signal);
    }
  }
}
