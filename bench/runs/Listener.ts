import { performance } from 'node:perf_hooks';
import { readProjectEvents } from '../../src/api/eventStreams';

/** A client that follows a project and notes when each revision was announced. */
export class Listener {
  readonly #url: string;
  readonly #cookie: string;
  readonly #projectId: number;
  readonly #leaving = new AbortController();
  readonly #heardAt = new Map<number, number>();

  constructor(url: string, cookie: string, projectId: number) {
    this.#url = url;
    this.#cookie = cookie;
    this.#projectId = projectId;
  }

  /** Resolves when the first event has come. */
  async open(): Promise<void> {
    const { signal } = this.#leaving;
    const headers = { cookie: this.#cookie };
    const answer = await fetch(`${this.#url}/projects/${this.#projectId}/events`, { headers, signal });
    if (!answer.ok || !answer.body) throw new Error(`a stream was answered ${answer.status}`);
    const events = readProjectEvents(answer.body);
    await events.next();
    void this.#hear(events);
  }

  leave(): void {
    this.#leaving.abort();
  }

  /** Milliseconds from each save to the event with its revision; if one event has several, the last counts. */
  after(savedAt: ReadonlyMap<number, number>): number[] {
    return [...this.#heardAt].flatMap(([revision, heardAt]) => {
      const at = savedAt.get(revision);
      return at === undefined ? [] : Math.max(0, heardAt - at);
    });
  }

  async #hear(events: ReturnType<typeof readProjectEvents>): Promise<void> {
    try {
      for await (const { event } of events) {
        if (event.event === 'revision') this.#heardAt.set(event.data.revision, performance.now());
      }
    } catch (error) {
      if (!this.#leaving.signal.aborted) throw error;
    }
  }
}
