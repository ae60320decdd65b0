import type { Page } from 'playwright-core';
import type { Point } from '../canvas/BenchDoor';
import '../canvas/pages/peers/HandDoor';
import type { Flow, Role } from './Flow';

/** The kinds of a peer's nodes are called as the roles. */
const isRole = (kind: string): kind is Role => kind === 'text' || kind === 'photo' || kind === 'picture';

/** Opens a peer's page. */
export async function openPeer(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => window.hand !== undefined);
  // Its first frames are drawn after that.
  await page.waitForTimeout(500);
}

export const slotAt = (page: Page, nodeId: string, slot: number | 'out'): Promise<Point> =>
  page.evaluate(
    ([id, at]) => {
      if (!window.hand) throw new Error('no door');
      return window.hand.slotAt(id, at);
    },
    [nodeId, slot] as const,
  );

/** Ids of the nodes in the order in which they came, once there are this many. */
export async function nodesOnce(page: Page, count: number): Promise<readonly string[]> {
  await page.waitForFunction((all) => window.hand?.nodes().length === all, count);
  return page.evaluate(() => window.hand?.nodes().map(([id]) => id) ?? []);
}

export async function readPeer(page: Page): Promise<Flow> {
  const [kinds, edges] = await page.evaluate(() => [window.hand?.nodes() ?? [], window.hand?.edges() ?? []] as const);
  const nodes = new Map<string, Role>();
  for (const [id, kind] of kinds) if (isRole(kind)) nodes.set(id, kind);
  return { nodes, edges };
}
