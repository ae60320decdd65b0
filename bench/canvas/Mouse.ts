import type { CDPSession, Page } from 'playwright-core';
import type { Point } from './BenchDoor';

type Button = 'left' | 'middle';

/** Bits by which the protocol counts the buttons that are down, and the control key. */
const BITS: Readonly<Record<Button, number>> = { left: 1, middle: 4 };
const CONTROL = 2;

/**
 * A mouse by the browser's own input events, each answered when the page has taken it. Playwright's asks the page before
 * each move with the left button down whether it begins a drag and drop, which costs a third of the moves a second.
 */
export class Mouse {
  readonly #session: CDPSession;
  #at: Point = { x: 0, y: 0 };
  #held: Button | null = null;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<Mouse> {
    return new Mouse(await page.context().newCDPSession(page));
  }

  async move(to: Point): Promise<void> {
    this.#at = to;
    await this.#session.send('Input.dispatchMouseEvent', {
      type: 'mouseMoved',
      ...to,
      button: this.#held ?? 'none',
      buttons: this.#buttons,
    });
  }

  async press(button: Button): Promise<void> {
    this.#held = button;
    await this.#click('mousePressed', button);
  }

  async release(): Promise<void> {
    const button = this.#held;
    if (!button) throw new Error('no button is down');
    this.#held = null;
    await this.#click('mouseReleased', button);
  }

  /** Turns the wheel with the control key held, as the keyboard reports it; without the key it would be a trackpad's pinch. */
  async zoom(deltaY: number): Promise<void> {
    await this.#session.send('Input.dispatchMouseEvent', {
      type: 'mouseWheel',
      ...this.#at,
      deltaX: 0,
      deltaY,
      modifiers: CONTROL,
    });
  }

  get #buttons(): number {
    return this.#held ? BITS[this.#held] : 0;
  }

  async #click(type: 'mousePressed' | 'mouseReleased', button: Button): Promise<void> {
    await this.#session.send('Input.dispatchMouseEvent', {
      type,
      ...this.#at,
      button,
      buttons: this.#buttons,
      clickCount: 1,
    });
  }
}
