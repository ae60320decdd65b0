import type { LeftCopy } from './device/LocalCopies';
import type { Recovered } from './device/records';
import { pathOf, type TabSlot } from './device/TabSlot';
import type { UnsentWork } from './opening/loadProject';
import { earlierWork } from './PendingSave';
import type { Saving } from './AutosaveQueue';

/** A tab may go at any time: its unsent work is looked for this often. */
const POLL_MS = 30_000;

/** Brings work into the open project that pages before this one have left unsent: at this tab's own slot, and in tabs that are gone. */
export class LeftWork {
  readonly #saving: Saving;
  #nextAt = 0;
  /** Slots whose work has been taken, and whether this device has stored what could not be merged. */
  readonly #taken = new Map<string, boolean>();

  constructor(saving: Saving) {
    this.#saving = saving;
  }

  get isDue(): boolean {
    return this.#saving.clock.passed() >= this.#nextAt;
  }

  /**
   * Brings this slot's own work into the document that was opened, then that of tabs that are gone. Without the server,
   * only work that needs no answer from it is taken; the rest follows as soon as it answers. Rejects when the app's own
   * code does not come.
   */
  async takeAtOpening(own: UnsentWork | null): Promise<void> {
    const { copies, slot } = this.#saving;
    if (own) this.#takeOwn(own);
    await this.#takeAll(await copies.left(slot.pid, slot.memberId), false).catch((error: unknown) => {
      console.warn('the work of an earlier tab could not be taken over yet', error);
    });
  }

  /** Takes over what tabs that are gone have left. Rejects when the server does not say what it has of that work; it is tried again later. */
  async takeOver(isGone: boolean): Promise<void> {
    await this.#takeAll((await this.#saving.leftWork?.()) ?? [], isGone);
  }

  /** This device has what that loses already. */
  #takeOwn({ copy, earlier, canvas }: UnsentWork): void {
    const { position, journal } = this.#saving;
    if (earlier) position.takeIn(earlier);
    else position.restore(copy);
    if (canvas !== null) void journal.writeBase(canvas);
  }

  /** Gives up each slot once its work lies elsewhere. */
  async #takeAll(left: readonly LeftCopy[], isGone: boolean): Promise<void> {
    const { slot: heir, clock } = this.#saving;
    this.#nextAt = !isGone && this.#isServerUnknown ? 0 : clock.passed() + POLL_MS;
    const failures: unknown[] = [];
    for (const { copy, slot, remove, release } of left) {
      try {
        if (!copy.hasUnsent || (await this.#take(copy, slot, isGone))) await remove(heir);
      } catch (error) {
        // Others' work does not wait for it.
        failures.push(error);
      } finally {
        release();
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** The work is in this tab's own journal, or in a copy that waits, before its slot is given up. */
  async #take(copy: Recovered, slot: TabSlot, isGone: boolean): Promise<boolean> {
    const { position, journal, conflicts } = this.#saving;
    if (!isGone && this.#isServerUnknown && !this.#isPlain(copy)) return false;
    const path = pathOf(slot);
    const isKept =
      this.#taken.get(path) ?? (await (isGone ? this.#saving.conflicts.store(copy, slot) : this.#takeIn(copy, slot)));
    this.#taken.set(path, isKept);
    if (isKept && (isGone || (await journal.write()))) return true;
    // A full device does not matter to work that the server has.
    return (isGone || !position.hasWork) && !conflicts.isWaiting;
  }

  get #isServerUnknown(): boolean {
    return this.#saving.position.behind === 'whole';
  }

  /** True for work on the same revision as what is open, unless both wait for the answers to saves of their own. */
  #isPlain({ base, revision, sending }: Recovered): boolean {
    const { position } = this.#saving;
    const isAlone = sending === null || sending.key === position.sending?.key || !position.hasWork;
    return base !== null && isAlone && revision === position.revision;
  }

  /** Merges it into the document. Resolves to false when what could not be merged is on this page alone. */
  async #takeIn(copy: Recovered, slot: TabSlot): Promise<boolean> {
    const { api, copies, position } = this.#saving;
    // Its save goes on under its key: the server may have taken it, and this tab may not have heard of that.
    if (copy.base && copy.sending && !position.hasWork && copy.revision === position.revision) {
      position.restore(copy);
      return true;
    }
    const lost = position.takeIn(await earlierWork({ slot, api, copies }, copy, position.revision));
    return lost.length === 0 || this.#saving.conflicts.store(copy, slot);
  }
}
