import { type Api, ApiFailure } from '../../api';
import { readErrorBody } from '../../api/ApiFailure';
import type { ImageEvent, Shortfall } from '../../api/contractStream';
import { backoffMs } from '../backoff';
import { type Clock, wait } from '../ports';
import type { EndOf, JobEnd } from '../runs/ProjectEvents';
import type { Outcome } from './GenerationState';

/** A broken stream is rejoined this many times, the last one after 15 s: a restarting server is back by then. */
const REJOINS = 4;
/** Limits that open again too late for a page to wait for them. */
const LATE_LIMITS: ReadonlySet<string> = new Set(['limitDay', 'limitDayAll', 'budget', 'quotaDay']);

/** Delay after which the server wants the same request again; undefined when its answer is final. */
function laterMs({ status, code, retryAfterMs }: ApiFailure): number | undefined {
  const isBusy = status === 429 || status === 503;
  return isBusy && retryAfterMs !== null && !LATE_LIMITS.has(code) ? retryAfterMs : undefined;
}

export interface FollowOptions {
  readonly jobs: Api['jobs'];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Sends the generation's request, or joins it: the same request each time, under the same key. Once it is stopped, finds its job. */
  readonly open: () => AsyncIterable<ImageEvent>;
  /** Known when a running job is picked up; else the stream's first event names it. */
  readonly jobId: string | null;
  readonly onJob: (jobId: string) => void;
  /** The address of a picture, or a whole text; `isLate` as in `JobEnd`. */
  readonly onResult: (value: string, isLate: boolean) => Promise<void>;
  /** All that is written so far. */
  readonly onWords: (soFar: string) => void;
  /** Reads the end from the project's stream, watched since the job had not ended; null where its own stream is to be read to the end. */
  readonly endOf: EndOf | null;
  /** Called when the project's stream follows the job; its own stream is closed. */
  readonly onElsewhere: () => void;
}

/** The streams that a job's events are read from. */
export type JobSource = Pick<FollowOptions, 'open' | 'endOf' | 'onElsewhere'>;

const doneWithout = (shortfall: Shortfall): Outcome => ({ kind: 'done', shortfall });

type StreamEnd = Outcome | { readonly kind: 'broken'; readonly error: unknown };

/** Reads a generation to its end, over as many connections as it takes. Never rejects. */
export async function followJob(options: FollowOptions): Promise<Outcome> {
  const { jobs, clock, signal, open, onJob, onResult, onWords, endOf, onElsewhere } = options;
  let { jobId } = options;
  let isLate = false;
  const endedAs = async (end: JobEnd | null): Promise<StreamEnd> => {
    if (!end) return signal.aborted ? { kind: 'aborted' } : { kind: 'broken', error: null };
    const { job } = end;
    if (job.state === 'failed') return { kind: 'refused', failure: job };
    if (job.state !== 'done' || job.url === null) return { kind: 'aborted' };
    await onResult(job.text ?? job.url, isLate || end.isLate);
    const { missing = 0, code, message } = job;
    return missing === 0 ? { kind: 'done' } : doneWithout({ missing, code: code ?? '', message: message ?? '' });
  };

  const read = async (stream: AsyncIterable<ImageEvent>): Promise<StreamEnd> => {
    let elsewhere: Promise<JobEnd | null> | null = null;
    let written = '';
    try {
      for await (const event of stream) {
        // Cards show that a node runs, not how far.
        if (event.event === 'progress') continue;
        if (event.event === 'words') {
          written += event.data.text;
          onWords(written);
        } else if (event.event === 'job') {
          jobId = event.data.id;
          // Each stream begins with all that is written.
          written = '';
          onJob(jobId);
          elsewhere = endOf?.(jobId, signal) ?? null;
          if (elsewhere) break;
        } else if (event.event === 'generated_image') {
          await onResult(event.data.url, isLate);
        } else if (event.event === 'generated_text') {
          await onResult(event.data.text, isLate);
        } else if (event.event === 'generate_image_end') {
          return event.data ? doneWithout(event.data) : { kind: 'done' };
        } else if (event.event === 'generate_text_end') {
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
      if (!elsewhere) return { kind: 'broken', error: null };
      onElsewhere();
      return await endedAs(await elsewhere);
    } catch (error) {
      if (signal.aborted) return { kind: 'aborted' };
      // Our server's answer is final. A proxy's page and a broken line tell nothing.
      const isFinal = error instanceof ApiFailure && error.kind === 'http' && error.status !== null;
      if (!isFinal) return { kind: 'broken', error };
      if (jobId !== null) {
        // The job goes on, whatever keeps this page from reading it.
        if (error.status === 401) return { kind: 'unknown', failure: error };
        if (error.status === 429 || error.status >= 500) return { kind: 'broken', error };
      }
      const { jobId: failedJob } = readErrorBody(error.body);
      if (failedJob !== undefined) onJob(failedJob);
      // A request that became a job is over: the same key would return the same failure.
      const afterMs = failedJob === undefined && jobId === null ? laterMs(error) : undefined;
      return afterMs === undefined ? { kind: 'failed', failure: error } : { kind: 'later', afterMs };
    }
  };

  let reading = await read(open());
  for (let tries = 0; tries < REJOINS; tries += 1) {
    if (reading.kind !== 'broken') return reading;
    await wait(clock, backoffMs(tries));
    if (signal.aborted) return { kind: 'aborted' };
    // Others may have changed the canvas while nothing was read.
    isLate = true;
    // The same request under the same key: it joins the job that the server may have begun.
    reading = await read(jobId === null ? open() : jobs.events(jobId, signal));
  }
  return reading.kind === 'broken' ? { kind: 'unknown', failure: {} } : reading;
}
