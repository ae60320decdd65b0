import RBush from 'rbush';
import { IdTable } from '../collections/IdTable';
import { intersects, translate, type Box } from './box';
import { BoxList, type BoxEntry } from './BoxList';
import { fitToChildren, packTree, type Branch, type Extent } from './packTree';
import { add, ORIGIN, ROUNDING, type Vector } from './vector';

/** An item's box as it is now; undefined for an item that is gone. */
export type BoxNow = readonly [id: string, box: Box | undefined];

/** Boxes a branch: finds as fast as rbush's nine, with fewer branches to make. */
const BRANCH = 24;
/** Boxes entered by one step of settling, which is to take about a millisecond. */
const STEP = 4096;
/** Making the tree costs some hundred times as much as looking through all boxes: asked this often, it is worth it. */
const LOOKS_MAX = 64;
/** Share of all boxes from which on moving them one by one costs more than refitting the tree around them. */
const REFIT_SHARE = 1 / 32;

// Spelt out: one is made for every box of a canvas, and a spread makes two.
const entryOf = (id: string, { x, y, width, height }: Box): BoxEntry => ({
  id,
  minX: x,
  minY: y,
  maxX: x + width,
  maxY: y + height,
});

const extentOf = ({ x, y, width, height }: Box): Extent => ({ minX: x, minY: y, maxX: x + width, maxY: y + height });

const boxWithin = ({ minX, minY, maxX, maxY }: Extent): Box => ({
  x: minX,
  y: minY,
  width: maxX - minX,
  height: maxY - minY,
});

/** Counts to which an index adds where it does the work. */
export interface IndexCounts {
  /** Searches for the boxes that touch a box. */
  searches: number;
  /** Boxes that entered an index, or were given a new place in it. */
  indexed: number;
  /** Boxes that left an index for good, other than by its being loaded anew. */
  unindexed: number;
  /** Trees built over all boxes. */
  trees: number;
}

/** The boxes of `load`, until the tree and the entries have all of them. */
interface BulkLoad {
  readonly boxes: BoxList;
  readonly idAt: (index: number) => string;
  /** The exact box of an item that was loaded with a rough one, null for an item that is gone; null when all are exact. */
  readonly boxAt: ((index: number) => Box | null) | null;
  readonly growth: Iterator<undefined, void>;
}

/**
 * Boxes by id in an R-tree: a query costs what it finds, moving one box costs a logarithm of all. The tree of loaded
 * boxes is made in steps, or at once when it is needed; the first few queries do without it.
 */
export class SpatialIndex {
  readonly #counts: IndexCounts;
  readonly #tree = new RBush<BoxEntry>(BRANCH);
  readonly #entries = new IdTable<BoxEntry>();
  #loaded: BulkLoad | null = null;
  #looks = 0;
  /** Position of the tree's own origin: moving everything moves only that. */
  #origin: Vector = ORIGIN;

  /** @param counts Gets the counts of its work; several indexes may share them. */
  constructor(counts: IndexCounts) {
    this.#counts = counts;
  }

  get size(): number {
    return this.#loaded?.boxes.length ?? this.#entries.size;
  }

  /** Whether some boxes are not known yet: changes of their items go unseen. */
  get isRough(): boolean {
    return this.#loaded !== null && this.#loaded.boxAt !== null;
  }

  /**
   * Begins with the boxes of these items, whose ids are unique. With `nowOf` the boxes are only bounds of its results, which cost more: it
   * is called in steps, and until then for the items that a query finds. It returns null for an item that has gone since.
   */
  load<T>(
    items: Iterable<T>,
    idOf: (item: T) => string,
    boxOf: (item: T) => Box,
    nowOf: ((item: T) => Box | null) | null = null,
  ): void {
    this.#entries.clear();
    this.#origin = ORIGIN;
    this.#looks = 0;
    const all = [...items];
    const boxes = BoxList.of(all, idOf, boxOf);
    this.#counts.indexed += boxes.length;
    const idAt = (index: number): string => idOf(all[index] as T);
    const boxAt = nowOf && ((index: number): Box | null => nowOf(all[index] as T));
    const entries = nowOf ? this.#entriesOf(all, idOf, nowOf) : boxes.entries();
    this.#loaded = { boxes, idAt, boxAt, growth: this.#grow(entries) };
  }

  /** Takes a step of making the tree, of about a millisecond. Returns whether there is more to do. */
  settle(): boolean {
    if (this.#loaded?.growth.next().done) this.#loaded = null;
    return this.#loaded !== null;
  }

  set(id: string, box: Box): void {
    this.#take(id);
    const entry = entryOf(id, this.#inTree(box));
    this.#entries.set(id, entry);
    this.#tree.insert(entry);
    this.#counts.indexed++;
  }

  /** Brings many up to date: for a large share of all it costs one pass over the tree. */
  follow(changed: readonly BoxNow[]): void {
    this.#settleNow();
    if (changed.length <= this.#entries.size * REFIT_SHARE) {
      for (const [id, box] of changed) {
        if (box) this.set(id, box);
        else this.remove(id);
      }
      return;
    }
    const fresh: BoxEntry[] = [];
    let hasRemoved = false;
    for (const [id, box] of changed) {
      const known = this.#entries.get(id);
      if (box) this.#counts.indexed++;
      else if (known) this.#counts.unindexed++;
      if (!box) {
        hasRemoved = this.#entries.delete(id) || hasRemoved;
      } else if (known) Object.assign(known, extentOf(this.#inTree(box)));
      else {
        const entry = entryOf(id, this.#inTree(box));
        this.#entries.set(id, entry);
        fresh.push(entry);
      }
    }
    if (hasRemoved) {
      const packing = this.#pack();
      while (!packing.next().done);
    } else {
      refit(this.#root());
      this.#tree.load(fresh);
    }
  }

  /** Moves every box by the same; costs nothing. */
  moveAll(by: Vector): void {
    this.#origin = add(this.#origin, by);
  }

  /** How far all boxes have to move to the corners they have now; null when not all of them by the same. */
  shiftOfAll(cornerOf: (id: string) => Vector | undefined): Vector | null {
    this.#settleNow();
    const { x, y } = this.#origin;
    let shift: Vector | null = null;
    for (const { id, minX, minY } of this.#entries.values()) {
      const corner = cornerOf(id);
      if (!corner) return null;
      shift ??= { x: corner.x - minX - x, y: corner.y - minY - y };
      const isAside = Math.abs(corner.x - minX - x - shift.x) > ROUNDING;
      if (isAside || Math.abs(corner.y - minY - y - shift.y) > ROUNDING) return null;
    }
    return shift;
  }

  remove(id: string): void {
    if (this.#take(id)) this.#counts.unindexed++;
  }

  boxOf(id: string): Box | undefined {
    this.#settleNow();
    const entry = this.#entries.get(id);
    return entry && translate(boxWithin(entry), this.#origin);
  }

  /** The ids of the boxes that touch this one, in no order. */
  search(box: Box): string[] {
    this.#counts.searches++;
    const asked = extentOf(this.#inTree(box));
    if (this.#loaded && this.#looks++ >= LOOKS_MAX) this.#settleNow();
    if (!this.#loaded) return this.#tree.search(asked).map((entry) => entry.id);
    const { boxes, idAt, boxAt } = this.#loaded;
    const found = boxes.search(asked);
    const isHere = (index: number): boolean => {
      const now = boxAt?.(index);
      return now === undefined || (now !== null && intersects(now, box));
    };
    return found.filter(isHere).map(idAt);
  }

  /** The box around everything; null when empty. Costs nothing once there is a tree: its root knows it. */
  bounds(): Box | null {
    if (this.size === 0) return null;
    if (this.isRough) this.#settleNow();
    return translate(boxWithin(this.#loaded?.boxes.extent() ?? this.#root()), this.#origin);
  }

  /** Takes an item's box out, for good or before it is put elsewhere; returns whether there was one. */
  #take(id: string): boolean {
    this.#settleNow();
    const entry = this.#entries.get(id);
    if (!entry) return false;
    this.#tree.remove(entry);
    return this.#entries.delete(id);
  }

  #inTree(box: Box): Box {
    return translate(box, { x: -this.#origin.x, y: -this.#origin.y });
  }

  /** The items' boxes as each is at its turn, including moves of all since the load. */
  *#entriesOf<T>(
    items: readonly T[],
    idOf: (item: T) => string,
    nowOf: (item: T) => Box | null,
  ): Generator<BoxEntry, void> {
    for (const item of items) {
      const box = nowOf(item);
      if (box) yield entryOf(idOf(item), this.#inTree(box));
    }
  }

  *#grow(entries: Iterable<BoxEntry>): Generator<undefined, void> {
    for (const entry of entries) {
      this.#entries.set(entry.id, entry);
      if (this.#entries.size % STEP === 0) yield;
    }
    yield* this.#pack();
  }

  #settleNow(): void {
    while (this.settle());
  }

  *#pack(): Generator<undefined, void> {
    this.#counts.trees++;
    this.#tree.fromJSON(yield* packTree([...this.#entries.values()], BRANCH));
  }

  #root(): Branch {
    return this.#tree.toJSON() as Branch;
  }
}

/** Makes each branch as large as its children; the children stay, so things that moved together stay near one another. */
function refit(branch: Branch): void {
  if (!branch.leaf) for (const child of branch.children) refit(child as Branch);
  fitToChildren(branch);
}
