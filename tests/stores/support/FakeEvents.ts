import type { ProjectEvent } from '../../../src/api/contractEvents';
import type { EventsApi } from '../../../src/api/events';
import { failure } from './FakeProjects';

/** The stream of a project, which sends the events of the test. */
export class FakeEvents implements EventsApi {
  /** The event after which each reader began. */
  readonly begun: (string | undefined)[] = [];
  isDown = false;
  /** The project was deleted. */
  isGone = false;
  readonly #told: ProjectEvent[] = [];
  #wake: (() => void)[] = [];

  tell(...events: readonly ProjectEvent[]): void {
    this.#told.push(...events);
    this.#wakeReaders();
  }

  /** Breaks the line of each reader. */
  cut(): void {
    this.isDown = true;
    this.#wakeReaders();
  }

  async *follow(...[_pid, { after, signal } = {}]: Parameters<EventsApi['follow']>): ReturnType<EventsApi['follow']> {
    this.begun.push(after);
    let at = after === undefined ? this.#told.length : Number(after);
    signal?.addEventListener('abort', () => this.#wakeReaders(), { once: true });
    for (;;) {
      if (signal?.aborted) return;
      if (this.isGone) throw failure(404);
      if (this.isDown) throw failure(503);
      const event = this.#told[at];
      if (event) yield { id: String((at += 1)), event };
      else {
        await new Promise<void>((resolve) => {
          this.#wake.push(resolve);
        });
      }
    }
  }

  #wakeReaders(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}
