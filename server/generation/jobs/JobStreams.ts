import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { eventsOf } from './JobEvent';
import type { JobEvent, JobOutcome } from './JobEvent';
import type { WatchedJob } from './JobRunner';

/** api.md: comment lines keep the stream alive every 15 s. */
const KEEP_ALIVE_MS = 15_000;
/** How long a closing server waits for readers to take their last event. */
const LAST_EVENT_MS = 1_000;

/**
 * The open event streams. A stream is only a view of a job: it ends with the job, and its reader leaving changes
 * nothing. What a reader does not take waits in its stream, and nothing is added to that but the job's few events.
 */
export class JobStreams {
  readonly #open = new Map<Readable, FastifyReply>();

  /** Answers with a job's events from its start to its end. */
  tell(reply: FastifyReply, job: WatchedJob): FastifyReply {
    const stream = new Readable({ read: () => {} });
    stream.push(line({ event: 'job', data: { id: job.id } }));
    const keepAlive = setInterval(() => {
      if (stream.readableLength === 0) stream.push(': still at it\n\n');
    }, KEEP_ALIVE_MS);
    this.#open.set(stream, reply);
    stream.once('close', () => {
      clearInterval(keepAlive);
      this.#open.delete(stream);
    });
    void finish(stream, job.outcome);
    return reply
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      })
      .send(stream);
  }

  /** Call when every job has ended: waits a moment for the last events to be read, then cuts off who does not read. */
  async stop(): Promise<void> {
    const replies = [...this.#open.values()].filter((reply) => !reply.raw.closed);
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), LAST_EVENT_MS);
    await Promise.allSettled(replies.map((reply) => once(reply.raw, 'close', { signal: patience.signal })));
    clearTimeout(timer);
    for (const reply of replies) reply.raw.destroy();
  }
}

async function finish(stream: Readable, outcome: JobOutcome | Promise<JobOutcome>): Promise<void> {
  const events = eventsOf(await outcome);
  if (stream.destroyed) return;
  for (const event of events) stream.push(line(event));
  stream.push(null);
}

function line(event: JobEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
