import { PendingChanges } from '../../engine';
import { planMerge } from './merge/mergeChanges';
import { EMPTY_SNAPSHOT } from './opening/readSnapshot';
import type { Orphan } from './device/LocalCopies';
import type { Recovered } from './device/records';
import { workId } from './device/TabSlot';
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
    const orphans = (await leftWork?.()) ?? [];
    try {
      for (const orphan of orphans) {
        const { copy } = orphan;
        if (copy?.hasUnsent) await (isGone ? this.#keep(orphan, copy) : this.#merge(orphan, copy));
        await orphan.remove(slot);
      }
    } finally {
      for (const { release } of orphans) release();
    }
  }

  /** The work is in this tab's own journal before its slot is given up. */
  async #merge(orphan: Orphan, copy: Recovered): Promise<void> {
    const { slot } = orphan;
    const { api, editor, copies } = this.#options;
    const { position, journal } = this.#parts;
    const base = (await settledBase({ slot, api }, copy, position.revision)) ?? EMPTY_SNAPSHOT;
    const relatives = await copies.relatives(slot, copy.revision);
    const incoming = PendingChanges.between(base, copy.snapshot);
    const { lost, changes, additions } = planMerge({ document: editor.document, incoming, own: null, relatives });
    editor.merge(changes);
    editor.merge(additions());
    if (lost.length > 0) await this.#keep(orphan, copy);
    const { stored } = await journal.writeInTurns();
    await stored;
  }

  async #keep({ slot }: Orphan, copy: Recovered): Promise<void> {
    await this.#parts.conflicts.store({ id: workId(slot, copy), snapshot: copy.snapshot });
  }
}
