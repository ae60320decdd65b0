import type { Page } from 'playwright-core';
import { en } from '../../../src/i18n/en';

/** How long a person tries before they do something else. */
const PATIENCE_MS = 3000;
/** How long they wait for the panel, which is always there: a busy machine is slow. */
const PANEL_MS = 30_000;

const group = (page: Page, id: string) => page.locator(`[data-node-id="${id}"]`);

/** Returns false when the node no longer exists. */
async function stand(page: Page, id: string, part = ''): Promise<boolean> {
  return group(page, id)
    .locator(part === '' ? 'xpath=.' : part)
    .first()
    .focus({ timeout: PATIENCE_MS })
    .then(
      () => true,
      () => false,
    );
}

const fieldIsOpen = (page: Page): Promise<boolean> =>
  page
    .waitForFunction(
      () => document.activeElement?.matches('textarea, [data-testid="stage"] ~ * input') ?? false,
      null,
      {
        timeout: PATIENCE_MS,
      },
    )
    .then(
      () => true,
      () => false,
    );

/** Replaces the whole text of the focused field; returns its previous text. */
async function typeOver(page: Page, words: string): Promise<string | null> {
  const seen = await page.evaluate((text) => {
    const field = document.activeElement;
    if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return null;
    const before = field.value;
    field.select();
    document.execCommand('insertText', false, text);
    return before;
  }, words);
  await page.keyboard.press('Escape');
  return seen;
}

/** Returns the previous text of the node's field; null when nothing could be written. These keys lead to it from the first. */
export async function write(
  page: Page,
  id: string,
  words: string,
  way: readonly string[] = [],
): Promise<string | null> {
  if (!(await stand(page, id))) return null;
  await page.keyboard.press('Enter');
  if (!(await fieldIsOpen(page))) return null;
  for (const key of way) {
    await page.keyboard.press(key);
    if (!(await fieldIsOpen(page))) return null;
  }
  return typeOver(page, words);
}

/** Adds a text node with these words from the panel; returns its id. */
export async function add(page: Page, words: string): Promise<string | null> {
  const entry = page.locator('[data-palette="textPrompt"]');
  if ((await entry.count()) === 0) await page.locator('[data-rail="text"]').click({ timeout: PANEL_MS });
  await entry.focus({ timeout: PANEL_MS });
  const known = await nodeIds(page);
  await page.keyboard.press('Enter');
  await page
    .waitForFunction((count) => document.querySelectorAll('[data-node-id]').length > count, known.length, {
      timeout: PATIENCE_MS,
    })
    .catch(() => undefined);
  // Others may add a node at the same moment; theirs has words.
  const made = (await nodeIds(page, '[aria-label="Text input"]')).filter((id) => !known.includes(id));
  for (const id of made) if ((await write(page, id, words)) !== null) return id;
  return null;
}

const nodeIds = (page: Page, like = ''): Promise<string[]> =>
  page
    .locator(`[data-node-id]${like}`)
    .evaluateAll((groups) => groups.map((group) => group.getAttribute('data-node-id') ?? ''));

/** Moves the node by one step of the grid. */
export async function nudge(page: Page, id: string, key: string): Promise<boolean> {
  if (!(await stand(page, id))) return false;
  await page.keyboard.press(key);
  return true;
}

/** Connects handle to handle; returns whether the pipe exists. */
export async function connect(page: Page, from: string, to: string): Promise<boolean> {
  if (!(await stand(page, from, '[data-handle="text-right"]'))) return false;
  await page.keyboard.press('Enter');
  if (!(await stand(page, to, '[data-handle="text-left"]'))) return false;
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  return true;
}

export async function remove(page: Page, id: string): Promise<boolean> {
  if (!(await stand(page, id))) return false;
  await page.keyboard.press('Delete');
  return true;
}

/** Waits until the app has announced the undo: a busy page announces it late, and shows it later still. */
export async function undo(page: Page): Promise<void> {
  const said = page.getByTestId('announcements');
  const before = await said.textContent();
  await page.keyboard.press('Control+z');
  await page
    .waitForFunction(
      ([words, undone]) => {
        const now = document.querySelector('[data-testid="announcements"]')?.textContent ?? '';
        return now !== words && now.startsWith(undone);
      },
      [before ?? '', en.step.undone.split('{{')[0] ?? ''] as const,
      { timeout: PATIENCE_MS },
    )
    .catch(() => undefined);
}
