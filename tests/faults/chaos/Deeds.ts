import { nodeKey, seenFields, type Fields } from './fields';
import type { Seat } from './steps';
import type { View } from './View';

export type DeedKind = 'write' | 'move' | 'add' | 'remove' | 'connect';

/** One change that somebody made to one field, with the value they saw before. */
export interface Deed {
  readonly kind: DeedKind;
  /** Key of `fields.ts`; the node itself for 'add' and 'remove'. */
  readonly key: string;
  readonly nodes: readonly string[];
  readonly value: string;
  /** Target of a move: its field is read a moment later, when another person's move may have replaced it. */
  readonly meant?: string;
  /** Project id; 0 for deeds from the beginning. */
  readonly pid: number;
  /** Null for the state from the beginning. */
  readonly by: Seat | null;
  at: number;
  /** Deeds that were visible; for 'remove' everything seen of the node. */
  readonly over: readonly Deed[];
  /** The bar has said since that the server has it. */
  isAcknowledged: boolean;
  /** May be gone: its tab crashed within a second of it, or its store was cleared. */
  isLost: boolean;
  /** Its stores were cleared; an open tab writes it again with its next edit. */
  isCleared: boolean;
}

/** Places in which a deed may be found. */
export interface Found {
  readonly canvas: Fields;
  readonly copies: readonly Fields[];
}

/** A killed tab loses at most its last second; a busy machine takes its time to write. */
const LAST_SECOND_MS = 1000;

/** Everything done in a round, in its order. */
export class Deeds {
  readonly #deeds: Deed[] = [];
  readonly #crashedAt = new Map<Seat, number>();

  /** Deeds of people, without those from the beginning. */
  get count(): number {
    return this.#deeds.filter(({ by }) => by !== null).length;
  }

  begin(fields: Fields): void {
    for (const [key, value] of fields)
      this.#add({ kind: 'write', key, nodes: [], value, pid: 0, by: null, at: 0, over: [] }, true);
  }

  /** Notes a change to a field; `seen` is what its seat saw there before, undefined if nothing. */
  note(
    deed: Pick<Deed, 'kind' | 'key' | 'nodes' | 'value' | 'meant' | 'pid'>,
    by: Seat,
    at: number,
    seen: Fields | string | undefined,
  ): void {
    const over = typeof seen === 'string' ? [this.shown(deed.key, seen)] : this.#ofNode(nodeOf(deed.key), seen);
    // The journal entry of a new deed has this tab's earlier ones as well.
    for (const before of this.#deeds) {
      if (before.by !== by || !before.isCleared) continue;
      before.isCleared = false;
      before.at = at;
    }
    this.#add({ ...deed, by, at, over: over.flatMap((one) => one ?? []) }, false);
  }

  /**
   * Notes that a field says again what it said before: this seat's deed over that is taken back. It may be gone, since an undo of unsent
   * work has nothing to send, but disputes what others do at that time. Returns false when the deed was not this seat's alone.
   */
  takeBack(
    deed: Pick<Deed, 'kind' | 'key' | 'nodes' | 'value' | 'pid'>,
    seat: Seat,
    at: number,
    from: string,
  ): boolean {
    const goal = this.shown(deed.key, deed.value);
    const mine: Deed[] = [];
    let done = this.shown(deed.key, from);
    while (done && done !== goal) {
      if (done.by !== seat) return false;
      mine.push(done);
      done = done.over[0];
    }
    if (!done) return false;
    this.note(deed, seat, at, from);
    for (const one of [...mine, ...this.#deeds.slice(-1)]) one.isLost = true;
    return true;
  }

  /** Whether somebody else has written `to` over `from`: it came from another tab, and no undo of this seat brought it. */
  isFromOthers(seat: Seat, key: string, from: string, to: string): boolean {
    const [before, after] = [this.shown(key, from), this.shown(key, to)];
    return before !== undefined && after !== undefined && after.by !== seat && saw(after, before);
  }

  /** The last deed that made a field say this. */
  shown(key: string, value: string): Deed | undefined {
    return this.#deeds.findLast((deed) => deed.key === key && deed.value === value);
  }

  /** Notes that the bar says the server has everything done here before, in that project. */
  acknowledge(seat: Seat, pid: number, before: number): void {
    for (const deed of this.#of(seat)) {
      if (!deed.isLost && deed.pid === pid && deed.at <= before) deed.isAcknowledged = true;
    }
  }

  crash(seat: Seat, at: number): void {
    this.#crashedAt.set(seat, at);
    for (const deed of this.#of(seat)) {
      if (!deed.isAcknowledged && (deed.isCleared || at - deed.at < LAST_SECOND_MS)) deed.isLost = true;
    }
  }

  /** Whether it was done since the seat's tab was opened last. */
  isOfThisPage({ by, at }: Deed): boolean {
    return by !== null && at > (this.#crashedAt.get(by) ?? 0);
  }

  /** Notes that the stores of these seats' browser were cleared. */
  clear(seats: readonly Seat[], isOpen: (seat: Seat) => boolean): void {
    for (const seat of seats) {
      for (const deed of this.#of(seat)) {
        if (deed.isAcknowledged) continue;
        if (isOpen(seat)) deed.isCleared = true;
        else deed.isLost = true;
      }
    }
  }

  /** Deeds that must be there and are not. */
  missing(found: Found): Deed[] {
    return this.#deeds.filter((deed) => !deed.isLost && !this.#isSafe(deed, found));
  }

  /** Deeds of this seat that neither these tabs show nor the server is said to have, as text. */
  unseen(shown: readonly View[], copies: readonly Fields[], seat: Seat, pid: number): string[] {
    const disputed = new Set(this.disputed());
    const isMine = (deed: Deed): boolean => deed.by === seat && deed.pid === pid && !deed.isAcknowledged;
    return this.#deeds
      .filter((deed) => isMine(deed) && !deed.isLost && deed.kind !== 'connect' && !disputed.has(deed))
      .filter((deed) => !shown.some((view) => this.#isSafe(deed, { canvas: seenFields(view), copies })))
      .map(textOf);
  }

  /** Deeds of two people to the same thing, neither seeing the other's: a conflict copy is allowed for these. */
  disputed(): Deed[] {
    return this.#deeds.filter((deed) => this.#deeds.some((other) => this.#isAgainst(deed, other)));
  }

  /** Needless conflict copies: without a disputed deed, or equal to an earlier one. */
  needlessCopies({ canvas, copies }: Found): string[] {
    const disputed = this.disputed();
    const known = new Set<string>();
    return copies.flatMap((copy, index) => {
      const text = JSON.stringify([...copy].toSorted(([one], [other]) => (one < other ? -1 : 1)));
      const isKnown = known.has(text);
      known.add(text);
      if (isKnown) return `copy ${index + 1} is the same as one before it`;
      const isNeeded = disputed.some(({ kind, key, value, meant }) =>
        kind === 'remove' ? !copy.has(key) : kind === 'connect' ? copy.has(key) : isSaid(copy.get(key), value, meant),
      );
      const others = [...copy].filter(([key, value]) => canvas.get(key) !== value);
      const told = others.map(([key, value]) => `${key} '${value}'`).join(', ');
      return isNeeded ? [] : `copy ${index + 1} holds nothing that was disputed, but ${told}`;
    });
  }

  /** The deeds that made a node as it is seen. */
  #ofNode(id: string, seen: Fields | undefined): (Deed | undefined)[] {
    if (!seen) return [];
    const shown = [...seen].filter(([key]) => nodeOf(key) === id).map(([key, value]) => this.shown(key, value));
    return [...shown, this.#deeds.findLast(({ kind, key }) => kind === 'add' && key === nodeKey(id))];
  }

  #isAgainst(one: Deed, other: Deed): boolean {
    if (one === other || one.by === other.by || one.by === null || other.by === null) return false;
    if (saw(one, other) || saw(other, one)) return false;
    if (one.kind === 'remove') return touches(other, one);
    return other.kind === 'remove' ? touches(one, other) : one.key === other.key && isOther(one, other);
  }

  #isSafe(deed: Deed, found: Found): boolean {
    const { kind, key, nodes, value } = deed;
    const all = [found.canvas, ...found.copies];
    const isGone = [...nodes, nodeOf(key)].some(
      (id) => !found.canvas.has(nodeKey(id)) && this.#deeds.some((other) => isRemovalOf(other, id)),
    );
    if (isGone) return true;
    if (kind === 'remove') return !found.canvas.has(key) || this.#isDoneAgain(deed);
    if (kind === 'add' || kind === 'connect') return all.some((fields) => fields.has(key)) || this.#isUndone(deed);
    if (all.some((fields) => fields.get(key) === value)) return true;
    // A place is read a moment late, so any later one will do.
    if (kind === 'move' || key.startsWith('place:'))
      return this.#deeds.slice(this.#deeds.indexOf(deed) + 1).some((later) => later.key === key);
    const index = this.#deeds.indexOf(deed);
    // Also a value that an undo of another seat restored, and somebody then overwrote.
    return this.#deeds.some(
      (later, at) =>
        at > index &&
        (later.over.includes(deed) || (later.key === key && later.value === value)) &&
        this.#isSafe(later, found),
    );
  }

  /**
   * Another tab's copy of this tab's unsent node stays there, and so does an edge that somebody else drew too when one person undoes
   * theirs; an undo restores a node, a person connects again.
   */
  #isDoneAgain({ key, at, by, over }: Deed): boolean {
    return (
      this.#deeds.some((other) => other.kind === 'connect' && other.key === key && other.by !== by) ||
      over.some((one) => one.by !== null && one.kind === 'add' && !one.isAcknowledged) ||
      this.#deeds.some(({ kind, ...later }) => /^(add|connect)$/.test(kind) && later.key === key && later.at >= at)
    );
  }

  #isUndone({ key, at }: Deed): boolean {
    return this.#deeds.some((later) => later.kind === 'remove' && later.key === key && later.at >= at);
  }

  #of(seat: Seat): readonly Deed[] {
    return this.#deeds.filter(({ by }) => by === seat);
  }

  #add(deed: Omit<Deed, 'isAcknowledged' | 'isLost' | 'isCleared'>, isAcknowledged: boolean): void {
    this.#deeds.push({ ...deed, isAcknowledged, isLost: false, isCleared: false });
  }
}

const nodeOf = (key: string): string => /^\w+:([^/>]*)/.exec(key)?.[1] ?? '';

const isRemovalOf = ({ kind, key }: Deed, id: string): boolean => kind === 'remove' && key === nodeKey(id);

const isSaid = (there: string | undefined, value: string, meant: string | undefined): boolean =>
  there === value || (there !== undefined && there === meant);

const isOther = (one: Deed, other: Deed): boolean =>
  one.value !== other.value || (one.meant ?? one.value) !== (other.meant ?? other.value);

const touches = (deed: Deed, removal: Deed): boolean =>
  deed.kind !== 'add' &&
  deed.kind !== 'remove' &&
  [nodeOf(deed.key), ...deed.nodes].some((id) => removal.key === nodeKey(id));

/** Whether the doer saw the other deed, or a deed over it. */
function saw(deed: Deed, other: Deed): boolean {
  return deed.over.some((below) => below === other || saw(below, other));
}

export const textOf = ({ kind, key, value, by, isAcknowledged }: Deed): string =>
  [kind, key, value === '' ? '' : `'${value}'`, `by ${by ?? 'nobody'}`, isAcknowledged ? '(acknowledged)' : '']
    .filter((word) => word !== '')
    .join(' ');
