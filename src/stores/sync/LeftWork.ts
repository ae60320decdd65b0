import type { Recovered } from './device/records';
import type { TabSlot } from './device/TabSlot';
import { conflictStateOf } from './device/WaitingCopies';
import { takeOver } from './opening/takeOverOrphans';
import { settledBase } from './PendingSave';
import type { AutosaveOptions, SaveParts } from './AutosaveOptions';

/** A tab may go at any time: its unsent work waits no longer than this. */
const LOOK_MS = 30_000;

/** Takes over what tabs that are gone have left unsent of the open project. */
export class LeftWork {
  readonly #options: AutosaveOptions;
  readonly #parts: SaveParts;
  #nextAt: number;

  constructor(options: AutosaveOptions, parts: SaveParts) {
    this.#options = options;
    this.#parts = parts;
    // Opening takes what it can, but without the server not all.
    this.#nextAt = options.start.isServerUnknown ? 0 : options.clock.passed() + LOOK_MS;
  }

  get isDue(): boolean {
    return this.#options.clock.passed() >= this.#nextAt;
  }

  /** Rejects when the server does not say what it has of that work; it is tried again later. */
  async takeOver(isGone: boolean): Promise<void> {
    const { leftWork, clock, slot } = this.#options;
    this.#nextAt = clock.passed() + LOOK_MS;
    await takeOver((await leftWork?.()) ?? [], slot, async (copy, from) => {
      await (isGone ? this.#keep(copy, from) : this.#merge(copy, from));
      return true;
    });
  }

  /** The work is in this tab's own journal before its slot is given up. */
  async #merge(copy: Recovered, slot: TabSlot): Promise<void> {
    const { api, copies } = this.#options;
    const { position, journal } = this.#parts;
    const base = await settledBase({ slot, api }, copy, position.revision);
    const relatives = await copies.relatives(slot, copy.revision);
    const lost = position.takeIn(base, copy.snapshot, relatives);
    if (lost.length > 0) await this.#keep(copy, slot);
    await journal.write();
  }

  #keep(copy: Recovered, slot: TabSlot): Promise<void> {
    return this.#parts.conflicts.store(conflictStateOf(slot, copy));
  }
}
