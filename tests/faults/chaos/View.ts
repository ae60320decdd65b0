import type { Page } from 'playwright-core';
import { en } from '../../../src/i18n/en';
import type { SaveState } from '../../../src/stores/sync/SaveStore';

export interface SeenNode {
  readonly id: string;
  /** Kind and title, as a screen reader reads them. */
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** A tab as a person sees it. */
export interface View {
  /** 'notFound', 'visitor' and 'failed' as the screen says; 'away' when no project is on the screen. */
  readonly status: 'ready' | 'loading' | 'notFound' | 'visitor' | 'failed' | 'away';
  readonly save: SaveState | null;
  /** The status text of the top bar. */
  readonly said: string;
  readonly nodes: readonly SeenNode[];
}

const SAVE_STATES = Object.entries(en.save).filter(([name]) => name !== 'openCopy') as [SaveState, string][];

export async function readView(page: Page): Promise<View> {
  const { status, said, nodes } = await page.evaluate((lostTitle) => {
    const screen = document.querySelector<HTMLElement>('[data-status]');
    const isLost = [...document.querySelectorAll('h1, h2')].some(({ textContent }) => textContent === lostTitle);
    return {
      status: isLost ? 'notFound' : (screen?.dataset['status'] ?? 'away'),
      said: document.querySelector('header [role="status"]')?.textContent ?? '',
      nodes: [...document.querySelectorAll<HTMLElement>('[data-node-id]')].map(({ dataset, ariaLabel, style }) => ({
        id: dataset['nodeId'] ?? '',
        name: ariaLabel ?? '',
        x: parseFloat(style.left),
        y: parseFloat(style.top),
      })),
    };
  }, en.notFound.projectTitle);
  const save = SAVE_STATES.find(([, words]) => words === said)?.[0] ?? null;
  return { status: status as View['status'], save, said, nodes };
}

/** The ids of all edges of the document: all of them are described while they are selected. */
export async function readEdges(page: Page): Promise<Set<string>> {
  await page.locator('[data-node-id]').first().focus();
  await page.keyboard.press('Control+a');
  // The layer is rebuilt when the view rests.
  await page.waitForTimeout(200);
  const ids = await page
    .locator('[data-edge-id]')
    .evaluateAll((all) => all.map((edge) => edge.getAttribute('data-edge-id') ?? ''));
  await page.keyboard.press('Escape');
  return new Set(ids);
}
