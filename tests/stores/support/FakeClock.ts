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

/** A clock that a test moves; it stands at 2026-11-21 09:00 UTC to begin with. */
export class FakeClock implements Clock {
  /** How long the page goes on being busy. */
  busyMs = 100;
  #now = BEGINNING;
  #offMs = 0;
  readonly #timers = new Set<Timer>();
  readonly #turn: () => Promise<unknown>;

  /** `turn` lets what waits on promises go one step further; those of modules on their way too, where it knows of them. */
  constructor(turn: () => Promise<unknown> = nextTurn) {
    this.#turn = turn;
  }

  readonly now = (): number => this.#now + this.#offMs;

  /** Of another beginning than `now`, as a browser's is: code that mixes the two waits for years. */
  readonly passed = (): number => this.#now - BEGINNING + 1000;

  /** Somebody sets the clock of the device. */
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

  /** Moves on by so many milliseconds, ringing what is due in its order. */
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

  /** Moves on until something is so, by a minute at most. */
  async passUntil(isSo: () => boolean): Promise<void> {
    for (let turn = 0; turn < 600 && !isSo(); turn += 1) await this.pass(100);
    if (!isSo()) throw new Error('it was not so within a minute');
  }

  /** Lets everything that waits only on promises happen. */
  async #settle(): Promise<void> {
    for (let turn = 0; turn < 4; turn += 1) await this.#turn();
  }

  #add(run: () => void, delayMs: number, everyMs: number | null): Cancel {
    const timer = { run, everyMs, at: this.#now + delayMs };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }
}
