import RBush from 'rbush';
import type { Box } from './box';
import { fitToChildren, packTree, type Branch } from './packTree';

interface Entry {
  readonly id: string;
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** Where something is now; without a box it is nowhere any more. */
export type BoxNow = readonly [id: string, box: Box | undefined];

/** Boxes a branch: finds as fast as rbush's nine, with fewer branches to make. */
const BRANCH = 24;
/** Moving this share of all boxes costs more one by one than fitting the tree anew around them. */
const REFIT_SHARE = 1 / 32;

const entryOf = (id: string, box: Box): Entry => ({
  id,
  minX: box.x,
  minY: box.y,
  maxX: box.x + box.width,
  maxY: box.y + box.height,
});

function moveTo(entry: Entry, box: Box): void {
  entry.minX = box.x;
  entry.minY = box.y;
  entry.maxX = box.x + box.width;
  entry.maxY = box.y + box.height;
}

/** Boxes by id in an R-tree: asking for a part costs what is found, moving one costs a logarithm of all. */
export class SpatialIndex {
  readonly #tree = new RBush<Entry>(BRANCH);
  readonly #entries = new Map<string, Entry>();

  get size(): number {
    return this.#entries.size;
  }

  /** Begins with the boxes of these items, each with an id of its own. */
  load<T>(items: Iterable<T>, idOf: (item: T) => string, boxOf: (item: T) => Box): void {
    this.#entries.clear();
    for (const item of items) {
      const id = idOf(item);
      this.#entries.set(id, entryOf(id, boxOf(item)));
    }
    this.#pack();
  }

  set(id: string, box: Box): void {
    this.remove(id);
    const entry = entryOf(id, box);
    this.#entries.set(id, entry);
    this.#tree.insert(entry);
  }

  /** Brings many up to date: for a large share of all it costs one pass over the tree. */
  follow(changed: readonly BoxNow[]): void {
    if (changed.length <= this.#entries.size * REFIT_SHARE) {
      for (const [id, box] of changed) {
        if (box) this.set(id, box);
        else this.remove(id);
      }
      return;
    }
    const fresh: Entry[] = [];
    let hasRemoved = false;
    for (const [id, box] of changed) {
      const known = this.#entries.get(id);
      if (!box) {
        hasRemoved = this.#entries.delete(id) || hasRemoved;
      } else if (known) moveTo(known, box);
      else {
        const entry = entryOf(id, box);
        this.#entries.set(id, entry);
        fresh.push(entry);
      }
    }
    if (hasRemoved) {
      this.#pack();
    } else {
      refit(this.#root());
      this.#tree.load(fresh);
    }
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
    const root = this.#root();
    return { x: root.minX, y: root.minY, width: root.maxX - root.minX, height: root.maxY - root.minY };
  }

  #pack(): void {
    this.#tree.fromJSON(packTree([...this.#entries.values()], BRANCH));
  }

  #root(): Branch {
    return this.#tree.toJSON() as Branch;
  }
}

/** Makes each branch as large as what it holds; which branch holds what stays, so things that moved together stay near. */
function refit(branch: Branch): void {
  if (!branch.leaf) for (const child of branch.children) refit(child as Branch);
  fitToChildren(branch);
}
