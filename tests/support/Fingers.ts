import type { CDPSession, Page } from 'playwright-core';

interface Point {
  readonly x: number;
  readonly y: number;
}

const STEPS = 5;
const FRAME_MS = 16;

/** Real touches, as the browser gets them from a screen; several at a time, which Playwright's own touchscreen cannot. */
export class Fingers {
  readonly #session: CDPSession;
  readonly #down = new Map<number, Point>();
  /** Time of the events: fingers are quick, however slow the machine is. */
  #timeMs = Date.now();

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<Fingers> {
    return new Fingers(await page.context().newCDPSession(page));
  }

  async down(id: number, at: Point): Promise<void> {
    this.#down.set(id, at);
    await this.#send('touchStart');
  }

  /** Moves pressed fingers to these points, together and in a few steps. */
  async move(to: Readonly<Record<number, Point>>): Promise<void> {
    const from = new Map(this.#down);
    for (let step = 1; step <= STEPS; step++) {
      for (const [key, end] of Object.entries(to)) {
        const start = from.get(Number(key)) ?? end;
        const share = step / STEPS;
        this.#down.set(Number(key), {
          x: start.x + (end.x - start.x) * share,
          y: start.y + (end.y - start.y) * share,
        });
      }
      await this.#send('touchMove');
    }
  }

  async up(id: number): Promise<void> {
    this.#down.delete(id);
    await this.#send('touchEnd');
  }

  /** Cancels all of them, as the system does with a palm. */
  async cancel(): Promise<void> {
    this.#down.clear();
    await this.#send('touchCancel');
  }

  async tap(at: Point): Promise<void> {
    await this.down(0, at);
    await this.up(0);
  }

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel'): Promise<void> {
    const touchPoints = Array.from(this.#down, ([id, point]) => ({ id, ...point }));
    this.#timeMs += FRAME_MS;
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: this.#timeMs / 1000 });
  }
}
