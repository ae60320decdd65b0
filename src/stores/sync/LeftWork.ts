import type { Recovered } from './device/records';
import { pathOf, type TabSlot } from './device/TabSlot';
import { conflictStateOf } from './device/WaitingCopies';
import { takeOver } from './opening/takeOverLeft';
import { settledBase } from './PendingSave';
import type { AutosaveOptions, SaveParts } from './AutosaveOptions';

/** A tab may go at any time: its unsent work is looked for this often. */
const POLL_MS = 30_000;

/** Takes over what tabs that are gone have left unsent of the open project. */
export class LeftWork {
  readonly #options: AutosaveOptions;
  readonly #parts: SaveParts;
  #nextAt: number;
  /** Slots whose work has been taken, and whether this device has stored what could not be merged. */
  readonly #taken = new Map<string, boolean>();

  constructor(options: AutosaveOptions, parts: SaveParts) {
    this.#options = options;
    this.#parts = parts;
    // Opening takes what it can, but without the server not all.
    this.#nextAt = options.start.isServerUnknown ? 0 : options.clock.passed() + POLL_MS;
  }

  get isDue(): boolean {
    return this.#options.clock.passed() >= this.#nextAt;
  }

  /** Rejects when the server does not say what it has of that work; it is tried again later. */
  async takeOver(isGone: boolean): Promise<void> {
    const { leftWork, clock, slot } = this.#options;
    this.#nextAt = clock.passed() + POLL_MS;
    await takeOver((await leftWork?.()) ?? [], slot, (copy, from) => this.#take(copy, from, isGone));
  }

  /** The work is in this tab's own journal, or in a copy that waits, before its slot is given up. */
  async #take(copy: Recovered, slot: TabSlot, isGone: boolean): Promise<boolean> {
    const { position, journal, conflicts } = this.#parts;
    const path = pathOf(slot);
    const isKept = this.#taken.get(path) ?? (await (isGone ? this.#keep(copy, slot) : this.#takeIn(copy, slot)));
    this.#taken.set(path, isKept);
    if (isKept && (isGone || (await journal.write()))) return true;
    // A full device does not matter to work that the server has.
    return (isGone || !position.hasWork) && !conflicts.isWaiting;
  }

  /** Merges it into the document. Resolves to false when what could not be merged is on this page alone. */
  async #takeIn(copy: Recovered, slot: TabSlot): Promise<boolean> {
    const { api, copies } = this.#options;
    const { position } = this.#parts;
    const base = await settledBase({ slot, api }, copy, position.revision);
    const relatives = await copies.relatives(slot, copy.revision);
    const lost = position.takeIn(base, copy.snapshot, relatives);
    return lost.length === 0 || this.#keep(copy, slot);
  }

  #keep(copy: Recovered, slot: TabSlot): Promise<boolean> {
    return this.#parts.conflicts.store(conflictStateOf(slot, copy));
  }
}
