import type { ServedPages } from '../servePages';
import type { Contestant } from './Contestant';

type PageContestant = Pick<Contestant, 'name' | 'wheelTurn' | 'firstPaint'> & {
  /** File of the page, and what its address asks for beside the flow. */
  readonly page: string;
  readonly query?: string;
};

/** A contestant that is a page of ours around a library, or around nothing. */
export function createPage(pages: ServedPages, contestant: PageContestant): Contestant {
  const { page: file, query = '' } = contestant;
  const paths = new Map<string, string>();
  return {
    ...contestant,
    place: (_context, name, flow) => {
      const path = paths.get(name) ?? pages.addFlow(name, flow);
      paths.set(name, path);
      return Promise.resolve(`${pages.url}/${file}.html?flow=${path}${query}`);
    },
    async openDoor(page) {
      await page.waitForFunction(() => window.bench !== undefined);
    },
    aftermath: () => Promise.resolve(),
  };
}
