/** Time after which a silent store is asked again; each attempt holds up the work that waits for it. */
const SILENCE_MS = 60_000;

/** The store has not answered in time, or has been silent shortly before. */
export class NoAnswer extends Error {}

/** Gives up requests that a store does not answer in time, since saving and opening would wait for them for ever. */
export class Patience {
  #silentUntil = 0;

  /**
   * Rejects with NoAnswer after this time. A request that has begun may still come through then, in its turn before all
   * later ones.
   *
   * @param ask is told whether it was given up: it must not begin then.
   */
  async within<Value>(limitMs: number, ask: (isGivenUp: () => boolean) => Promise<Value>): Promise<Value> {
    if (performance.now() < this.#silentUntil) throw new NoAnswer('the store has not answered shortly before');
    let isGivenUp = false;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        isGivenUp = true;
        this.#silentUntil = performance.now() + SILENCE_MS;
        reject(new NoAnswer('the store does not answer'));
      }, limitMs);
      const end = (): void => {
        clearTimeout(timer);
        this.#silentUntil = 0;
      };
      // A browser may also refuse at once, by an exception.
      Promise.resolve()
        .then(() => ask(() => isGivenUp))
        .finally(end)
        .then(resolve, reject);
    });
  }
}
