import type { Snapshot } from '../../engine';
import { Difference } from './Difference';

/** Remembers the last difference: the journal and the save after it ask for the same one. */
export class LastDiff {
  #last: Difference | null = null;

  between(base: Snapshot, next: Snapshot): Difference {
    const last = this.#last;
    if (last && last.base === base && hasSameParts(last.next, next)) return last;
    this.#last = new Difference(base, next);
    return this.#last;
  }
}

/** A snapshot is made anew for everyone who asks, of parts that keep their reference while nothing changes. */
const hasSameParts = (a: Snapshot, b: Snapshot): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((key) => Object.is(a[key], b[key]));
