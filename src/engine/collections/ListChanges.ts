import type { Placed } from './IndexedList';
import { ListLayout } from './ListLayout';

/** The change of one item of a list since the base. */
export interface Touched<T> {
  /** The item in the base; null when it was not there. */
  readonly base: T | null;
  /** Index of the item in the base; -1 when it was not there. */
  readonly at: number;
  /** The item now; null when it is not there. */
  next: T | null;
  /** Whether its order among the base items that stayed is still the base's; false for an item that came, left or moved. */
  isInPlace: boolean;
}

/** The changes of one list since its base, squashed by id: it keeps the base's value of touched items, and of nothing else. */
export class ListChanges<T extends { readonly id: string }> {
  readonly layout: ListLayout;
  readonly touched: Map<string, Touched<T>>;

  constructor(layout: ListLayout, touched = new Map<string, Touched<T>>()) {
    this.layout = layout;
    this.touched = touched;
  }

  /**
   * Changes that turn `base` into `next`. Expensive, so it is used only when nobody has recorded the changes; ids are unique in each list.
   */
  static between<T extends { readonly id: string }>(base: readonly T[], next: readonly T[]): ListChanges<T> {
    if (base === next) return new ListChanges(new ListLayout(base.length));
    const places = new Map(base.map(({ id }, at) => [id, at]));
    const layout = ListLayout.of(
      base.length,
      next.map(({ id }) => ({ id, from: places.get(id) ?? null })),
    );
    const touched = new Map<string, Touched<T>>();
    const came = new Set(Array.from(layout.came(), ({ id }) => id));
    for (const item of next) {
      const at = places.get(item.id) ?? -1;
      const before = base[at] ?? null;
      const isInPlace = !came.has(item.id);
      if (before !== item || !isInPlace) touched.set(item.id, { base: before, at, next: item, isInPlace });
      places.delete(item.id);
    }
    for (const [id, at] of places) touched.set(id, { base: base[at] ?? null, at, next: null, isInPlace: false });
    return new ListChanges(layout, touched);
  }

  /**
   * Changes that turn the list made by `other` into this one; both started from the same base.
   *
   * @param now returns an item of the base as it is in this list, when only the other one has touched it. With it, all items touched by
   * either count as touched.
   */
  since(other: ListChanges<T>, now?: (one: Touched<T>) => T | null): ListChanges<T> {
    const came = new Map(Array.from(other.layout.came(), ({ id, index }) => [id, index]));
    const ids = new Map(Array.from(other.touched, ([id, { at }]) => [at, id]));
    const indexOf = (id: string): number => {
      const { at = -1 } = this.touched.get(id) ?? other.touched.get(id) ?? {};
      return came.get(id) ?? other.layout.indexOf(at);
    };
    const fromOf = (id: string): number | null => (indexOf(id) < 0 ? null : indexOf(id));
    const layout = this.layout.since(other.layout, (at) => ids.get(at) ?? '', fromOf);
    const coming = new Set(Array.from(layout.came(), ({ id }) => id));
    const touched = new Map<string, Touched<T>>();
    for (const id of new Set([...this.touched.keys(), ...other.touched.keys()])) {
      const own = this.touched.get(id);
      const theirs = other.touched.get(id);
      const base = theirs ? theirs.next : (own?.base ?? null);
      const next = own ? own.next : theirs ? (now ?? baseOf)(theirs) : null;
      const isInPlace = next !== null && !coming.has(id);
      if (base === next && (next === null || (isInPlace && !now))) continue;
      touched.set(id, { base, at: base === null ? -1 : indexOf(id), next, isInPlace });
    }
    return new ListChanges(layout, touched);
  }

  copy(): ListChanges<T> {
    const touched = Array.from(this.touched, ([id, one]): [string, Touched<T>] => [id, { ...one }]);
    return new ListChanges(this.layout.copy(), new Map(touched));
  }

  get isEmpty(): boolean {
    return this.touched.size === 0;
  }

  /** @param items by rising index in the list as it will be. */
  insert(items: readonly Placed<T>[]): void {
    const coming = items.map(({ index, item: { id } }) => {
      const known = this.touched.get(id);
      return { index, id, from: known && known.at >= 0 ? known.at : null };
    });
    const inPlace = this.layout.insertAll(coming);
    for (const [turn, { item }] of items.entries()) {
      const known = this.touched.get(item.id);
      const isInPlace = inPlace[turn] === true;
      if (known) {
        known.next = item;
        known.isInPlace = isInPlace;
      } else this.touched.set(item.id, { base: null, at: -1, next: item, isInPlace });
    }
  }

  /** @param items by rising index in the list as it is. */
  remove(items: readonly Placed<T>[]): void {
    const listed = this.layout.removeAll(items.map(({ index }) => index));
    for (const [turn, { item }] of items.entries()) {
      const known = this.touched.get(item.id);
      if (!known) this.touched.set(item.id, { base: item, at: listed[turn]?.at ?? -1, next: null, isInPlace: false });
      else if (known.base === null) this.touched.delete(item.id);
      else {
        known.next = null;
        known.isInPlace = false;
      }
    }
  }

  /** An item became another one with its id. */
  set(index: number, before: T, after: T): void {
    const known = this.touched.get(after.id);
    if (known) known.next = after;
    else {
      const at = this.layout.itemAt(index)?.at ?? -1;
      this.touched.set(after.id, { base: before, at, next: after, isInPlace: true });
    }
  }

  /**
   * Whether the list had an item with this id at the beginning.
   * @param now its current value.
   */
  wasIn(id: string, now: T | undefined): boolean {
    const touched = this.touched.get(id);
    return touched ? touched.base !== null : now !== undefined;
  }

  /** Reads the list as it began, item by item, of the list as it is now. */
  baseReader(itemAt: (index: number) => T | undefined): (at: number) => T | undefined {
    const touched = new Map(Array.from(this.touched.values(), (one) => [one.at, one]));
    return (at) => {
      const one = touched.get(at);
      return one ? (one.base ?? undefined) : itemAt(this.layout.indexOf(at));
    };
  }

  /** The list as it began, of the list as it is now. */
  baseOf(items: readonly T[]): readonly T[] {
    if (this.isEmpty) return items;
    const base: T[] = [];
    for (const [index, item] of items.entries()) {
      const listed = this.layout.itemAt(index);
      if (listed && listed.id === null) base[listed.at] = this.touched.get(item.id)?.base ?? item;
    }
    for (const { base: item, at, isInPlace } of this.touched.values()) if (item && !isInPlace) base[at] = item;
    return base;
  }
}

const baseOf = <T>({ base }: Touched<T>): T | null => base;
