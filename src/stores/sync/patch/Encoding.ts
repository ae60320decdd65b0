import type { PendingChanges, Snapshot } from '../../../engine';
import { finish, type SlicedTask, type Patch, type PatchOperation, serializePatch } from './Patch';
import type { JsonObject } from './sameValue';
import { diffMembers, encodeChanges } from './encodeChanges';

/** The members of a snapshot beside its nodes and edges. */
export interface Rest extends JsonObject {
  readonly viewport: JsonObject;
}

export const restOf = ({ nodes: _nodes, edges: _edges, viewport, ...members }: Snapshot): Rest => ({
  ...members,
  viewport: { ...viewport },
});

export const withoutView = ({ viewport: _viewport, ...members }: JsonObject): JsonObject => members;

interface Encodable {
  readonly changes: PendingChanges;
  /** The other members in the base, and now. */
  readonly from: Rest;
  readonly to: Rest;
  /** The viewport goes with any other change; alone only when the person leaves. */
  readonly isLeaving: boolean;
}

/** Number of nodes, edges or patch operations that one task encodes, in some three milliseconds; items with an unchanged reference do not count. */
const STEPS_PER_SLICE = 1000;

/** The patch of pending changes. A very large one is made slice by slice, or at once for a page that is left. */
export class Encoding {
  readonly #options: Encodable;
  readonly #task: SlicedTask<Patch>;
  #patch: Patch | null = null;
  #hasWork = false;

  constructor(options: Encodable) {
    const { changes } = options;
    this.#options = options;
    const isLarge = changes.size > STEPS_PER_SLICE;
    // Changes made between two slices belong to the next encoding.
    this.#task = this.#make(isLarge ? changes.copy() : changes);
    if (!isLarge) this.#patch = finish(this.#task);
  }

  get of(): PendingChanges {
    return this.#options.changes;
  }

  /** Does one slice unless the patch is complete. Returns whether it is; a small one is at once. */
  advance(): boolean {
    for (let steps = 0; !this.#patch && steps < STEPS_PER_SLICE; steps += 1) {
      const step = this.#task.next();
      if (step.done) this.#patch = step.value;
    }
    return this.#patch !== null;
  }

  /** The patch; makes the rest of it at once. */
  get patch(): Patch {
    return (this.#patch ??= finish(this.#task));
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

  *#make(changes: PendingChanges): SlicedTask<Patch> {
    const { from, to, isLeaving } = this.#options;
    const operations: PatchOperation[] = yield* encodeChanges(changes);
    diffMembers({ ...from, viewport: null }, { ...to, viewport: null }, operations);
    this.#hasWork = operations.length > 0;
    if (this.#hasWork || isLeaving) diffMembers({ viewport: from.viewport }, { viewport: to.viewport }, operations);
    return yield* serializePatch(operations);
  }
}
