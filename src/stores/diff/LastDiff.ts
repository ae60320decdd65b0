import type { Snapshot } from '../../engine';
import { diffSnapshots } from './diffSnapshots';
import type { Patch } from './PatchStep';

/** Remembers the last difference: the journal and the save after it ask for the same one. */
export class LastDiff {
  #last: { readonly base: Snapshot; readonly next: Snapshot; readonly patch: Patch } | null = null;

  /** As diffSnapshots. */
  between(base: Snapshot, next: Snapshot): Patch {
    const last = this.#last;
    if (last && last.base === base && hasSameParts(last.next, next)) return last.patch;
    const patch = diffSnapshots(base, next);
    this.#last = { base, next, patch };
    return patch;
  }
}

/** A snapshot is made anew for everyone who asks, of parts that keep their reference while nothing changes. */
const hasSameParts = (a: Snapshot, b: Snapshot): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((key) => Object.is(a[key], b[key]));
