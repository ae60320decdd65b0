import * as z from 'zod/mini';
import { readSnapshot, type Snapshot } from '../../engine';
import { isSame } from '../diff/sameValue';
import type { Depot, NewId, Tabs } from '../ports';
import { goneKey, type Place } from './Place';

const shape = z.object({ id: z.string(), snapshot: z.unknown() });

/** Work of a tab on a project, and the acknowledged state that it stands on. */
export interface Standing {
  readonly base: Snapshot;
  readonly revision: number | null;
  readonly now: Snapshot;
}

/** A whole state that becomes a project under this id, however many tabs ask for it. */
export interface SharedCopy {
  readonly id: string;
  readonly snapshot: Snapshot;
}

interface GoneCopyOptions {
  readonly depot: Depot;
  readonly tabs: Pick<Tabs, 'claim' | 'whenFree'>;
  readonly newId: NewId;
}

/** Both works in one state; null where not all of either survives. */
async function together(one: Standing, other: Standing): Promise<Snapshot | null> {
  const { mergeSnapshots } = await import('../diff/mergeSnapshots');
  // On the newer base the other one would seem to have taken back what came between them.
  const { base } = (other.revision ?? 0) < (one.revision ?? 0) ? other : one;
  const { merged, lost } = mergeSnapshots(base, one.now, other.now);
  const back = mergeSnapshots(base, other.now, merged);
  return lost.length === 0 && back.lost.length === 0 ? merged : null;
}

const isSameCanvas = (one: Snapshot, other: Snapshot): boolean =>
  isSame({ ...one, viewport: null }, { ...other, viewport: null });

/** What becomes of the unsent work of a project that was deleted elsewhere: one copy for all tabs of this browser. */
export class GoneCopy {
  readonly #options: GoneCopyOptions;

  constructor(options: GoneCopyOptions) {
    this.#options = options;
  }

  /**
   * The copy that holds this tab's work: the one of a tab that was here before, where that has all of it, or else a new one
   * with the work of the others, as far as it does not dispute this.
   *
   * @param beside reads the work of the other tabs that have some.
   */
  async copyFor(place: Place, mine: Standing, beside: () => Promise<readonly Standing[]>): Promise<SharedCopy> {
    return this.#inTurn(place, async () => {
      const { depot, newId } = this.#options;
      const others = await beside();
      const made = await this.#read(place);
      const both = made && (await together(mine, { ...mine, now: made.snapshot }));
      if (made && both && isSameCanvas(both, made.snapshot)) return made;
      let whole = mine.now;
      for (const other of others) whole = (await together({ ...mine, now: whole }, other)) ?? whole;
      const copy = { id: newId(), snapshot: whole };
      // Until the last of them has let go of its place.
      if (others.length > 0) await depot.setAll({ [goneKey(place)]: copy }).catch(() => undefined);
      return copy;
    });
  }

  async #read(place: Place): Promise<SharedCopy | null> {
    const read = shape.safeParse(await this.#options.depot.get(goneKey(place)).catch(() => undefined));
    const snapshot = read.success ? readSnapshot(read.data.snapshot) : null;
    return read.success && snapshot ? { id: read.data.id, snapshot } : null;
  }

  /** While no other tab of this browser does it for that project. */
  async #inTurn<Result>(place: Place, work: () => Promise<Result>): Promise<Result> {
    const { tabs } = this.#options;
    const name = goneKey(place);
    for (;;) {
      const release = await tabs.claim(name);
      if (release) return work().finally(release);
      await tabs.whenFree(name);
    }
  }
}
