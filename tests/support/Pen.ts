import type { CDPSession, Page } from 'playwright-core';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A real pen, as the browser gets it from a tablet. */
export class Pen {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<Pen> {
    return new Pen(await page.context().newCDPSession(page));
  }

  down(at: Point): Promise<void> {
    return this.#send('mousePressed', 1, at);
  }

  move(to: Point): Promise<void> {
    return this.#send('mouseMoved', 1, to);
  }

  up(at: Point): Promise<void> {
    return this.#send('mouseReleased', 0, at);
  }

  async #send(type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', buttons: 0 | 1, { x, y }: Point): Promise<void> {
    const press = { pointerType: 'pen', button: 'left', buttons, clickCount: 1 } as const;
    await this.#session.send('Input.dispatchMouseEvent', { type, x, y, ...press });
  }
}
