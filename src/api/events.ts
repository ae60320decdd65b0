import type { ApiClient } from './client';
import { openStream } from './imageStream';
import type { NamedEvent } from './eventStreams';

interface FollowOptions {
  /** The id of the last event that was read. */
  readonly after?: string | undefined;
  readonly signal?: AbortSignal;
}

export const createEventsApi = (client: ApiClient) => ({
  /**
   * Follows the events of a project, from now on or after an event. It ends when the server closes it, and rejects with
   * an ApiFailure when the connection breaks: ask again after the last id.
   */
  async *follow(pid: number, { after, signal }: FollowOptions = {}): AsyncGenerator<NamedEvent, void, undefined> {
    const { readProjectEvents } = await import('./eventStreams');
    const headers = { Accept: 'text/event-stream', ...(after !== undefined && { 'Last-Event-ID': after }) };
    yield* readProjectEvents(await openStream(client, `/projects/${pid}/events`, { headers, signal: signal ?? null }));
  },
});
export type EventsApi = ReturnType<typeof createEventsApi>;
