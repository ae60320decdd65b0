import type { APIResponse, Locator, Page } from 'playwright-core';
import type { Snapshot } from '../../src/engine';
import { en } from '../../src/i18n/en';
import { ko } from '../../src/i18n/ko';
import { NEW_SNAPSHOT } from '../../src/stores/sync/opening/readSnapshot';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The stage begins right of the rail and under the top bar (STAGE-1). */
const STAGE: Point = { x: 70, y: 56 };

/** A person at the browser, who goes by what they see and what a screen reader says. */
export class Person {
  readonly words: typeof en;

  constructor(
    readonly page: Page,
    readonly url: string,
    readonly language: 'ko' | 'en',
  ) {
    this.words = language === 'ko' ? ko : en;
  }

  /** Goes from the dashboard through the sign-in page and back. */
  async signIn(name: string): Promise<void> {
    const { page, words } = this;
    await page.goto(`${this.url}/?lng=${this.language}`);
    await page
      .getByRole('link', { name: words.shell.logIn })
      .or(page.getByRole('button', { name: words.shell.logIn }))
      .first()
      .click();
    await page.getByRole('button', { name: words.signIn.local }).click();
    await page.locator(`html[lang="${this.language}"] input[name="name"]`).fill(name);
    await page.locator('form button').click();
    await page.getByText(words.dashboard.helloName.replace('{{name}}', name)).waitFor();
  }

  /** Signs in without the pages for it; no page is open yet. */
  async enter(name: string): Promise<void> {
    await this.#post('/auth/login/local', { name });
  }

  /** Opens an existing project by its address. Returns its id. */
  async openMade(name: string, canvas: Snapshot = NEW_SNAPSHOT): Promise<number> {
    const made = await this.#post('/projects', { name, canvas: JSON.stringify(canvas) });
    const { projectId } = (await made.json()) as { projectId: number };
    await this.page.goto(`${this.url}/main/${projectId}?lng=${this.language}`);
    await this.showCanvas();
    return projectId;
  }

  /** In a narrow window a flow opens as a list. */
  async showCanvas(): Promise<void> {
    const stage = this.page.getByTestId('stage');
    await stage.waitFor({ state: 'attached' });
    const canvas = this.page.getByTestId('view-switch').getByRole('button', { name: this.words.outline.canvas });
    if (await canvas.isVisible()) await canvas.click();
    await stage.waitFor();
  }

  /** Returns the new project's id. */
  async createProject(name: string): Promise<number> {
    const { page, words } = this;
    await page.getByRole('button', { name: words.dashboard.create }).click();
    await page.getByLabel(words.createModal.name).fill(name);
    await page.getByRole('button', { name: words.createModal.create, exact: true }).click();
    await page.waitForURL(/\/main\/\d+/);
    await page.getByTestId('stage').waitFor();
    return Number(/\/main\/(\d+)/.exec(page.url())?.[1]);
  }

  /** Opens a panel and drags an entry so that the node's corner is at this point of the stage. Returns the node's id. */
  async dragFromPanel(type: 'text' | 'image', entry: string, at: Point): Promise<string> {
    const { page, words } = this;
    const known = await this.nodeIds();
    const rail = page.getByRole('button', { name: words.flows[type].name, exact: true });
    await rail.click();
    const from = await centreOf(page.locator(`[data-palette="${entry}"]`));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y + 10, { steps: 3 });
    await page.mouse.move(STAGE.x + at.x, STAGE.y + at.y, { steps: 6 });
    await page.mouse.up();
    await rail.click();
    await page.waitForFunction((count) => document.querySelectorAll('[data-node-id]').length > count, known.length);
    const added = (await this.nodeIds()).find((id) => !known.includes(id));
    if (!added) throw new Error(`${entry} did not arrive on the canvas`);
    return added;
  }

  async nodeIds(): Promise<string[]> {
    return this.page
      .locator('[data-node-id]')
      .evaluateAll((groups) => groups.map((group) => group.getAttribute('data-node-id') ?? ''));
  }

  node(id: string): Locator {
    return this.page.locator(`[data-node-id="${id}"]`);
  }

  /** Types into the node's text. */
  async write(nodeId: string, text: string): Promise<void> {
    const box = await boxOf(this.node(nodeId));
    await this.page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
    const field = this.page.locator('textarea');
    await field.waitFor();
    await field.pressSequentially(text);
    await field.press('Escape');
    await field.waitFor({ state: 'detached' });
  }

  async pipe(fromId: string, fromHandle: string, toId: string, toHandle: string): Promise<void> {
    const from = await centreOf(this.node(fromId).locator(`[data-handle="${fromHandle}"]`));
    const to = await centreOf(this.node(toId).locator(`[data-handle="${toHandle}"]`));
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(to.x - 60, to.y - 40, { steps: 6 });
    await this.page.mouse.move(to.x, to.y, { steps: 4 });
    await this.page.mouse.up();
  }

  async chooseFile(nodeId: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.node(nodeId).getByRole('button', { name: this.words.node.upload }).click();
    await (await chooser).setFiles(file);
  }

  async run(nodeId: string): Promise<void> {
    await this.node(nodeId).getByRole('button', { name: this.words.node.run, exact: true }).click();
  }

  async waitUntilSaved(): Promise<void> {
    await this.page.getByText(this.words.save.saved, { exact: true }).waitFor();
  }

  /** Clicks the logo. */
  async goHome(): Promise<void> {
    await this.page.getByRole('link', { name: this.words.product.home }).click();
    await this.page.waitForURL((url) => url.pathname === '/');
  }

  async openProject(name: string): Promise<void> {
    await this.page.getByRole('link', { name }).or(this.page.getByRole('button', { name })).first().click();
    await this.page.getByTestId('stage').waitFor();
  }

  #post(path: string, data: object): Promise<APIResponse> {
    return this.page.context().request.post(`${this.url}${path}`, { data });
  }
}

export async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${String(locator)} is not on the screen`);
  return box;
}

async function centreOf(locator: Locator): Promise<Point> {
  const box = await boxOf(locator);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
