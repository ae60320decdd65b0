import { isSameBox, type Box } from '../geometry/box';
import { snap, SNAP_GRID, type Vector } from '../geometry/vector';

/** A line shown while a card is dragged: one that it shares with others, or one of several equal gaps; world points. */
export interface Guide {
  readonly from: Vector;
  readonly to: Vector;
  readonly isGap: boolean;
}

/** Position of a dragged card, and the guides that show why. */
export interface GuidedPosition {
  readonly at: Vector;
  readonly guides: readonly Guide[];
}

/** Distance from a place of a guide within which a card that may leave the grid is drawn to it; screen pixels. */
const REACH = 8;
/** An invisible difference: gaps that were made equal to a pixel differ by this much. */
const SAME = 1;
const ALIGNED = 0.01;
/** Most neighbours for which guides are made: among more nobody sees what aligns. */
const NEIGHBOURS_MAX = 400;

/** A box on one axis, and across it. */
interface Span {
  readonly start: number;
  readonly size: number;
  readonly crossStart: number;
  readonly crossSize: number;
}

const across = ({ x, y, width, height }: Box): Span => ({ start: x, size: width, crossStart: y, crossSize: height });
const down = ({ x, y, width, height }: Box): Span => ({ start: y, size: height, crossStart: x, crossSize: width });

const endOf = ({ start, size }: Span): number => start + size;
const crossEndOf = ({ crossStart, crossSize }: Span): number => crossStart + crossSize;

/** Start, middle and end of a card, as parts of its size. */
const SHARES = [0, 0.5, 1] as const;
const lineOf = ({ start, size }: Span, share: number): number => start + share * size;

/** The guides among these cards at rest, for a card that is dragged over them in a view of this zoom. */
export class Guides {
  readonly #isCrowd: boolean;
  readonly #level: readonly Span[];
  readonly #upright: readonly Span[];
  readonly #zoom: number;
  /** The last place. Most moves of a pointer stay on one place of the grid. */
  #last: { readonly placed: Box; readonly guided: GuidedPosition } | null = null;

  constructor(neighbours: readonly Box[], zoom: number) {
    this.#isCrowd = neighbours.length > NEIGHBOURS_MAX;
    this.#level = this.#isCrowd ? [] : neighbours.map(across);
    this.#upright = this.#isCrowd ? [] : neighbours.map(down);
    this.#zoom = zoom;
  }

  /**
   * Places a card that is dragged to `card`, and returns its alignments there. The place is the grid's (STAGE-2); with `leavesGrid`, it is a
   * near place where an edge or the middle lies on a line with a neighbour's, or where the gaps are equal.
   */
  place(card: Box, leavesGrid: boolean): GuidedPosition {
    const onGrid = snap(card, SNAP_GRID);
    if (this.#isCrowd) return { at: onGrid, guides: [] };
    const reach = leavesGrid ? REACH / this.#zoom : 0;
    const x = placeOn(across(card), onGrid.x, this.#level, reach);
    const y = placeOn(down({ ...card, x }), onGrid.y, this.#upright, reach);
    const placed = { ...card, x, y };
    if (!this.#last || !isSameBox(this.#last.placed, placed)) {
      this.#last = { placed, guided: { at: { x, y }, guides: this.#guidesOf(placed) } };
    }
    return this.#last.guided;
  }

  #guidesOf(placed: Box): Guide[] {
    return [
      ...linesOf(across(placed), this.#level, levelPoint),
      ...linesOf(down(placed), this.#upright, uprightPoint),
      ...gapsOf(across(placed), this.#level, levelPoint),
      ...gapsOf(down(placed), this.#upright, uprightPoint),
    ];
  }
}

/** Position on one axis: the nearest place of a guide within reach, else the grid's. */
function placeOn(card: Span, onGrid: number, neighbours: readonly Span[], reach: number): number {
  if (reach === 0) return onGrid;
  const places = [...alignedPlaces(card, neighbours), ...evenPlaces(card, neighbours)];
  let best = onGrid;
  let nearest = reach;
  for (const place of places) {
    const aside = Math.abs(place - card.start);
    if (aside > nearest) continue;
    best = place;
    nearest = aside;
  }
  return best + 0;
}

const alignedPlaces = (card: Span, neighbours: readonly Span[]): number[] =>
  neighbours.flatMap((one) => SHARES.map((share) => lineOf(one, share) - share * card.size));

/** Neighbours on this axis in order, as long as they follow one another without overlapping. */
function rowOf(card: Span, neighbours: readonly Span[]): { before: readonly Span[]; after: readonly Span[] } {
  const beside = neighbours.filter((one) => one.crossStart < crossEndOf(card) && card.crossStart < crossEndOf(one));
  const middle = lineOf(card, 0.5);
  // Both lists begin next to the card.
  const before = beside.filter((one) => lineOf(one, 0.5) < middle).toSorted((a, b) => endOf(b) - endOf(a));
  const after = beside.filter((one) => lineOf(one, 0.5) >= middle).toSorted((a, b) => a.start - b.start);
  return { before, after };
}

/** Positions where the gaps around the card, or to the next two on one side, are equal. */
function evenPlaces(card: Span, neighbours: readonly Span[]): number[] {
  const {
    before: [left, further],
    after: [right, beyond],
  } = rowOf(card, neighbours);
  const places: number[] = [];
  if (left && right) places.push((endOf(left) + right.start - card.size) / 2);
  if (left && further) places.push(endOf(left) + (left.start - endOf(further)));
  if (right && beyond) places.push(right.start - (beyond.start - endOf(right)) - card.size);
  return places.filter((place) => (!left || place > endOf(left)) && (!right || place + card.size < right.start));
}

type ToPoint = (at: number, along: number) => Vector;
const levelPoint: ToPoint = (at, along) => ({ x: at, y: along });
const uprightPoint: ToPoint = (at, along) => ({ x: along, y: at });

/** The lines that the card shares with others, each as long as all that share it. */
function linesOf(card: Span, neighbours: readonly Span[], toPoint: ToPoint): Guide[] {
  return SHARES.flatMap((share) => {
    const at = lineOf(card, share);
    // The edges of cards of one size align already where their middles do.
    const sharing = neighbours.filter(
      (one) =>
        Math.abs(lineOf(one, share) - at) < ALIGNED && (share !== 0.5 || Math.abs(one.size - card.size) > ALIGNED),
    );
    if (sharing.length === 0) return [];
    const all = [card, ...sharing];
    const from = Math.min(...all.map(({ crossStart }) => crossStart));
    const to = Math.max(...all.map(crossEndOf));
    return [{ from: toPoint(at, from), to: toPoint(at, to), isGap: false }];
  });
}

/** The gaps that are equal: those at both sides of the card, or at one side of it and beyond that neighbour. */
function gapsOf(card: Span, neighbours: readonly Span[], toPoint: ToPoint): Guide[] {
  const { before, after } = rowOf(card, neighbours);
  const row = [...before.slice(0, 2).toReversed(), card, ...after.slice(0, 2)];
  const gaps = row.slice(1).map((next, index) => ({ last: row[index]!, next, size: next.start - endOf(row[index]!) }));
  const beside = gaps.filter(({ last, next, size }) => size > 0 && (last === card || next === card));
  const even = beside.flatMap(({ size }) => {
    const run = gaps.filter((gap) => Math.abs(gap.size - size) <= SAME);
    return run.length > 1 ? run : [];
  });
  return Array.from(new Set(even), ({ last, next }) => {
    const along = (Math.max(last.crossStart, next.crossStart) + Math.min(crossEndOf(last), crossEndOf(next))) / 2;
    return { from: toPoint(endOf(last), along), to: toPoint(next.start, along), isGap: true };
  });
}
