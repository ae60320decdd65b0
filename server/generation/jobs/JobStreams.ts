import type { FastifyReply } from 'fastify';
import { EventStreams, StreamSlots } from '../../http/EventStreams';
import type { Reader } from '../../http/EventStreams';
import { CLOSING, SIGNED_OUT, eventsOf } from './JobEvent';
import { outcomeOf } from './jobRow';
import type { JobRow } from './JobStore';
import type { JobPoller } from './JobPoller';

/** A page reads one stream for each picture it waits for. This many pages, on any device, may wait for all of them. */
const PAGES = 8;
const TOO_MANY = 'You wait for pictures in too many pages at once. Close some of them and try again.';

/**
 * The open streams of jobs. A stream is only a view of a job, whichever server runs it: it ends with the job, and its reader
 * leaving changes nothing. What a reader does not take waits in its stream, and nothing is added to that but the job's
 * few events.
 */
export class JobStreams {
  readonly #poller: Pick<JobPoller, 'wait' | 'follow'>;
  readonly #streams: EventStreams;

  /** `pictures` is how many a member may have in the making. */
  constructor(poller: Pick<JobPoller, 'wait' | 'follow'>, pictures: number) {
    this.#poller = poller;
    const slots = new StreamSlots(PAGES * pictures, TOO_MANY);
    this.#streams = new EventStreams(slots, { closing: CLOSING, signedOut: SIGNED_OUT });
  }

  /**
   * Streams the events of a member's job, which `find` finds or starts, from its start to its end; `gone` is aborted
   * when the reader leaves before that. Throws ApiError 429 when the member reads too many streams.
   */
  tell(reply: FastifyReply, reader: Reader, find: (gone: AbortSignal) => Promise<JobRow>): Promise<FastifyReply> {
    return this.#streams.open(reply, reader, async (gone) => {
      const job = await find(gone);
      return (stream) => {
        stream.write({ event: 'job', data: { id: job.id } });
        const outcome = outcomeOf(job);
        if (outcome === undefined) {
          let written = 0;
          const unfollow = this.#poller.follow(job.id, (progress) => {
            if ('share' in progress) {
              stream.write({ event: 'progress', data: progress });
              return;
            }
            const text = progress.text.slice(written);
            written += text.length;
            if (text !== '') stream.write({ event: 'words', data: { text } });
          });
          const leave = this.#poller.wait(job.id, (ended) => stream.end(eventsOf(ended)));
          return () => {
            unfollow();
            leave();
          };
        }
        stream.end(eventsOf(outcome));
        return () => undefined;
      };
    });
  }

  /** Call when every job of this server has ended: ends the streams of the others. */
  stop(): Promise<void> {
    return this.#streams.stop();
  }
}
