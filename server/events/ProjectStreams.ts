import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../db';
import { Poller } from '../Poller';
import { EventStreams, StreamSlots } from '../http/EventStreams';
import type { EventStream, Reader } from '../http/EventStreams';
import { projectNotFound } from '../projects/project';
import { cursorOf, idOf, readEvents, readHeads } from './readEvents';
import type { Cursor, EventPage, TellableEvent } from './readEvents';

/** How often the rows are looked at, by one query for all projects that somebody follows. */
const POLL_MS = 250;
/** Each open project of a member is a stream, on any device; hidden tabs have none. */
const STREAMS_MAX = 32;
/** Events read at a time, so that others do not wait long. */
const PAGE = 200;
/** Most missed events that are sent; a reader who has missed more does better to read everything again. */
const MISSED_MAX = 1_000;
/** Most bytes of them, since they all wait for the reader. */
const MISSED_MAX_BYTES = 1024 ** 2;
/** A reader this many events behind has its last event from before a restored backup, and knows of things that are gone. */
const EVENTS_APART_MAX = 100_000;
/** Bytes waiting in a stream above which a reader gets the rest only after reading them. */
const WAITING_MAX_BYTES = 256 * 1024;

const TOO_MANY = 'You follow too many projects at once. Close some of them and try again.';
const ENDINGS = {
  closing: { event: 'error', data: { code: 'closing', message: 'This server is closing. Ask again in a moment.' } },
  signedOut: { event: 'error', data: { code: 'signInRequired', message: 'You are signed out. Sign in again.' } },
};

export interface StreamRequest {
  readonly projectId: number;
  /** The id of the last event that the reader has; undefined for one that begins now. */
  readonly after: string | undefined;
  /** Ends after the existing events. */
  readonly isOnce: boolean;
}

interface Follower {
  readonly projectId: number;
  readonly stream: EventStream;
  cursor: Cursor;
}

interface ProjectStreamsDeps {
  db: Kysely<Database>;
  log: FastifyBaseLogger;
}

/**
 * Tells pages with an open project what changes in it, whichever server changes it. Everything sent is in the rows: a reader continues
 * where it stopped, at this server or another one, and one that does not read costs no memory.
 */
export class ProjectStreams {
  readonly #db: Kysely<Database>;
  readonly #streams = new EventStreams(new StreamSlots(STREAMS_MAX, TOO_MANY), ENDINGS);
  readonly #followers = new Set<Follower>();
  readonly #poller: Poller;

  constructor({ db, log }: ProjectStreamsDeps) {
    this.#db = db;
    this.#poller = new Poller({
      name: 'project events',
      everyMs: POLL_MS,
      isWanted: () => this.#followers.size > 0,
      poll: () => this.#poll(),
      log,
    });
  }

  /** How many streams are open. */
  get open(): number {
    return this.#followers.size;
  }

  /** Streams the events of a project of the member. Throws ApiError 404, and 429 when the member reads too many streams. */
  tell(reply: FastifyReply, reader: Reader, { projectId, after, isOnce }: StreamRequest): Promise<FastifyReply> {
    return this.#streams.open(reply, reader, async () => {
      const page = await this.#begin(projectId, after);
      return (stream) => {
        for (const { id, event } of page.events) stream.write(event, id);
        const follower: Follower = { projectId, stream, cursor: page.cursor };
        if (isOnce) stream.end([]);
        else this.#followers.add(follower);
        this.#poller.wake();
        return () => this.#followers.delete(follower);
      };
    });
  }

  async stop(): Promise<void> {
    await this.#streams.stop();
    await this.#poller.stop();
  }

  /** The first page of a reader: the missed events, or the place from which it goes on. */
  async #begin(projectId: number, after: string | undefined): Promise<EventPage> {
    const head = (await readHeads(this.#db, [projectId])).get(projectId);
    if (head === undefined) throw projectNotFound();
    const cursor = after === undefined ? null : cursorOf(after);
    const isRestored = cursor !== null && head.event - cursor.event > EVENTS_APART_MAX;
    const missed = isRestored ? null : cursor && (await this.#missed(projectId, cursor));
    if (missed) return missed;
    return hello(head, after === undefined ? 'revision' : 'reset');
  }

  /** All events since then; null where they are too many, or where the reader cannot go on. */
  async #missed(projectId: number, since: Cursor): Promise<EventPage | null> {
    const events: TellableEvent[] = [];
    let bytes = 0;
    let cursor = since;
    while (events.length < MISSED_MAX && bytes <= MISSED_MAX_BYTES) {
      const page = await readEvents(this.#db, projectId, { after: cursor, limit: PAGE });
      if (page === null) return null;
      events.push(...page.events);
      bytes += Buffer.byteLength(JSON.stringify(page.events));
      if (page.isWhole) return bytes <= MISSED_MAX_BYTES ? { ...page, events } : null;
      cursor = page.cursor;
    }
    return null;
  }

  async #poll(): Promise<void> {
    const behind = [...this.#followers];
    const heads = await readHeads(this.#db, [...new Set(behind.map(({ projectId }) => projectId))]);
    // Tabs that show the same, and have been told as much, share what is read.
    const same = new Map<string, Follower[]>();
    for (const follower of behind) {
      const { projectId, cursor, stream } = follower;
      const head = heads.get(projectId);
      if (head && idOf(head) === idOf(cursor)) continue;
      if (head && stream.waiting > WAITING_MAX_BYTES) continue;
      const name = `${projectId} ${idOf(cursor)}`;
      same.set(name, [...(same.get(name) ?? []), follower]);
    }
    for (const followers of same.values()) await this.#tellOn(followers);
  }

  async #tellOn(followers: readonly Follower[]): Promise<void> {
    const [first] = followers;
    if (first === undefined) return;
    const page = await readEvents(this.#db, first.projectId, { after: first.cursor, limit: PAGE });
    for (const follower of followers) {
      const { stream } = follower;
      // A project without a page is gone, as after a restored backup: the next stream gets `reset`.
      if (page === null) stream.end([GONE]);
      else {
        for (const { id, event } of page.events) stream.write(event, id);
        follower.cursor = page.cursor;
      }
    }
  }
}

const { message, code } = projectNotFound();
const GONE = { event: 'error', data: { message, code } };

/** One event that has the id to go on from. */
function hello(cursor: Cursor, event: 'revision' | 'reset'): EventPage {
  const { revision } = cursor;
  return { events: [{ id: idOf(cursor), event: { event, data: { revision } } }], cursor, isWhole: true };
}
