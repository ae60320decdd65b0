import type { Snapshot } from '../../engine';
import { mergeSnapshots } from '../diff/mergeSnapshots';
import { EMPTY_SNAPSHOT } from '../diff/readSnapshot';
import type { Orphan } from '../localCopies/LocalCopies';
import type { Recovered } from '../localCopies/Recovered';
import { settledBase } from '../settledBase';
import type { AutosaveOptions } from './AutosaveOptions';
import type { KeptCopy } from './KeptCopy';
import type { SaveJournal } from './SaveJournal';
import type { SavePosition } from './SavePosition';

interface LeftWorkParts {
  readonly position: SavePosition;
  readonly journal: SaveJournal;
  readonly kept: KeptCopy;
}

/** A tab may go at any time: its unsent work waits no longer than this. */
const LOOK_MS = 30_000;

/** Takes over what tabs that are gone have left unsent of the open project. */
export class LeftWork {
  readonly #options: AutosaveOptions;
  readonly #parts: LeftWorkParts;
  #nextAt: number;

  constructor(options: AutosaveOptions, parts: LeftWorkParts) {
    this.#options = options;
    this.#parts = parts;
    // Opening takes what it can, but without the server not all.
    this.#nextAt = options.start.isServerUnknown ? 0 : options.clock.now() + LOOK_MS;
  }

  get isDue(): boolean {
    return this.#options.clock.now() >= this.#nextAt;
  }

  /** Rejects when the server does not say what it has of that work; it is tried again later. */
  async takeOver(isGone: boolean): Promise<void> {
    const { leftWork, clock } = this.#options;
    this.#nextAt = clock.now() + LOOK_MS;
    const orphans = (await leftWork?.()) ?? [];
    try {
      for (const orphan of orphans) {
        const { copy } = orphan;
        if (copy?.hasUnsent) await (isGone ? this.#keep(copy.snapshot) : this.#merge(orphan, copy));
        await orphan.remove();
      }
    } finally {
      for (const { release } of orphans) release();
    }
  }

  /** The work is in this tab's own journal before its place is given up. */
  async #merge({ place }: Orphan, copy: Recovered): Promise<void> {
    const { api, source, relativesOf } = this.#options;
    const { position, journal } = this.#parts;
    const base = (await settledBase({ place, api }, copy, position.revision)) ?? EMPTY_SNAPSHOT;
    const relatives = await relativesOf(place, copy.revision);
    const shown = source.snapshot();
    const { merged, lost } = mergeSnapshots(base, copy.snapshot, shown, relatives);
    if (lost.length > 0) await this.#keep(copy.snapshot);
    source.adopt({ ...merged, viewport: shown.viewport });
    const { stored } = await journal.writeInTurns();
    await stored;
  }

  async #keep(snapshot: Snapshot): Promise<void> {
    await this.#parts.kept.store(snapshot);
  }
}
