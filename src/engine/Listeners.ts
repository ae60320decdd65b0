import type { EditorEvent } from './EditorEvent';

export type Listener = (event: EditorEvent) => void;

/** Throws a listener's error as the platforms do: loudly, but after everything else. */
function throwLater(error: unknown): void {
  void Promise.resolve().then(() => {
    throw error;
  });
}

/** The listeners of an editor. One that throws does not keep events from the others. */
export class Listeners {
  readonly #all = new Set<Listener>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void = throwLater) {
    this.#onError = onError;
  }

  /** Returns the way to unsubscribe. */
  add(listener: Listener): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  tell(event: EditorEvent): void {
    for (const listener of this.#all) {
      try {
        listener(event);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
