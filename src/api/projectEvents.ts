import { createParser } from 'eventsource-parser';
import { toApiFailure } from './ApiFailure';
import { projectEvent, type ProjectEvent } from './contractEvents';
import { beforeSilence } from './imageEvents';

/** An event with what to name when one goes on behind it. */
export interface NamedEvent {
  /** Null for the end of the stream, which is no event of the project. */
  readonly id: string | null;
  readonly event: ProjectEvent;
}

/** Null for an event that this version does not know: its id still counts. */
function readEvent(data: string): ProjectEvent | null {
  try {
    const parsed = projectEvent.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * The events of a project's stream, wherever its bytes are cut; what is cut off in the middle of an event is not told. Ends with `error`,
 * or when the body ends; a line that breaks rejects with an ApiFailure. Leaving the loop early closes the connection.
 */
export async function* readProjectEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<NamedEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const arrived: NamedEvent[] = [];
  const parser = createParser({
    onEvent: ({ id = null, data }) => {
      const event = readEvent(data);
      if (event) arrived.push({ id: event.event === 'error' ? null : id, event });
    },
  });
  try {
    for (;;) {
      const { done, value } = await beforeSilence(reader.read());
      if (!done) parser.feed(decoder.decode(value, { stream: true }));
      for (const named of arrived.splice(0)) {
        yield named;
        if (named.event.event === 'error') return;
      }
      if (done) return;
    }
  } catch (error) {
    throw toApiFailure(error);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
