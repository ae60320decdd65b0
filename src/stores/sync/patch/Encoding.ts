import { type Snapshot, PendingChanges } from '../../../engine';
import { type Patch, type PatchStep, wordInTurns, TURN, type Turns } from './Patch';
import type { Json } from './sameValue';
import { diffMembers, encodeInTurns } from './encodeChanges';

/** The members of a snapshot beside its nodes and edges. */
export interface Rest extends Json {
  readonly viewport: Json;
}

export const restOf = ({ nodes: _nodes, edges: _edges, viewport, ...members }: Snapshot): Rest => ({
  ...members,
  viewport: { ...viewport },
});

interface Encodable {
  readonly changes: PendingChanges;
  /** The other members as the base has them, and as they are now. */
  readonly from: Rest;
  readonly to: Rest;
  /** The view goes with whatever else has changed; alone only as somebody leaves. */
  readonly isLeaving: boolean;
}

/** The patch of pending changes and its words. Of very many it is made in turns, or at once for a page that is left. */
export class Encoding {
  /** Whose it is. */
  readonly of: PendingChanges;
  readonly #from: Rest;
  readonly #to: Rest;
  readonly #isLeaving: boolean;
  readonly #turns: Turns<Patch>;
  #patch: Patch | null = null;
  #hasWork = false;

  constructor({ changes, from, to, isLeaving }: Encodable) {
    this.of = changes;
    this.#from = from;
    this.#to = to;
    this.#isLeaving = isLeaving;
    const isLarge = changes.size > TURN;
    // More may change between two turns: that is for the next one.
    this.#turns = this.#make(isLarge ? changes.copy() : changes);
    if (!isLarge) this.advance();
  }

  /** Does a turn unless it is made. Returns whether it is; a small one is at once. */
  advance(): boolean {
    if (this.#patch) return true;
    const turn = this.#turns.next();
    if (turn.done) this.#patch = turn.value;
    return turn.done === true;
  }

  /** What is left of it is made at once. */
  get patch(): Patch {
    while (!this.#patch) this.advance();
    return this.#patch;
  }

  /** It says more than where one looks. */
  get hasWork(): boolean {
    return this.patch.length > 0 && this.#hasWork;
  }

  /** The members beside nodes and edges that it leads to. */
  get rest(): Rest {
    return this.hasWork || this.#isLeaving ? this.#to : { ...this.#to, viewport: this.#from.viewport };
  }

  *#make(changes: PendingChanges): Turns<Patch> {
    const [from, to] = [this.#from, this.#to];
    const steps: PatchStep[] = yield* encodeInTurns(changes);
    diffMembers({ ...from, viewport: null }, { ...to, viewport: null }, steps);
    this.#hasWork = steps.length > 0;
    if (this.#hasWork || this.#isLeaving) diffMembers({ viewport: from.viewport }, { viewport: to.viewport }, steps);
    yield* wordInTurns(steps);
    return steps;
  }
}

/** The patch that turns one canvas into the other: to be asked for only where nobody has told what changed. */
export const patchBetween = (base: Snapshot, next: Snapshot): Patch =>
  new Encoding({
    changes: PendingChanges.between(base, next),
    from: restOf(base),
    to: restOf(next),
    isLeaving: true,
  }).patch;
