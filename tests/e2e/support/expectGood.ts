import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Axe without the rules whose findings are not serious: they take more than half of its time. A rule's impact is that of all its findings,
 * whatever its checks say.
 */
const AXE = `${readFileSync('node_modules/axe-core/axe.min.js', 'utf8')};
void (axe._audit.rules = axe._audit.rules.filter(({ impact }) => impact !== 'minor' && impact !== 'moderate'));`;

/** Expects what every screen must have in every state and look: no serious finding of axe, and nothing wider than the window. */
export async function expectGood(page: Page, state: string): Promise<void> {
  // Loading axe takes four times as long as running it: once for each load of the page. The builder loads what it is given twice.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await new AxeBuilder({ page, axeSource: ';' })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  expect({ state, serious }).toEqual({ state, serious: [] });
  await expectToFit(page, state);
}

/** Expects nothing wider than the window. */
export async function expectToFit(page: Page, state: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect({ state, overflow: Math.max(0, overflow) }).toEqual({ state, overflow: 0 });
}
