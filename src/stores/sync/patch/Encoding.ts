import type { PatchText } from '../../../api/projects';
import { type Snapshot, PendingChanges } from '../../../engine';
import { finish, type Looks, type Patch, type PatchStep, wordPatch } from './Patch';
import type { Json } from './sameValue';
import { diffMembers, encodeChanges } from './encodeChanges';

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
  /** The other members in the base, and now. */
  readonly from: Rest;
  readonly to: Rest;
  /** The viewport goes with any other change; alone only when the person leaves. */
  readonly isLeaving: boolean;
}

/** Nodes, edges or steps that a turn deals with, in some three milliseconds. Those that kept their reference do not count. */
const TURN = 1000;

/** The patch of pending changes. A very large one is made in turns, or at once for a page that is left. */
export class Encoding {
  readonly #options: Encodable;
  readonly #looks: Looks<Patch>;
  #patch: Patch | null = null;
  #hasWork = false;

  constructor(options: Encodable) {
    const { changes } = options;
    this.#options = options;
    const isLarge = changes.size > TURN;
    // Changes made between two turns belong to the next encoding.
    this.#looks = this.#make(isLarge ? changes.copy() : changes);
    if (!isLarge) this.#patch = finish(this.#looks);
  }

  /** The changes that it encodes. */
  get of(): PendingChanges {
    return this.#options.changes;
  }

  /** Does one turn unless the patch is complete. Returns whether it is; a small one is at once. */
  advance(): boolean {
    for (let looks = 0; !this.#patch && looks < TURN; looks += 1) {
      const look = this.#looks.next();
      if (look.done) this.#patch = look.value;
    }
    return this.#patch !== null;
  }

  /** The patch; makes the rest of it at once. */
  get patch(): Patch {
    return (this.#patch ??= finish(this.#looks));
  }

  /** True when it has more than the viewport. */
  get hasWork(): boolean {
    return this.patch.length > 0 && this.#hasWork;
  }

  /** The members beside nodes and edges after the patch. */
  get rest(): Rest {
    const { from, to, isLeaving } = this.#options;
    return this.hasWork || isLeaving ? to : { ...to, viewport: from.viewport };
  }

  *#make(changes: PendingChanges): Looks<Patch> {
    const { from, to, isLeaving } = this.#options;
    const steps: PatchStep[] = yield* encodeChanges(changes);
    diffMembers({ ...from, viewport: null }, { ...to, viewport: null }, steps);
    this.#hasWork = steps.length > 0;
    if (this.#hasWork || isLeaving) diffMembers({ viewport: from.viewport }, { viewport: to.viewport }, steps);
    return yield* wordPatch(steps);
  }
}

/** The text of the patch from one canvas to the other; use it only when the changes are not known. */
export const patchBetween = (base: Snapshot, next: Snapshot): PatchText =>
  new Encoding({
    changes: PendingChanges.between(base, next),
    from: restOf(base),
    to: restOf(next),
    isLeaving: true,
  }).patch.text;
