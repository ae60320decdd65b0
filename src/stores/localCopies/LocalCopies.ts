import type { Snapshot } from '../../engine';
import { applyPatch } from '../diff/applyPatch';
import type { Patch } from '../diff/PatchStep';
import { isSame } from '../diff/sameValue';
import type { Clock, Depot } from '../ports';
import { CopiesToMake } from './CopiesToMake';
import { FastCopy } from './FastCopy';
import { Outbox, type OutboxEntry } from './Outbox';
import { ProjectCopy } from './ProjectCopy';
import type { ReadChange, Sending } from './records';

/** A project as this device knows it. */
export interface Recovered {
  readonly name: string;
  /** When the copy was written, by the clock that wrote it. */
  readonly timestamp: string;
  /** The server's revision that `base` is; null when it was never learnt. */
  readonly revision: number | null;
  /** The acknowledged state below the work; null when the copy has no revision. */
  readonly base: Snapshot | null;
  readonly snapshot: Snapshot;
  readonly hasUnsent: boolean;
  /** A save whose answer never came. */
  readonly sending: Sending | null;
  /** A bare `flow_latest`: whether it is work is for the timestamp rule to say. */
  readonly isBare: boolean;
}

interface LocalCopiesOptions {
  readonly storage: Storage;
  readonly depot: Depot;
  readonly clock: Clock;
  readonly onFull: () => void;
}

/** Every copy on this device, and what may be believed of it. */
export class LocalCopies {
  /** Whole states that wait to become projects of their own. */
  readonly toMake: CopiesToMake;
  readonly #options: LocalCopiesOptions;
  readonly #fast: FastCopy;
  readonly #outbox: Outbox;

  constructor(options: LocalCopiesOptions) {
    this.#options = options;
    this.#fast = new FastCopy(options.storage);
    this.#outbox = new Outbox(options.depot);
    this.toMake = new CopiesToMake(options.depot);
  }

  copyOf(pid: number, memberId: string): ProjectCopy {
    const { clock, onFull } = this.#options;
    return new ProjectCopy({ pid, memberId, clock, onFull, fast: this.#fast, outbox: this.#outbox });
  }

  unsent(memberId: string): Promise<number[]> {
    return this.#outbox.unsent(memberId);
  }

  async forget(pid: number, memberId: string): Promise<void> {
    await this.copyOf(pid, memberId).remove();
  }

  /** Keeps work that cannot go where it belongs, whole. */
  async setAside(pid: number, value: unknown): Promise<void> {
    await this.#outbox.setAside(`${pid}/${this.#options.clock.now()}`, value);
  }

  /**
   * What this device has of a project. Work of another project or member found in the two keys is first moved to its own
   * place, a broken copy is set aside; neither is ever answered.
   */
  async recover(pid: number, memberId: string): Promise<Recovered | null> {
    const change = await this.#ownChange(pid, memberId);
    const entry = await this.#outbox.read(pid, memberId);
    const fromOutbox = entry && !this.#isFastNewer(pid, entry, change) ? await this.#fromOutbox(entry, change) : null;
    return fromOutbox ?? this.#fromFast(pid, change);
  }

  /** The two keys were written together after the large store: the tab was killed before it could follow. */
  #isFastNewer(pid: number, { whole, journal }: OutboxEntry, change: ReadChange | null): boolean {
    const fast = this.#fast.readWhole();
    if (!fast || 'broken' in fast || fast.value.pid !== pid || fast.value.timestamp <= whole.timestamp) return false;
    return change ? change.timestamp > journal.timestamp : journal.patches.length === 0;
  }

  async #ownChange(pid: number, memberId: string): Promise<ReadChange | null> {
    const read = this.#fast.readChange();
    if (!read) return null;
    if ('broken' in read) {
      await this.setAside(pid, read.broken);
      this.#fast.removeChange();
      return null;
    }
    const change = read.value;
    if (change.pid === pid && change.memberId === memberId) return change;
    await this.#moveHome(change);
    if (change.pid === pid) {
      // Another member's copy of this very project: not mine to open.
      this.#fast.removeWhole();
      this.#fast.removeChange();
    }
    return null;
  }

  /** The two keys are about to be written for another project: their work goes where its owner will find it. */
  async #moveHome(change: ReadChange): Promise<void> {
    const whole = this.#fast.readWhole();
    if (!whole || 'broken' in whole || whole.value.pid !== change.pid || change.patches.length === 0) return;
    const known = await this.#outbox.read(change.pid, change.memberId);
    if (known && known.journal.timestamp >= change.timestamp) return;
    const journal = { ...change, patches: change.patches as unknown as Patch, acknowledged: [], sending: null };
    if (!known) await this.#outbox.write(journal, whole.value).catch(() => undefined);
  }

  async #fromOutbox({ whole, journal }: OutboxEntry, change: ReadChange | null): Promise<Recovered | null> {
    try {
      let base = applyPatch(whole.snapshot, journal.acknowledged);
      let { revision, patches, sending } = journal;
      if (change && change.timestamp > journal.timestamp) {
        // The tab was killed between the two stores: the fast key is the later one.
        if (change.revision === revision) {
          patches = change.patches;
        } else if (sending && revision !== null && change.revision === revision + 1) {
          base = applyPatch(base, JSON.parse(sending.text) as unknown[]);
          sending = null;
          ({ revision, patches } = change);
        }
      }
      return {
        name: whole.name,
        timestamp: patches.length > 0 ? journal.timestamp : whole.timestamp,
        revision,
        base: revision === null ? null : base,
        snapshot: applyPatch(base, patches),
        hasUnsent: patches.length > 0,
        sending,
        isBare: false,
      };
    } catch (error) {
      console.warn('the copy of this project on this device is broken and was set aside', error);
      await this.setAside(journal.pid, { whole, journal, change });
      await this.#outbox.remove(journal.pid, journal.memberId).catch(() => undefined);
      return null;
    }
  }

  async #fromFast(pid: number, change: ReadChange | null): Promise<Recovered | null> {
    const read = this.#fast.readWhole();
    if (!read) return null;
    if ('broken' in read) {
      await this.setAside(pid, read.broken);
      this.#fast.removeWhole();
      return null;
    }
    const whole = read.value;
    if (whole.pid !== pid) return null;
    try {
      const snapshot = change ? applyPatch(whole.snapshot, change.patches) : whole.snapshot;
      return {
        name: whole.name,
        timestamp: change?.timestamp ?? whole.timestamp,
        revision: change?.revision ?? null,
        base: change && change.revision !== null ? whole.snapshot : null,
        snapshot,
        hasUnsent: change !== null && !isSame(snapshot, whole.snapshot),
        sending: null,
        isBare: change === null,
      };
    } catch (error) {
      console.warn('the copy of this project on this device is broken and was set aside', error);
      await this.setAside(pid, { whole, change });
      this.#fast.removeWhole();
      this.#fast.removeChange();
      return null;
    }
  }
}
