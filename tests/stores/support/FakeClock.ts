import type { Cancel, Clock } from '../../../src/stores/ports';

interface Timer {
  readonly run: () => void;
  readonly everyMs: number | null;
  at: number;
}

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

const BEGINNING = Date.UTC(2026, 10, 21, 9);

/** A clock that a test moves; it begins at 2026-11-21 09:00 UTC. */
export class FakeClock implements Clock {
  /** How long the page stays busy. */
  busyMs = 100;
  #now = BEGINNING;
  #offMs = 0;
  readonly #timers = new Set<Timer>();
  readonly #turn: () => Promise<unknown>;

  /** `turn` lets pending promises go one step further, and loading modules if it knows of them. */
  constructor(turn: () => Promise<unknown> = nextTurn) {
    this.#turn = turn;
  }

  readonly now = (): number => this.#now + this.#offMs;

  /** Has another origin than `now`, as in a browser: code that mixes the two waits for years. */
  readonly passed = (): number => this.#now - BEGINNING + 1000;

  /** Changes the device's clock, as a person may. */
  turn(byMs: number): void {
    this.#offMs += byMs;
  }

  readonly after = (delayMs: number, run: () => void): Cancel => this.#add(run, delayMs, null);

  readonly every = (periodMs: number, run: () => void): Cancel => this.#add(run, periodMs, periodMs);

  readonly nextTask = (run: () => void): Cancel => this.#add(run, 0, null);

  readonly whenIdle = (run: () => void): Cancel => this.#add(run, this.busyMs, null);

  iso(): string {
    return new Date(this.now()).toISOString();
  }

  /** Moves on by this many milliseconds and fires due timers in order. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.#settle();
    for (;;) {
      const due = [...this.#timers].filter(({ at }) => at <= end).toSorted((left, right) => left.at - right.at)[0];
      if (!due) break;
      this.#now = Math.max(this.#now, due.at);
      if (due.everyMs === null) this.#timers.delete(due);
      else due.at += due.everyMs;
      due.run();
      await this.#settle();
    }
    this.#now = end;
    await this.#settle();
  }

  /** Moves on until the condition holds, by a minute at most. */
  async passUntil(isSo: () => boolean): Promise<void> {
    for (let turn = 0; turn < 600 && !isSo(); turn += 1) await this.pass(100);
    if (!isSo()) throw new Error('it was not so within a minute');
  }

  /** Runs everything that waits only on promises. */
  async #settle(): Promise<void> {
    for (let turn = 0; turn < 4; turn += 1) await this.#turn();
  }

  #add(run: () => void, delayMs: number, everyMs: number | null): Cancel {
    const timer = { run, everyMs, at: this.#now + delayMs };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }
}
