import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { CLOSING, SIGNED_OUT, eventsOf } from './JobEvent';
import type { JobEvent } from './JobEvent';
import { outcomeOf } from './jobRow';
import type { JobRow } from './JobStore';
import type { JobPoller } from './JobPoller';
import type { StreamSlots } from './StreamSlots';

/** Comment lines keep the stream alive (STREAM-5). */
const KEEP_ALIVE_MS = 15_000;
/** A stream ends within twice that after its session. */
const LOOK_EVERY_MS = 30_000;
/** How long a closing server waits for readers to take their last event. */
const LAST_EVENT_MS = 1_000;

interface Reader {
  readonly memberId: string;
  /** Whether the reader is still signed in. */
  readonly isWelcome: () => Promise<boolean>;
}

interface OpenStream {
  readonly reply: FastifyReply;
  /** Writes the last events, once. */
  readonly end: (events: JobEvent[]) => void;
  /** Resolves when the answer is closed. */
  readonly left: Promise<void>;
}

/**
 * The open event streams. A stream is only a view of a job, whichever server runs it: it ends with the job, and its reader
 * leaving changes nothing. What a reader does not take waits in its stream, and nothing is added to that but the job's
 * few events.
 */
export class JobStreams {
  readonly #poller: Pick<JobPoller, 'wait'>;
  readonly #slots: StreamSlots;
  readonly #open = new Set<OpenStream>();

  constructor(poller: Pick<JobPoller, 'wait'>, slots: StreamSlots) {
    this.#poller = poller;
    this.#slots = slots;
  }

  /**
   * Answers with the events of a member's job, which is found or started for it, from its start to its end; the signal is aborted
   * when the reader goes before that. Throws ApiError 429 when the member reads too many streams.
   */
  async tell(
    reply: FastifyReply,
    { memberId, isWelcome }: Reader,
    find: (gone: AbortSignal) => Promise<JobRow>,
  ): Promise<FastifyReply> {
    const leaveSlot = this.#slots.take(memberId);
    const gone = new AbortController();
    const left = new Promise<void>((resolve) => {
      reply.raw.once('close', () => {
        gone.abort();
        resolve();
      });
    });
    const job = await find(gone.signal).catch((error: unknown) => {
      leaveSlot();
      throw error;
    });
    const stream = new Readable({ read: () => {} });
    stream.push(line({ event: 'job', data: { id: job.id } }));
    const keepAlive = setInterval(() => {
      if (stream.readableLength === 0) stream.push(': still at it\n\n');
    }, KEEP_ALIVE_MS);
    const look = setInterval(() => {
      // Where nobody can be asked, the next look tells.
      void isWelcome().then(
        (isStill) => isStill || end([SIGNED_OUT]),
        () => undefined,
      );
    }, LOOK_EVERY_MS);
    let isEnded = false;
    const end: OpenStream['end'] = (events) => {
      if (isEnded) return;
      isEnded = true;
      clearInterval(keepAlive);
      clearInterval(look);
      for (const event of events) stream.push(line(event));
      stream.push(null);
    };
    const open: OpenStream = { reply, end, left };
    const outcome = outcomeOf(job);
    if (outcome) end(eventsOf(outcome));
    const leave = outcome ? undefined : this.#poller.wait(job.id, (ended) => end(eventsOf(ended)));
    this.#open.add(open);
    stream.once('close', () => {
      isEnded = true;
      clearInterval(keepAlive);
      clearInterval(look);
      leave?.();
      leaveSlot();
      this.#open.delete(open);
    });
    return reply
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      })
      .send(stream);
  }

  /**
   * Call when every job of this server has ended: ends the streams of the others, waits a moment for the last events to be
   * read, then cuts off who does not read.
   */
  async stop(): Promise<void> {
    for (const { end } of this.#open) end([CLOSING]);
    const open = [...this.#open].filter(({ reply }) => !reply.raw.closed);
    const read = Promise.all(open.map(({ left }) => left));
    await Promise.race([read, delay(LAST_EVENT_MS, undefined, { ref: false })]);
    for (const { reply } of open) reply.raw.destroy();
  }
}

function line(event: JobEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
