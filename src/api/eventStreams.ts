import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ApiFailure, toApiFailure } from './ApiFailure';
import { imageEvent, type ImageEvent } from './contractStream';
import { parseJson } from './parseJson';
import { projectEvent, type ProjectEvent } from './contractEvents';

/** The server writes a comment every 15 s; three missed ones mean that the line is dead (STREAM-5). */
const SILENCE_LIMIT_MS = 45_000;

/** The other side's next word; rejects with an ApiFailure when it says nothing for too long. */
export async function beforeSilence<Word>(word: Promise<Word>): Promise<Word> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ApiFailure({ kind: 'timeout', status: null, code: 'timeout', message: 'the stream fell silent' }));
    }, SILENCE_LIMIT_MS);
  });
  try {
    return await Promise.race([word, silence]);
  } finally {
    clearTimeout(timer);
  }
}

interface EventForm<Event> {
  /** Null for an event that this version does not know, or cannot read: it is skipped. */
  readonly read: (message: EventSourceMessage) => Event | null;
  readonly isLast: (event: Event) => boolean;
  /** Appended to a body that has ended: a blank line completes a last event that lacks its own. */
  readonly missingEnd: '' | '\n\n';
}

/**
 * The events of one stream, wherever its bytes are cut. Ends with the last event, or when the body ends; a line that breaks rejects with
 * an ApiFailure. Leaving the loop early closes the connection.
 */
async function* readEventStream<Event>(
  body: ReadableStream<Uint8Array>,
  { read, isLast, missingEnd }: EventForm<Event>,
): AsyncGenerator<Event, void, undefined> {
  const reader = body.getReader();
  // One decoder for the whole stream: a character may be cut in the middle of its bytes.
  const decoder = new TextDecoder();
  const arrived: Event[] = [];
  const parser = createParser({
    onEvent: (message) => {
      const event = read(message);
      if (event !== null) arrived.push(event);
    },
  });
  try {
    for (;;) {
      const { done, value } = await beforeSilence(reader.read());
      parser.feed(done ? decoder.decode() + missingEnd : decoder.decode(value, { stream: true }));
      for (const event of arrived.splice(0)) {
        yield event;
        if (isLast(event)) return;
      }
      if (done) return;
    }
  } catch (error) {
    throw toApiFailure(error);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const ENDS: ReadonlySet<ImageEvent['event']> = new Set(['generate_image_end', 'generate_text_end', 'error']);

/** The events of a job's stream, up to one of ENDS. Malformed ones are skipped (STREAM-2). */
export const readImageEvents = (body: ReadableStream<Uint8Array>): AsyncGenerator<ImageEvent, void, undefined> =>
  readEventStream(body, {
    read: ({ data }) => imageEvent.safeParse(parseJson(data)).data ?? null,
    isLast: ({ event }) => ENDS.has(event),
    // A last block without its blank line still counts: the parser emits it once it sees one.
    missingEnd: '\n\n',
  });

/** An event with what to name when one goes on behind it. */
export interface NamedEvent {
  /** Null for the end of the stream, which is no event of the project. */
  readonly id: string | null;
  readonly event: ProjectEvent;
}

/** The events of a project's stream, up to `error`; what is cut off in the middle of an event is not told. */
export const readProjectEvents = (body: ReadableStream<Uint8Array>): AsyncGenerator<NamedEvent, void, undefined> =>
  readEventStream(body, {
    // An event that this version does not know is skipped, but its id still counts.
    read: ({ id = null, data }) => {
      const event = projectEvent.safeParse(parseJson(data)).data;
      return event ? { id: event.event === 'error' ? null : id, event } : null;
    },
    isLast: ({ event }) => event.event === 'error',
    missingEnd: '',
  });
