import type { Point } from '../canvas/BenchDoor';
import { nodesOnce, openPeer, readPeer, slotAt } from './PeerHands';
import { PICTURE_BOOK } from './pictureBook';
import type { Tool } from './Tool';

const COLUMNS = 6;

/** Place of a node: in rows, apart from all others. */
const placeOf = (index: number): Point => {
  return { x: 250 + (index % COLUMNS) * 180, y: 80 + Math.floor(index / COLUMNS) * 150 };
};

/** React Flow's example of drag and drop: each node from the sidebar, each pipe from handle to handle. It has no quicker means. */
export const createReactFlow = (url: string): Tool => ({
  open: (page) => openPeer(page, url),

  async build(page, hand) {
    const ids = new Map<string, string>();
    for (const [index, [name, role]] of [...PICTURE_BOOK.nodes].entries()) {
      const box = await page.locator(`[data-entry="${role}"]`).boundingBox();
      if (!box) throw new Error(`no entry ${role}`);
      await hand.drag([{ x: box.x + box.width / 2, y: box.y + box.height / 2 }, placeOf(index)]);
      const all = await nodesOnce(page, index + 1);
      ids.set(name, all[index] ?? '');
    }
    for (const [source, target] of PICTURE_BOOK.edges) {
      const from = await slotAt(page, ids.get(source) ?? '', 'out');
      await hand.drag([from, await slotAt(page, ids.get(target) ?? '', 0)]);
    }
  },

  read: readPeer,
});
