import { projectEvent, type ProjectEvent } from './contractEvents';
import { parseJson } from './parseJson';
import { readEventStream } from './readEventStream';

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
