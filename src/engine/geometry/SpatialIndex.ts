import RBush from 'rbush';
import type { Box } from './box';

interface Entry {
  readonly id: string;
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

const entryOf = (id: string, box: Box): Entry => ({
  id,
  minX: box.x,
  minY: box.y,
  maxX: box.x + box.width,
  maxY: box.y + box.height,
});

/** Boxes by id in an R-tree: asking for a part costs what is found, moving one costs a logarithm of all. */
export class SpatialIndex {
  readonly #tree = new RBush<Entry>();
  readonly #entries = new Map<string, Entry>();

  get size(): number {
    return this.#entries.size;
  }

  load(boxes: Iterable<readonly [id: string, box: Box]>): void {
    const entries: Entry[] = [];
    for (const [id, box] of boxes) {
      const entry = entryOf(id, box);
      this.#entries.set(id, entry);
      entries.push(entry);
    }
    this.#tree.load(entries);
  }

  set(id: string, box: Box): void {
    this.remove(id);
    const entry = entryOf(id, box);
    this.#entries.set(id, entry);
    this.#tree.insert(entry);
  }

  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#tree.remove(entry);
    this.#entries.delete(id);
  }

  clear(): void {
    this.#tree.clear();
    this.#entries.clear();
  }

  boxOf(id: string): Box | undefined {
    const entry = this.#entries.get(id);
    return entry && { x: entry.minX, y: entry.minY, width: entry.maxX - entry.minX, height: entry.maxY - entry.minY };
  }

  /** The ids of the boxes that touch this one, in no order. */
  search(box: Box): string[] {
    return this.#tree
      .search({ minX: box.x, minY: box.y, maxX: box.x + box.width, maxY: box.y + box.height })
      .map((entry) => entry.id);
  }

  /** The box around everything; null when empty. Costs nothing: the root of the tree knows it. */
  bounds(): Box | null {
    if (this.#entries.size === 0) return null;
    const root = this.#tree.toJSON() as unknown as Entry;
    return { x: root.minX, y: root.minY, width: root.maxX - root.minX, height: root.maxY - root.minY };
  }
}
