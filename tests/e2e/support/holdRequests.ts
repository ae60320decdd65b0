import { once } from 'node:events';
import type { Page } from 'playwright-core';

/** Holds requests to addresses of this pattern, as a slow network does. Returns a function that releases them. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  const gate = new AbortController();
  const opened = once(gate.signal, 'abort');
  await page.route(pattern, async (route) => {
    await opened;
    // The page may have left meanwhile.
    await route.fallback().catch(() => undefined);
  });
  return () => gate.abort();
}
