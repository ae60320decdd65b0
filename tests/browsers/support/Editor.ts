import type { DrivenTab, Point } from './Driven';

const TURN_MS = 100;
const PATIENCE_MS = 60_000;

interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Polls until the condition holds; the error has the last value if it never does. */
export async function until<Value>(
  what: string,
  ask: () => Promise<Value>,
  isSo: (value: Value) => boolean,
): Promise<Value> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = await ask();
    if (isSo(value)) return value;
    if (Date.now() > end) throw new Error(`${what}: ${JSON.stringify(value)} after ${PATIENCE_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  }
}

const NODE_IDS = `return [...document.querySelectorAll('[data-node-id]')].map((each) => each.dataset.nodeId)`;

/** A person at the editor, in whichever browser. */
export class Editor {
  readonly tab: DrivenTab;
  readonly url: string;

  constructor(tab: DrivenTab, url: string) {
    this.tab = tab;
    this.url = url;
  }

  /** Signs in and returns the id of a new project. */
  async make(name: string, canvas: object): Promise<number> {
    await this.tab.open(`${this.url}/?lng=en`);
    return this.tab.evaluate<number>(
      `const post = (path, body) => fetch(path, {
         method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
       });
       await post('/auth/login/local', { name: args[0] });
       const made = await post('/projects', { name: args[0], canvas: JSON.stringify(args[1]) });
       return (await made.json()).projectId;`,
      name,
      canvas,
    );
  }

  async enter(pid: number): Promise<void> {
    await this.tab.open(`${this.url}/main/${pid}?lng=en`);
    await this.see('[data-testid="stage"] canvas');
  }

  /** Waits until the element exists, and returns its box. */
  async see(selector: string): Promise<Box> {
    const box = await until(
      selector,
      () =>
        this.tab.evaluate<Box | null>(
          `const box = document.querySelector(args[0])?.getBoundingClientRect();
           return box ? { x: box.x, y: box.y, width: box.width, height: box.height } : null;`,
          selector,
        ),
      (found) => found !== null && found.width > 0,
    );
    if (!box) throw new Error(`${selector} is not there`);
    return box;
  }

  async centreOf(selector: string): Promise<Point> {
    const { x, y, width, height } = await this.see(selector);
    return { x: x + width / 2, y: y + height / 2 };
  }

  async click(selector: string): Promise<void> {
    await this.tab.drag(await this.centreOf(selector));
  }

  /** Drags an entry of a panel to this point of the window. Returns the node's id. */
  async add(type: 'text' | 'image', entry: string, at: Point): Promise<string> {
    const before = await this.tab.evaluate<string[]>(NODE_IDS);
    const rail = `[data-rail="${type}"]`;
    await this.click(rail);
    const from = await this.centreOf(`[data-palette="${entry}"]`);
    await this.tab.drag(from, { x: from.x + 20, y: from.y + 12 }, { x: at.x - 10, y: at.y - 6 }, at);
    const isNew = (id: string): boolean => !before.includes(id);
    const after = await until(
      `${entry} on the canvas`,
      () => this.tab.evaluate<string[]>(NODE_IDS),
      (ids) => ids.some(isNew),
    );
    await this.click(rail);
    // The field of a new text closes when the focus goes to the rail.
    await until(
      'a canvas at rest',
      () =>
        this.tab.evaluate<boolean>(
          `return document.querySelector('textarea, [aria-expanded="true"][data-rail]') === null`,
        ),
      (isAtRest) => isAtRest,
    );
    return after.find(isNew) ?? '';
  }

  async write(nodeId: string, text: string): Promise<void> {
    const isOpen = await this.tab.evaluate<boolean>(`return document.querySelector('textarea') !== null`);
    if (!isOpen) await this.tab.doubleClick(await this.centreOf(`[data-node-id="${nodeId}"]`));
    await this.see('textarea');
    await this.tab.type(text);
    await this.tab.press('Escape');
  }

  /** The card's label for screen readers, which has the text that the card shows. */
  label(nodeId: string): Promise<string> {
    return this.tab.evaluate<string>(
      `return document.querySelector('[data-node-id="' + args[0] + '"]')?.getAttribute('aria-label') ?? ''`,
      nodeId,
    );
  }

  async waitUntilSays(nodeId: string, text: string): Promise<void> {
    await until(
      nodeId,
      () => this.label(nodeId),
      (label) => label.includes(text),
    );
  }

  async waitUntilSaveState(words: string): Promise<void> {
    await until(
      'the save state',
      () => this.tab.evaluate<string>(`return document.querySelector('header [role="status"]')?.textContent ?? ''`),
      (said) => said.includes(words),
    );
  }

  /** The canvas as the server has saved it. */
  async saved(pid: number): Promise<{ readonly nodes: readonly { id: string; data: { value?: unknown } }[] }> {
    const text = await this.tab.evaluate<string>(
      `return (await (await fetch('/projects/' + args[0])).json()).canvas`,
      pid,
    );
    return JSON.parse(text) as { nodes: { id: string; data: { value?: unknown } }[] };
  }

  /** A checksum of the stage's picture; two pictures that differ have two. */
  picture(): Promise<number> {
    return this.tab.evaluate<number>(
      `let sum = 0;
       for (const canvas of document.querySelectorAll('[data-testid="stage"] canvas')) {
         const small = document.createElement('canvas');
         small.width = small.height = 64;
         const context = small.getContext('2d');
         context.drawImage(canvas, 0, 0, 64, 64);
         for (const [at, value] of context.getImageData(0, 0, 64, 64).data.entries()) sum = (sum + value * (at + 1)) % 2147483647;
       }
       return sum;`,
    );
  }
}
