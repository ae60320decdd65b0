import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { ApiError } from '../errors';

/** The server cannot know when a page is closed; asking again is worth it after this time. */
const RETRY_S = 5;

/** How many streams a member reads at this server at once. Each server counts its own: what it is to guard are its sockets. */
export class StreamSlots {
  readonly #max: number;
  readonly #says: string;
  readonly #taken = new Map<string, number>();

  /** `says`: the message when all slots are taken. */
  constructor(max: number, says: string) {
    this.#max = max;
    this.#says = says;
  }

  /** Takes a slot. Call the returned function once to leave it. Throws ApiError 429 when none is free. */
  take(memberId: string): () => void {
    const taken = this.#count(memberId);
    if (taken >= this.#max) {
      throw new ApiError(429, 'tooManyStreams', this.#says, { 'Retry-After': String(RETRY_S) });
    }
    this.#taken.set(memberId, taken + 1);
    return () => {
      const left = this.#count(memberId) - 1;
      if (left > 0) this.#taken.set(memberId, left);
      else this.#taken.delete(memberId);
    };
  }

  #count(memberId: string): number {
    return this.#taken.get(memberId) ?? 0;
  }
}

/** Comment lines keep the stream alive (STREAM-5). */
const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = ': still at it\n\n';
/** A stream ends within twice that after its session. */
const POLL_MS = 30_000;
/** How long a closing server waits for readers to take their last event. */
const LAST_EVENT_MS = 1_000;

export interface Reader {
  readonly memberId: string;
  /** Whether the reader is still signed in. */
  readonly isWelcome: () => Promise<boolean>;
}

/** Why a stream ends that has more to tell, each as its last event. */
export interface Endings {
  readonly closing: object;
  readonly signedOut: object;
}

/** An answer that goes on. What its reader does not take waits in it. */
export interface EventStream {
  /** Bytes that wait. */
  readonly waiting: number;
  /** Nothing of it is written after the end. */
  readonly write: (event: object, id?: string) => void;
  /** Writes the last events, once. */
  readonly end: (events: readonly object[]) => void;
}

interface OpenStream extends EventStream {
  readonly reply: FastifyReply;
  /** Resolves when the answer is closed. */
  readonly left: Promise<void>;
}

/** Begins to tell; returns what to call once when the stream is closed. */
export type StreamSource = (stream: EventStream) => () => void;

/** Open event streams of one kind: their heartbeat, how many a member may read, and their end with the session or the server. */
export class EventStreams {
  readonly #slots: StreamSlots;
  readonly #endings: Endings;
  readonly #open = new Set<OpenStream>();

  constructor(slots: StreamSlots, endings: Endings) {
    this.#slots = slots;
    this.#endings = endings;
  }

  /**
   * Streams events in the answer, once `begin` has found what to tell; its signal is aborted when the reader goes before that. Throws what
   * `begin` throws, and ApiError 429 when the member reads too many streams.
   */
  async open(
    reply: FastifyReply,
    { memberId, isWelcome }: Reader,
    begin: (gone: AbortSignal) => Promise<StreamSource>,
  ): Promise<FastifyReply> {
    const leaveSlot = this.#slots.take(memberId);
    const gone = new AbortController();
    const left = new Promise<void>((resolve) => {
      reply.raw.once('close', () => {
        gone.abort();
        resolve();
      });
    });
    const tell = await begin(gone.signal).catch((error: unknown) => {
      leaveSlot();
      throw error;
    });
    const body = new Readable({ read: () => {} });
    const keepAlive = setInterval(() => {
      if (body.readableLength === 0) body.push(KEEP_ALIVE);
    }, KEEP_ALIVE_MS);
    const poll = setInterval(() => {
      // A failed poll says nothing; the next one may.
      void isWelcome().then(
        (isStill) => isStill || open.end([this.#endings.signedOut]),
        () => undefined,
      );
    }, POLL_MS);
    let isEnded = false;
    const stop = (): void => {
      isEnded = true;
      clearInterval(keepAlive);
      clearInterval(poll);
    };
    const open: OpenStream = {
      reply,
      left,
      get waiting() {
        return body.readableLength;
      },
      write: (event, id) => {
        if (!isEnded) body.push(block(event, id));
      },
      end: (events) => {
        if (isEnded) return;
        stop();
        for (const event of events) body.push(block(event));
        body.push(null);
      },
    };
    const leave = tell(open);
    // The answer's head leaves with its first line.
    if (body.readableLength === 0 && !isEnded) body.push(KEEP_ALIVE);
    this.#open.add(open);
    body.once('close', () => {
      stop();
      leave();
      leaveSlot();
      this.#open.delete(open);
    });
    // HEAD needs no stream.
    if (reply.request.method === 'HEAD') open.end([]);
    return reply
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      })
      .send(body);
  }

  /** Ends every stream, waits a moment for the last events to be read, then cuts off who does not read. */
  async stop(): Promise<void> {
    for (const { end } of this.#open) end([this.#endings.closing]);
    const open = [...this.#open].filter(({ reply }) => !reply.raw.closed);
    const read = Promise.all(open.map(({ left }) => left));
    await Promise.race([read, delay(LAST_EVENT_MS, undefined, { ref: false })]);
    for (const { reply } of open) reply.raw.destroy();
  }
}

function block(event: object, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`;
}
