import type { Page } from 'playwright-core';
import type { Point } from '../canvas/BenchDoor';

type Modifier = 'Shift' | 'Control';

/** Effort of building a flow. */
export interface Effort {
  /** Presses of a button, each up to its release; the two of a double click are one. */
  readonly pointerActions: number;
  /** Keys, each with those that are held with it. */
  readonly keyStrokes: number;
  /** Characters typed for a search. */
  readonly typedCharacters: number;
}

/** Steps in which a drag is reported, as many as a short one by hand has. */
const DRAG_STEPS = 24;

/** Simulates one hand at the mouse and one at the keys, with the browser's real input, and counts their actions. */
export class Hand {
  readonly #page: Page;
  #pointerActions = 0;
  #keyStrokes = 0;
  #typedCharacters = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  get effort(): Effort {
    return {
      pointerActions: this.#pointerActions,
      keyStrokes: this.#keyStrokes,
      typedCharacters: this.#typedCharacters,
    };
  }

  /** Leads the pointer somewhere; no action, since nothing is pressed. */
  async point(at: Point): Promise<void> {
    await this.#page.mouse.move(at.x, at.y, { steps: 4 });
  }

  async click(
    at: Point,
    { button = 'left', held }: { button?: 'left' | 'middle'; held?: Modifier } = {},
  ): Promise<void> {
    await this.#acting(held, () => this.#page.mouse.click(at.x, at.y, { button }));
  }

  async doubleClick(at: Point): Promise<void> {
    await this.#acting(undefined, () => this.#page.mouse.dblclick(at.x, at.y));
  }

  /** Drags from the first point through all others to the last one. */
  async drag(way: readonly Point[], held?: Modifier): Promise<void> {
    const { mouse } = this.#page;
    const [from, ...others] = way;
    if (!from) return;
    await this.point(from);
    await this.#acting(held, async () => {
      await mouse.down();
      for (const { x, y } of others) await mouse.move(x, y, { steps: DRAG_STEPS });
      await mouse.up();
    });
  }

  /** Presses a key, or keys that are held together, as 'Control+Shift+v'. */
  async press(keys: string): Promise<void> {
    this.#keyStrokes++;
    await this.#page.keyboard.press(keys);
  }

  async type(words: string): Promise<void> {
    this.#typedCharacters += words.length;
    await this.#page.keyboard.type(words);
  }

  async #acting(held: Modifier | undefined, act: () => Promise<void>): Promise<void> {
    this.#pointerActions++;
    if (held === undefined) {
      await act();
      return;
    }
    this.#keyStrokes++;
    await this.#page.keyboard.down(held);
    await act();
    await this.#page.keyboard.up(held);
  }
}
