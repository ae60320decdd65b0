import { longestRun } from './longestRun';

/** A run of the base's items that are still together, or one added item. */
interface Piece {
  /** Index in the base at which the run begins; -1 for an item that came. */
  readonly at: number;
  readonly count: number;
  readonly id: string | null;
}

interface Run {
  readonly at: number;
  readonly count: number;
  /** Index in the list at which the run begins. */
  readonly index: number;
}

/** The item at an index: one of the base, by its index there, or an added one, by its id. */
export type ListItem = { readonly at: number; readonly id: null } | { readonly at: -1; readonly id: string };

/** An item that comes. */
export interface Coming {
  /** Index of the item afterwards; a number beyond the end means the end. */
  readonly index: number;
  readonly id: string;
  /** Index of the item in the base; null when it was not there. */
  readonly from: number | null;
}

/**
 * The layout of a list in terms of its base: runs of the base, in their order, and items that came between them. It costs
 * what came and left, however long the lists are.
 */
export class ListLayout {
  readonly baseLength: number;
  #pieces: readonly Piece[];
  /** Indexes at which the pieces begin in the list, and runs of the base with theirs; made on first use. */
  #starts: readonly number[] | null = null;
  #runs: readonly Run[] | null = null;

  constructor(baseLength: number, pieces?: readonly Piece[]) {
    this.baseLength = baseLength;
    this.#pieces = pieces ?? (baseLength > 0 ? [{ at: 0, count: baseLength, id: null }] : []);
  }

  /** A list of such items. Those with a rising index in the base are at their base places; the others have null. */
  static of(baseLength: number, items: readonly { readonly id: string; readonly from: number | null }[]): ListLayout {
    const pieces = new Pieces();
    const known = items.flatMap(({ from }, index) => (from === null ? [] : { from, index }));
    const staying = new Set(longestRun(known.map(({ from }) => from)).map((turn) => known[turn]?.index));
    for (const [index, { id, from }] of items.entries()) {
      pieces.add(from !== null && staying.has(index) ? { at: from, count: 1, id: null } : { at: -1, count: 1, id });
    }
    return new ListLayout(baseLength, pieces.all);
  }

  get length(): number {
    const last = this.#pieces.at(-1);
    return last ? (this.#offsets().at(-1) ?? 0) + last.count : 0;
  }

  copy(): ListLayout {
    return new ListLayout(this.baseLength, this.#pieces);
  }

  /** Returns the item at this index; null beyond the end. */
  itemAt(index: number): ListItem | null {
    const [place, piece] = this.#find(this.#offsets(), index);
    if (!piece) return null;
    const within = index - (this.#offsets()[place] ?? 0);
    if (within < 0 || within >= piece.count) return null;
    return piece.id === null ? { at: piece.at + within, id: null } : { at: -1, id: piece.id };
  }

  /** Index at which the base's item `at` is now; -1 when it left, or came back elsewhere. */
  indexOf(at: number): number {
    const run = this.#allRuns()[this.#runOf(at)];
    return run && at < run.at + run.count ? run.index + at - run.at : -1;
  }

  /**
   * Index after the last item of the base up to `at` that is still there: the place of an item that followed it. Infinity means the end.
   */
  endOf(at: number): number {
    if (at === Number.POSITIVE_INFINITY) return this.length;
    const run = this.#allRuns()[this.#runOf(at)];
    return run ? run.index + Math.min(run.count, at - run.at + 1) : 0;
  }

  /** Base indexes of the items that left, rising; with those that came back elsewhere. */
  *left(): Generator<number, void> {
    let at = 0;
    for (const piece of this.#pieces) {
      if (piece.id !== null) continue;
      for (; at < piece.at; at += 1) yield at;
      at = piece.at + piece.count;
    }
    for (; at < this.baseLength; at += 1) yield at;
  }

  /** The items that came, in their order, with their indexes. */
  *came(): Generator<{ readonly id: string; readonly index: number }, void> {
    let index = 0;
    for (const { id, count } of this.#pieces) {
      if (id !== null) yield { id, index };
      index += count;
    }
  }

  /**
   * @param indexes rising, in the list as it is.
   * @returns the items that were there.
   */
  removeAll(indexes: readonly number[]): readonly ListItem[] {
    const removed: ListItem[] = [];
    const next = new Pieces();
    let start = 0;
    let turn = 0;
    for (const piece of this.#pieces) {
      const end = start + piece.count;
      let from = start;
      for (let index = indexes[turn]; index !== undefined && index < end; index = indexes[(turn += 1)]) {
        next.add(part(piece, from - start, index - start));
        removed.push(piece.id === null ? { at: piece.at + index - start, id: null } : { at: -1, id: piece.id });
        from = index + 1;
      }
      next.add(part(piece, from - start, piece.count));
      start = end;
    }
    this.#set(next.all);
    return removed;
  }

  /**
   * Puts an item of the base back to its place there if the base's order allows it.
   *
   * @param coming by rising index.
   * @returns which of them are at their place in the base.
   */
  insertAll(coming: readonly Coming[]): readonly boolean[] {
    const inPlace: boolean[] = [];
    const next = new Pieces();
    const runsAfter = this.#runsAfter();
    let place = 0;
    let within = 0;
    const copyUntil = (length: number): void => {
      for (let piece = this.#pieces[place]; piece && next.length < length; piece = this.#pieces[place]) {
        const until = Math.min(piece.count, within + length - next.length);
        next.add(part(piece, within, until));
        within = until;
        if (within < piece.count) continue;
        place += 1;
        within = 0;
      }
    };
    for (const { index, id, from } of coming) {
      copyUntil(index);
      const piece = this.#pieces[place];
      const before = piece?.id === null ? piece.at + within : (runsAfter[place] ?? Number.POSITIVE_INFINITY);
      const isBack = from !== null && from >= next.end && from < before;
      next.add(isBack ? { at: from, count: 1, id: null } : { at: -1, count: 1, id });
      inPlace.push(isBack);
    }
    copyUntil(Number.POSITIVE_INFINITY);
    this.#set(next.all);
    return inPlace;
  }

  /**
   * This list as a change of the one that `other` lays out, where both have the same base.
   *
   * @param idOf returns the id of a base's item that is not at its base place in the other list.
   * @param fromOf returns an item's index in the other list; null when it has none.
   */
  since(other: ListLayout, idOf: (at: number) => string, fromOf: (id: string) => number | null): ListLayout {
    const joined = new Pieces();
    for (const piece of this.#pieces) {
      if (piece.id !== null) joined.add(piece);
      else for (const here of other.#piecesHere(piece, idOf)) joined.add(here);
    }
    return new ListLayout(other.length, joined.all).#withReturned(fromOf);
  }

  /** Counts an item that left and came back as never gone if it is at its base place. */
  #withReturned(fromOf: (id: string) => number | null): ListLayout {
    const pieces = new Pieces();
    const runsAfter = this.#runsAfter();
    for (const [place, piece] of this.#pieces.entries()) {
      const from = piece.id === null ? null : fromOf(piece.id);
      const isBack = from !== null && from >= pieces.end && from < (runsAfter[place] ?? Number.POSITIVE_INFINITY);
      pieces.add(isBack ? { at: from, count: 1, id: null } : piece);
    }
    return new ListLayout(this.baseLength, pieces.all);
  }

  /** Splits a run of the base into pieces by its places here; an item that is not here becomes a piece with its id. */
  *#piecesHere({ at, count }: Piece, idOf: (at: number) => string): Generator<Piece, void> {
    const end = at + count;
    let next = at;
    const runs = this.#allRuns();
    for (let turn = Math.max(0, this.#runOf(at)); turn < runs.length; turn += 1) {
      const run = runs[turn];
      if (!run || run.at >= end) break;
      for (; next < run.at; next += 1) yield { at: -1, count: 1, id: idOf(next) };
      const until = Math.min(end, run.at + run.count);
      if (until > next) yield { at: run.index + next - run.at, count: until - next, id: null };
      next = Math.max(next, until);
    }
    for (; next < end; next += 1) yield { at: -1, count: 1, id: idOf(next) };
  }

  /** The last run of the base that begins at this index there or before; -1 for none. */
  #runOf(at: number): number {
    const runs = this.#allRuns();
    let low = 0;
    let high = runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((runs[middle]?.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Base index at which the next run begins, by piece. */
  #runsAfter(): number[] {
    const after: number[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (let place = this.#pieces.length - 1; place >= 0; place -= 1) {
      after[place] = next;
      const piece = this.#pieces[place];
      if (piece?.id === null) next = piece.at;
    }
    return after;
  }

  #find(starts: readonly number[], index: number): readonly [number, Piece | undefined] {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return [low, this.#pieces[low]];
  }

  #allRuns(): readonly Run[] {
    const starts = this.#offsets();
    this.#runs ??= this.#pieces.flatMap(({ at, count, id }, place) =>
      id === null ? { at, count, index: starts[place] ?? 0 } : [],
    );
    return this.#runs;
  }

  #offsets(): readonly number[] {
    if (this.#starts) return this.#starts;
    let start = 0;
    this.#starts = this.#pieces.map(({ count }) => (start += count) - count);
    return this.#starts;
  }

  #set(pieces: readonly Piece[]): void {
    this.#pieces = pieces;
    this.#starts = null;
    this.#runs = null;
  }
}

/** Pieces one after another; runs that go on from one another become one. */
class Pieces {
  readonly all: Piece[] = [];
  length = 0;
  /** Behind the last run of the base. */
  end = 0;

  add(piece: Piece): void {
    const { at, count, id } = piece;
    if (count === 0) return;
    const last = this.all.at(-1);
    if (id === null && last?.id === null && last.at + last.count === at) {
      this.all[this.all.length - 1] = { at: last.at, count: last.count + count, id: null };
    } else this.all.push(piece);
    this.length += count;
    if (id === null) this.end = at + count;
  }
}

const part = (piece: Piece, from: number, to: number): Piece =>
  from === 0 && to === piece.count ? piece : { at: piece.at + from, count: to - from, id: piece.id };
