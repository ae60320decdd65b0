import type { Page } from 'playwright-core';
import type { Point } from '../canvas/BenchDoor';
import type { Hand } from './Hand';

/** A picture's entry in the menu of nodes that may follow. */
const PICTURE = 'Gemini-2.5-flash';
/** A card's free spot is so far from its corner, window pixels. */
const SPOT = 8;

/** The hands in the editor. They find things by its accessible layer, as a screen reader does. */
export class MulgilHands {
  readonly #page: Page;
  readonly #hand: Hand;
  #known: readonly string[] = [];

  constructor(page: Page, hand: Hand) {
    this.#page = page;
    this.#hand = hand;
  }

  /** Adds a node by the command bar, and takes it to its place by cutting it and pasting it there. */
  async add(words: string, at: Point): Promise<string> {
    await this.#hand.press('Control+k');
    await this.#page.getByRole('combobox').waitFor();
    await this.#hand.type(words);
    await this.#hand.press('Enter');
    const [added = ''] = await this.#added(1);
    if (await this.#isWriting()) await this.#hand.press('Escape');
    await this.#hand.press('Control+x');
    await this.#page.locator(`[data-node-id="${added}"]`).waitFor({ state: 'detached' });
    this.#known = this.#known.filter((id) => id !== added);
    const [node = ''] = await this.paste('Control+v', at, 1);
    return node;
  }

  /** Pastes this many nodes around a point. */
  async paste(keys: 'Control+v' | 'Control+Shift+v', at: Point, count: number): Promise<readonly string[]> {
    await this.#hand.point(at);
    await this.#hand.press(keys);
    return this.#added(count);
  }

  /** Drops a pipe from a node's output on the empty canvas and chooses a picture there, by keys. */
  async follow(nodeId: string, at: Point): Promise<string> {
    await this.#hand.drag([await this.handleOf(nodeId, 'right'), at]);
    const items = this.#page.locator('[role="menuitem"][data-add]');
    await items.first().waitFor();
    const names = await items.evaluateAll((all) => all.map((item) => item.getAttribute('data-add')));
    for (let step = names.indexOf(PICTURE); step > 0; step--) await this.#hand.press('ArrowDown');
    await this.#hand.press('Enter');
    const [added = ''] = await this.#added(1);
    return added;
  }

  /** The handle at a side; of several inputs the one for pictures. */
  async handleOf(nodeId: string, side: 'left' | 'right'): Promise<Point> {
    const handles = this.#page.locator(`[data-node-id="${nodeId}"] [data-handle$="-${side}"]`);
    const picture = this.#page.locator(`[data-node-id="${nodeId}"] [data-handle="image-${side}"]`);
    const box = await ((await picture.count()) > 0 ? picture : handles).boundingBox();
    if (!box) throw new Error(`no handle of ${nodeId}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** The corner of the node, just inside. */
  async cornerOf(nodeId: string): Promise<Point> {
    const box = await this.#page.locator(`[data-node-id="${nodeId}"]`).boundingBox();
    if (!box) throw new Error(`no node ${nodeId}`);
    return { x: box.x + SPOT, y: box.y + SPOT };
  }

  async #isWriting(): Promise<boolean> {
    return (await this.#page.locator('textarea').count()) > 0;
  }

  /** The ids of this many nodes that were added since the last time, in order. */
  async #added(count: number): Promise<readonly string[]> {
    const nodes = this.#page.locator('[data-node-id]');
    await this.#page.waitForFunction(
      (all) => document.querySelectorAll('[data-node-id]').length === all,
      this.#known.length + count,
    );
    const ids = await nodes.evaluateAll((all) => all.map((node) => node.getAttribute('data-node-id') ?? ''));
    const added = ids.filter((id) => !this.#known.includes(id));
    this.#known = ids;
    return added;
  }
}
