import type { Page } from 'playwright-core';
import type { Point } from '../canvas/BenchDoor';
import type { Hand } from './Hand';
import { nodesOnce, openPeer, readPeer, slotAt } from './PeerHands';
import type { Tool } from './Tool';

/** Numbers of a picture's inputs. */
const TEXT = 0;
const OTHER_TEXT = 1;
const PICTURES = [2, 3, 4, 5, 6] as const;
/** The title is so far above the first input, window pixels. */
const TITLE = 10;

class LitegraphHands {
  readonly #page: Page;
  readonly #hand: Hand;
  #count = 0;

  constructor(page: Page, hand: Hand) {
    this.#page = page;
    this.#hand = hand;
  }

  /** A double click opens its search. */
  async search(kind: string, at: Point): Promise<string> {
    await this.#hand.doubleClick(at);
    return this.#found(kind);
  }

  /** Drops a link with Shift, which opens the tool's search, and joins it to the result. */
  async follow(nodeId: string, at: Point): Promise<string> {
    await this.#hand.drag([await slotAt(this.#page, nodeId, 'out'), at], 'Shift');
    return this.#found('picture');
  }

  /** Adds the text for an input by a middle click on it. */
  async lead(nodeId: string, slot: number): Promise<string> {
    await this.#hand.click(await slotAt(this.#page, nodeId, slot), { button: 'middle' });
    const [added = ''] = await this.#added(1);
    return added;
  }

  async link(sourceId: string, targetId: string, slot: number): Promise<void> {
    await this.#hand.drag([await slotAt(this.#page, sourceId, 'out'), await slotAt(this.#page, targetId, slot)]);
  }

  /** Pastes this many nodes with their inputs; their upper left corner comes to the point. */
  async paste(at: Point, count: number): Promise<readonly string[]> {
    await this.#hand.point(at);
    await this.#hand.press('Control+Shift+v');
    return this.#added(count);
  }

  async select(nodeId: string): Promise<void> {
    const { x, y } = await slotAt(this.#page, nodeId, TEXT);
    await this.#hand.click({ x: x + 20, y: y - TITLE });
  }

  async #found(kind: string): Promise<string> {
    const search = this.#page.locator('.litesearchbox');
    await search.waitFor();
    // It takes letters from its second frame on.
    await this.#page.waitForTimeout(150);
    await this.#hand.type(kind);
    await search.locator('.helper > :only-child', { hasText: kind }).waitFor();
    await this.#hand.press('Enter');
    const [added = ''] = await this.#added(1);
    await search.waitFor({ state: 'detached' });
    // The canvas takes the focus back a moment after that.
    await this.#page.waitForFunction(() => document.activeElement instanceof HTMLCanvasElement);
    await this.#page.waitForTimeout(50);
    return added;
  }

  async #added(count: number): Promise<readonly string[]> {
    this.#count += count;
    const ids = await nodesOnce(this.#page, this.#count);
    return ids.slice(-count);
  }
}

/** Corners of the columns and rows of nodes, in the window. */
const X = { words: 120, sketch: 240, page: 420, hour: 540, lateHour: 660, back: 900 } as const;
const Y = [40, 130, 220, 310, 400, 490, 580, 670, 760] as const;

/** litegraph's own interface by its quickest means, with its settings that save actions on. */
export const createLitegraph = (url: string): Tool => ({
  open: (page) => openPeer(page, url),

  async build(page, hand) {
    const hands = new LitegraphHands(page, hand);
    // The first sketch, with style, photo and words; a marquee with Control has it and its words, and copies keep style and photo.
    const style = await hands.search('text', { x: 20, y: Y[2] });
    const photo = await hands.search('photo', { x: 20, y: Y[3] });
    const sketch = await hands.follow(style, { x: X.sketch, y: Y[0] });
    await hands.link(photo, sketch, PICTURES[0]);
    await hands.lead(sketch, OTHER_TEXT);
    await hand.drag(
      [
        { x: X.words - 10, y: 5 },
        { x: X.sketch + 30, y: Y[0] + 60 },
      ],
      'Control',
    );
    await hand.press('Control+c');
    const sketches = [sketch];
    for (const y of Y.slice(1, 8)) sketches.push((await hands.paste({ x: X.words, y }, 2))[0] ?? '');
    const [hero = '', , , , first = '', second = ''] = sketches;
    const places = sketches.slice(4);

    // The first page, then copies of it that keep what leads into it.
    const firstPage = await hands.follow(hero, { x: X.page, y: Y[0] });
    for (const [index, id] of sketches.slice(1, 4).entries()) await hands.link(id, firstPage, PICTURES[index + 1] ?? 0);
    await hands.link(style, firstPage, TEXT);
    await hands.select(firstPage);
    await hand.press('Control+c');
    const pages = [firstPage];
    for (const y of Y.slice(1, 4)) pages.push(...(await hands.paste({ x: X.page, y }, 1)));

    const cover = await hands.follow(firstPage, { x: X.back, y: Y[1] });
    for (const [index, id] of pages.slice(1).entries()) await hands.link(id, cover, PICTURES[index + 1] ?? 0);
    await hands.lead(cover, TEXT);

    // The branches come first: a press with Shift on an output that has links would move those links.
    for (const [start, y, columns] of [
      [first, Y[4], [X.page, X.hour, X.lateHour]],
      [second, Y[5], [X.page, X.hour]],
    ] as const) {
      let last = start;
      for (const x of columns) last = await hands.follow(last, { x, y });
    }

    const back = await hands.follow(places[3] ?? '', { x: X.back, y: Y[6] });
    for (const [index, id] of [...places.slice(0, 3), cover].entries())
      await hands.link(id, back, PICTURES[index + 1] ?? 0);
  },

  read: readPeer,
});
