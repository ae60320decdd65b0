import type { Browser, Page } from 'playwright-core';
import { WINDOW } from '../canvas/stage';
import type { Flow } from './Flow';
import { Hand, type Effort } from './Hand';
import { isSameFlow } from './isSameFlow';
import { PICTURE_BOOK } from './pictureBook';

/** A tool in a browser, in which a flow is built by hand. */
export interface Tool {
  /** Shows its empty canvas at the zoom of all. */
  open(page: Page): Promise<void>;
  build(page: Page, hand: Hand): Promise<void>;
  /** The tool's own flow, with its own node ids. */
  read(page: Page): Promise<Flow>;
}

/** The effort for a flow that came out as it has to be. */
export interface Built extends Effort {
  readonly nodes: number;
  readonly edges: number;
}

/** Builds the picture book in a fresh profile. Throws when what came out is another flow, or when the page failed. */
export async function buildBook(browser: Browser, tool: Tool): Promise<Built> {
  const context = await browser.newContext({ viewport: WINDOW, locale: 'en-US', reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    const faults: Error[] = [];
    page.on('pageerror', (error) => faults.push(error));
    await tool.open(page);
    const hand = new Hand(page);
    await tool.build(page, hand);
    const flow = await tool.read(page);
    const [fault] = faults;
    if (fault) throw fault;
    if (!isSameFlow(PICTURE_BOOK, flow)) {
      throw new Error(`another flow came out, of ${flow.nodes.size} nodes and ${flow.edges.length} edges`);
    }
    return { nodes: flow.nodes.size, edges: flow.edges.length, ...hand.effort };
  } finally {
    await context.close();
  }
}
