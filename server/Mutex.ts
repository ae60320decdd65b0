/** A lock that callers get in the order in which they asked. */
export class Mutex {
  readonly #waiting: (() => void)[] = [];
  #isLocked = false;

  /** Resolves when the caller has the lock; call `unlock` afterwards. For what `run` cannot hold. */
  async lock(): Promise<void> {
    if (this.#isLocked) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isLocked = true;
  }

  unlock(): void {
    const next = this.#waiting.shift();
    // The lock passes on directly, so that no later caller takes it in between.
    if (next) next();
    else this.#isLocked = false;
  }

  /** Runs a task when those before it have ended, well or not. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    await this.lock();
    try {
      return await task();
    } finally {
      this.unlock();
    }
  }
}

/** A mutex for each key, for as long as somebody has it or waits for it. */
export class KeyedMutex {
  readonly #held = new Map<string, { readonly mutex: Mutex; users: number }>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const held = this.#held.get(key) ?? { mutex: new Mutex(), users: 0 };
    this.#held.set(key, held);
    held.users += 1;
    try {
      return await held.mutex.run(task);
    } finally {
      held.users -= 1;
      if (held.users === 0) this.#held.delete(key);
    }
  }
}
