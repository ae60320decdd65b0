import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What a screen must hold in every state and look: nothing that axe calls serious, and nothing wider than the window. */
export async function expectGood(page: Page, state: string): Promise<void> {
  // To read axe's source takes a page four times as long as the look itself: once for each load of the page.
  const isThere = await page.evaluate(() => 'axe' in window);
  const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  expect({ state, serious }).toEqual({ state, serious: [] });
  await expectToFit(page, state);
}

/** Nothing is wider than the window. */
export async function expectToFit(page: Page, state: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect({ state, overflow: Math.max(0, overflow) }).toEqual({ state, overflow: 0 });
}
