import { once } from 'node:events';
import type { Page } from 'playwright-core';

/** Requests to addresses of this pattern wait until they are let go, as on a slow network. Answers how to let them go. */
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
