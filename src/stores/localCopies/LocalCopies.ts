import type { ProjectSummary } from '../../api/contract';
import { readSnapshot, type Snapshot } from '../../engine';
import type { Relative } from '../diff/mergeValues';
import type { Patch } from '../diff/PatchStep';
import { isSame } from '../diff/sameValue';
import type { Cancel, Clock, Depot, NewId, Tabs } from '../ports';
import { CopiesToMake } from './CopiesToMake';
import { DeviceWork } from './DeviceWork';
import { FastCopy } from './FastCopy';
import { GoneCopy, type SharedCopy, type Standing } from './GoneCopy';
import { Inherited } from './Inherited';
import { listKnown } from './listKnown';
import { Outbox, type OutboxEntry } from './Outbox';
import { pathOf, type Place } from './Place';
import { ProjectCopy } from './ProjectCopy';
import { SetAside } from './SetAside';
import type { Recovered } from './Recovered';
import type { ReadChange } from './records';

interface LocalCopiesOptions {
  readonly storage: Storage;
  readonly depot: Depot;
  readonly clock: Clock;
  readonly tabs: Pick<Tabs, 'claim' | 'whenFree' | 'earlierPage'>;
  readonly newId: NewId;
  readonly onFull: () => void;
}

export interface TakenPlace {
  readonly place: Place;
  readonly leave: Cancel;
}

/** Held beside the project's place by a tab that only sends. */
const sendingName = (place: Place): string => `sending/${pathOf(place)}`;

/** What a tab that is gone has left beside the project's own place. */
export interface Orphan {
  readonly place: Place;
  readonly copy: Recovered | null;
  /** Its work is safe elsewhere now. */
  readonly remove: () => Promise<void>;
  /** It stays for another time. */
  readonly release: Cancel;
}

/** The app's own code did not come: that says nothing about a copy. */
class CodeMissing extends Error {}

const codeMissing = (cause: unknown): never => {
  throw new CodeMissing('the code that reads changes did not come', { cause });
};

/** As applyPatch, which comes with the editor rather than with the first page; rejects also when the result is no snapshot. */
async function patched(snapshot: Snapshot, patch: readonly unknown[]): Promise<Snapshot> {
  if (patch.length === 0) return snapshot;
  const { applyPatch } = await import('../diff/applyPatch').catch(codeMissing);
  const result = readSnapshot(applyPatch(snapshot, patch));
  if (!result) throw new Error('the changes do not give a snapshot');
  return result;
}

/** The work as it was kept last; null where something of it is missing. */
async function stateOf({ snapshot, acknowledged, journal }: OutboxEntry): Promise<Snapshot | null> {
  const steps = acknowledged?.flatMap((text) => JSON.parse(text) as unknown[]);
  return steps ? patched(snapshot, [...steps, ...journal.patches]).catch(() => null) : null;
}

/** Every copy on this device, and what may be believed of it. */
export class LocalCopies {
  /** Whole states that wait to become projects of their own. */
  readonly toMake: CopiesToMake;
  /** What could not be read back. */
  readonly aside: SetAside;
  /** What this device alone has, and what it may forget. */
  readonly work: DeviceWork;
  readonly #options: LocalCopiesOptions;
  readonly #fast: FastCopy;
  readonly #outbox: Outbox;
  readonly #inherited: Inherited;
  readonly #gone: GoneCopy;

  constructor(options: LocalCopiesOptions) {
    this.#options = options;
    this.#fast = new FastCopy(options.storage);
    this.#outbox = new Outbox(options.depot);
    this.#inherited = new Inherited(options.depot);
    this.#gone = new GoneCopy(options);
    this.toMake = new CopiesToMake(options.depot);
    this.aside = new SetAside(options.depot);
    this.work = new DeviceWork({
      storage: options.storage,
      depot: options.depot,
      fast: this.#fast,
      outbox: this.#outbox,
    });
  }

  /**
   * The place of this tab among those that show the project, its own until it leaves it. A tab that only sends left-over work
   * holds the project's place for a moment: that one is waited for, so that what it sent is in what opens.
   */
  async takePlace(pid: number, memberId: string): Promise<TakenPlace> {
    const { tabs, newId } = this.#options;
    const own = { pid, memberId, beside: null };
    await tabs.earlierPage();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await tabs.whenFree(sendingName(own));
      const leave = await tabs.claim(pathOf(own));
      if (leave) return { place: own, leave };
    }
    const place = { pid, memberId, beside: newId() };
    return { place, leave: (await tabs.claim(pathOf(place))) ?? (() => undefined) };
  }

  /** The project's own place, to send what lies there; null while a tab shows the project, or sends from there already. */
  async takeForSending(pid: number, memberId: string): Promise<TakenPlace | null> {
    const { tabs } = this.#options;
    const place = { pid, memberId, beside: null };
    const endSending = await tabs.claim(sendingName(place));
    if (!endSending) return null;
    const leave = await tabs.claim(pathOf(place));
    if (!leave) {
      endSending();
      return null;
    }
    return {
      place,
      leave: () => {
        leave();
        endSending();
      },
    };
  }

  copyOf(place: Place): ProjectCopy {
    const { clock, onFull } = this.#options;
    return new ProjectCopy({ place, clock, onFull, fast: this.#fast, outbox: this.#outbox });
  }

  /** What gone tabs have left; each is the caller's until removed or released. */
  async orphans(pid: number, memberId: string): Promise<Orphan[]> {
    const found: Orphan[] = [];
    for (const place of await this.#outbox.places(memberId, pid)) {
      const release = place.beside === null ? null : await this.#options.tabs.claim(pathOf(place));
      if (!release) continue;
      const entry = await this.#entryAt(place);
      if (!entry) {
        release();
        continue;
      }
      const remove = async (): Promise<void> => {
        await this.#outbox.remove(place).catch(() => undefined);
        release();
      };
      found.push({ place, copy: await this.#fromOutbox(place, entry, null), remove, release });
    }
    return found;
  }

  /** The tab at this place, beside the project's own one, begins with what lies there. */
  async noteInherited(place: Place, local: Recovered): Promise<void> {
    await this.#inherited.note(place, local);
  }

  /** The tabs that share unsent work with the one at this place; as Inherited.relatives. */
  async relatives(place: Place, settledAt: number | null): Promise<Relative<Snapshot>[]> {
    const others = (await this.#outbox.places(place.memberId, place.pid)).filter(
      ({ beside }) => beside !== place.beside,
    );
    return this.#inherited.relatives(place, others, settledAt, async (other) => {
      const entry = await this.#outbox.read(other);
      return entry && !('broken' in entry) ? stateOf(entry) : null;
    });
  }

  /** What the tab at this place makes of its work on a project that is gone; as GoneCopy.copyFor. */
  copyOfGone(place: Place, mine: Standing): Promise<SharedCopy> {
    return this.#gone.copyFor(place, mine, () => this.#workBeside(place));
  }

  async #workBeside(place: Place): Promise<Standing[]> {
    const found: Standing[] = [];
    for (const other of await this.#outbox.places(place.memberId, place.pid)) {
      if (other.beside === place.beside || (await this.#outbox.isSent(other))) continue;
      const entry = await this.#outbox.read(other);
      if (!entry || 'broken' in entry) continue;
      const steps = entry.acknowledged?.flatMap((text) => JSON.parse(text) as unknown[]);
      const base = steps && (await patched(entry.snapshot, steps).catch(() => null));
      const now = await stateOf(entry);
      if (base && now) found.push({ base, revision: entry.journal.revision, now });
    }
    return found;
  }

  unsent(memberId: string): Promise<number[]> {
    return this.#outbox.unsent(memberId);
  }

  /** Whether any tab has left unsent work of the project, or `only` the one at that place of it. */
  async isUnsent(pid: number, memberId: string, only?: Place['beside']): Promise<boolean> {
    if (only !== undefined) return !(await this.#outbox.isSent({ pid, memberId, beside: only }));
    return (await this.#outbox.unsent(memberId, pid)).length > 0;
  }

  /** The newest revision that this device knows the server to have; null when it knows of none. */
  async knownRevision(pid: number, memberId: string): Promise<number | null> {
    const journal = await this.#outbox.readJournal({ pid, memberId, beside: null });
    return journal?.revision ?? null;
  }

  known(memberId: string): Promise<ProjectSummary[]> {
    return listKnown(memberId, this.#outbox, this.#fast);
  }

  async forget(pid: number, memberId: string): Promise<void> {
    await this.copyOf({ pid, memberId, beside: null }).remove();
    for (const place of await this.#outbox.places(memberId, pid))
      await this.#outbox.remove(place).catch(() => undefined);
  }

  /**
   * As `recover`, but null when this device has nothing that the server may not have: then the copy, which may be large, is
   * not read at all.
   */
  async recoverWork(pid: number, memberId: string): Promise<Recovered | null> {
    const change = await this.#ownChange(pid, memberId);
    const isSent = await this.#outbox.isSent({ pid, memberId, beside: null });
    const isFastSent = change ? change.patches.length === 0 : !this.#hasFastWhole(pid);
    return isSent && isFastSent ? null : this.recover(pid, memberId);
  }

  /**
   * What this device has of a project. Work of another project or member found in the two keys is first moved to its own
   * place, a broken copy is set aside; neither is ever answered.
   */
  async recover(pid: number, memberId: string): Promise<Recovered | null> {
    const change = await this.#ownChange(pid, memberId);
    const place = { pid, memberId, beside: null };
    const entry = await this.#entryAt(place);
    const isOutbox = entry && !this.#isFastNewer(pid, entry, change);
    const fromOutbox = isOutbox ? await this.#fromOutbox(place, entry, change) : null;
    return fromOutbox ?? this.#fromFast(pid, change);
  }

  /** Sets a broken one aside. */
  async #entryAt(place: Place): Promise<OutboxEntry | null> {
    const entry = await this.#outbox.read(place);
    if (!entry || !('broken' in entry)) return entry;
    await this.#setAside(place.pid, entry.broken);
    await this.#outbox.remove(place).catch(() => undefined);
    return null;
  }

  /** The two keys were written together after the large store: the tab was killed before it could follow. */
  #isFastNewer(pid: number, { timestamp, journal }: OutboxEntry, change: ReadChange | null): boolean {
    const fast = this.#fast.readWhole();
    if (!fast || 'broken' in fast || fast.value.pid !== pid || fast.value.timestamp <= timestamp) return false;
    return change ? change.timestamp > journal.timestamp : journal.patches.length === 0;
  }

  /** Also when it is broken: somebody has to set it aside. */
  #hasFastWhole(pid: number): boolean {
    const whole = this.#fast.readWhole();
    return whole !== null && ('broken' in whole || whole.value.pid === pid);
  }

  async #ownChange(pid: number, memberId: string): Promise<ReadChange | null> {
    const read = this.#fast.readChange();
    if (!read) return null;
    if ('broken' in read) {
      await this.#setAside(pid, read.broken);
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
    const place = { pid: change.pid, memberId: change.memberId, beside: null };
    if (await this.#outbox.readJournal(place)) return;
    const journal = { ...change, patches: change.patches as unknown as Patch, sending: null };
    const { snapshot, ...head } = whole.value;
    const copy = { ...head, revision: change.revision, canvas: JSON.stringify(snapshot) };
    await this.#outbox.write(place, { journal, whole: copy, steps: [] }).catch(() => undefined);
  }

  async #fromOutbox(
    place: Place,
    { name, timestamp, snapshot, acknowledged, journal }: OutboxEntry,
    change: ReadChange | null,
  ): Promise<Recovered | null> {
    try {
      if (!acknowledged) throw new Error('a step that was acknowledged is missing');
      let base = await patched(
        snapshot,
        acknowledged.flatMap((text) => JSON.parse(text) as unknown[]),
      );
      let { revision, patches, sending } = journal;
      if (change && change.timestamp > journal.timestamp) {
        // The tab was killed between the two stores: the fast key is the later one.
        if (change.revision === revision) {
          patches = change.patches;
        } else if (sending && revision !== null && change.revision === revision + 1) {
          base = await patched(base, JSON.parse(sending.text) as unknown[]);
          sending = null;
          ({ revision, patches } = change);
        }
      }
      return {
        name,
        timestamp: patches.length > 0 ? journal.timestamp : timestamp,
        revision,
        base: revision === null ? null : base,
        snapshot: await patched(base, patches),
        hasUnsent: patches.length > 0,
        sending,
        isBare: false,
      };
    } catch (error) {
      if (error instanceof CodeMissing) throw error;
      await this.#setAside(journal.pid, { name, timestamp, snapshot, acknowledged, journal, change }, error);
      await this.#outbox.remove(place).catch(() => undefined);
      return null;
    }
  }

  async #fromFast(pid: number, change: ReadChange | null): Promise<Recovered | null> {
    const read = this.#fast.readWhole();
    if (!read) return null;
    if ('broken' in read) {
      await this.#setAside(pid, read.broken);
      this.#fast.removeWhole();
      return null;
    }
    const whole = read.value;
    if (whole.pid !== pid) return null;
    try {
      const snapshot = change ? await patched(whole.snapshot, change.patches) : whole.snapshot;
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
      if (error instanceof CodeMissing) throw error;
      await this.#setAside(pid, { whole, change }, error);
      this.#fast.removeWhole();
      this.#fast.removeChange();
      return null;
    }
  }

  /** Keeps a copy that cannot be used, whole; the person is told when the project opens. */
  async #setAside(pid: number, copy: unknown, reason: unknown = 'it is none of this version'): Promise<void> {
    console.warn('the copy of this project on this device is broken and was set aside', reason);
    const { clock, newId } = this.#options;
    await this.aside.put(pid, `${clock.now()}-${newId()}`, copy);
  }
}
