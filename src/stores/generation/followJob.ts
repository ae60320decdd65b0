import { type Api, ApiFailure } from '../../api';
import { readErrorBody } from '../../api/ApiFailure';
import type { ImageEvent } from '../../api/contract';
import { type Clock, wait } from '../ports';
import type { Outcome } from './Run';

/** A broken stream is joined again so many times, after 1, 2, 4 and 8 s: a restarting server is back by then. */
const REJOIN_DELAYS_MS = [1000, 2000, 4000, 8000];
/** Limits that open again too late for a page to wait for them. */
const LATE_LIMITS: ReadonlySet<string> = new Set(['limitDay', 'limitDayAll', 'budget', 'quotaDay']);

/** After how long the server wants to be asked the same again; undefined where it has answered for good. */
function laterMs({ status, code, retryAfterMs }: ApiFailure): number | undefined {
  const isBusy = status === 429 || status === 503;
  return isBusy && retryAfterMs !== null && !LATE_LIMITS.has(code) ? retryAfterMs : undefined;
}

interface FollowOptions {
  readonly jobs: Api['jobs'];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Asks for the generation, or joins it: the same request each time, under the same key. */
  readonly open: () => AsyncIterable<ImageEvent>;
  /** Known when a running job is picked up; else the stream's first event names it. */
  readonly jobId: string | null;
  readonly onJob: (jobId: string) => void;
  readonly onPicture: (url: string) => void;
}

type Reading = Outcome | { readonly kind: 'broken'; readonly error: unknown };

/** Reads a generation to its end, over as many connections as it takes. Never rejects. */
export async function followJob(options: FollowOptions): Promise<Outcome> {
  const { jobs, clock, signal, open, onJob, onPicture } = options;
  let { jobId } = options;
  const read = async (stream: AsyncIterable<ImageEvent>): Promise<Reading> => {
    try {
      for await (const event of stream) {
        if (event.event === 'job') {
          jobId = event.data.id;
          onJob(jobId);
        } else if (event.event === 'generated_image') {
          onPicture(event.data.url);
        } else if (event.event === 'generate_image_end') {
          return { kind: 'done' };
        } else {
          const { data } = event;
          // The job goes on at another server.
          if (data?.code === 'closing') return { kind: 'broken', error: null };
          // The job goes on and is billed, while its reader is no longer signed in.
          if (data?.code === 'signInRequired') return { kind: 'unknown', failure: data };
          return data?.code === 'aborted' ? { kind: 'aborted' } : { kind: 'refused', failure: data ?? {} };
        }
      }
      return { kind: 'broken', error: null };
    } catch (error) {
      if (signal.aborted) return { kind: 'aborted' };
      // Our server's answer is final. A proxy's page and a broken line tell nothing.
      const isFinal = error instanceof ApiFailure && error.kind === 'http' && error.status !== null;
      if (!isFinal) return { kind: 'broken', error };
      const { jobId: failedJob } = readErrorBody(error.body);
      if (failedJob !== undefined) onJob(failedJob);
      // What has become a job is over: the same key would only hear of it again.
      const afterMs = failedJob === undefined && jobId === null ? laterMs(error) : undefined;
      return afterMs === undefined ? { kind: 'failed', failure: error } : { kind: 'later', afterMs };
    }
  };

  let reading = await read(open());
  for (const delayMs of REJOIN_DELAYS_MS) {
    if (reading.kind !== 'broken') return reading;
    await wait(clock, delayMs);
    if (signal.aborted) return { kind: 'aborted' };
    // The same request under the same key: it joins the job that the server may have begun.
    reading = await read(jobId === null ? open() : jobs.events(jobId, signal));
  }
  return reading.kind === 'broken' ? { kind: 'unknown', failure: {} } : reading;
}
