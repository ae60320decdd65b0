import type { Snapshot } from '../../engine';
import { diffInTurns } from './diffSnapshots';
import type { Patch } from './PatchStep';
import { wordInTurns } from './patchText';
import type { Turns } from './Turns';

/** What turns one state into another, and its words; found in turns, or at once by who cannot wait. */
export class Difference {
  readonly base: Snapshot;
  readonly next: Snapshot;
  readonly #turns: Turns<Patch>;
  #patch: Patch | null = null;

  constructor(base: Snapshot, next: Snapshot) {
    this.base = base;
    this.next = next;
    this.#turns = find(base, next);
  }

  /** Does a turn unless it is found; answers whether it is. A small difference takes one. */
  advance(): boolean {
    if (this.#patch) return true;
    const turn = this.#turns.next();
    if (turn.done) this.#patch = turn.value;
    return turn.done === true;
  }

  /** What is left of it is found at once. */
  get patch(): Patch {
    while (!this.#patch) this.advance();
    return this.#patch;
  }
}

function* find(base: Snapshot, next: Snapshot): Turns<Patch> {
  const patch = yield* diffInTurns(base, next);
  yield* wordInTurns(patch);
  return patch;
}
