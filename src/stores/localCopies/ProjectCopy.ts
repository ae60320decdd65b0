import type { Snapshot } from '../../engine';
import type { Patch } from '../diff/PatchStep';
import type { Clock } from '../ports';
import type { FastCopy } from './FastCopy';
import type { Outbox } from './Outbox';
import type { Place } from './Place';
import type { Sending, WholeRecord } from './records';

/** What the server has not acknowledged, from `revision` on. */
export interface Unsent {
  readonly revision: number | null;
  readonly patches: Patch;
  readonly sending: Sending | null;
}

interface ProjectCopyOptions {
  readonly place: Place;
  readonly fast: FastCopy;
  readonly outbox: Outbox;
  readonly clock: Clock;
  /** Nothing on this device could take the work; called once. */
  readonly onFull: () => void;
}

/**
 * The copy of one open project on this device. The whole copy is an acknowledged state; the journal holds what was
 * acknowledged since and what was not, so that whole + acknowledged + patches is the work at any moment.
 */
export class ProjectCopy {
  readonly #options: ProjectCopyOptions;
  #acknowledged: Patch = [];
  #hasOutbox = true;
  #hasTold = false;
  #isRemoved = false;
  #hasFastKeys = true;
  /** Writes to the large store follow one another. */
  #writing: Promise<void> = Promise.resolve();

  constructor(options: ProjectCopyOptions) {
    this.#options = options;
  }

  /** The whole copy no longer is what the server has acknowledged. */
  get isWholeBehind(): boolean {
    return this.#acknowledged.length > 0;
  }

  /** Without the large store the two keys must agree by themselves at any moment. */
  get needsWholeAtOnce(): boolean {
    return !this.#hasOutbox;
  }

  /** From now on the two keys are written only while they still hold this project: the next one may have taken them. */
  releaseFastKeys(): void {
    this.#hasFastKeys = false;
  }

  /** Writes a state the server has acknowledged (or the default project) and what stands on top of it. */
  async keepWhole(name: string, snapshot: Snapshot, timestamp: string, unsent: Unsent): Promise<void> {
    const whole: WholeRecord = { pid: this.#options.place.pid, name, timestamp, snapshot };
    this.#acknowledged = [];
    const isFast = this.#mayWriteFast() && this.#options.fast.writeWhole(whole);
    await this.#keep(unsent, isFast, whole);
  }

  /** Shortly after a change. The fast key is written before this returns, the large store when the promise resolves. */
  async keepChange(unsent: Unsent): Promise<void> {
    await this.#keep(unsent, true);
  }

  async acknowledge(patch: Patch, unsent: Unsent): Promise<void> {
    this.#acknowledged = [...this.#acknowledged, ...patch];
    await this.#keep(unsent, true);
  }

  /** The project is gone: nothing of it stays, and nothing is written any more. */
  async remove(): Promise<void> {
    const { fast, outbox, place } = this.#options;
    this.#isRemoved = true;
    const change = fast.readChange();
    this.#dropFastWhole();
    if (place.beside === null && change && 'value' in change && change.value.pid === place.pid) fast.removeChange();
    await this.#writing;
    await outbox.remove(place).catch(() => undefined);
  }

  #keep({ revision, patches, sending }: Unsent, isFastSoFar: boolean, whole?: WholeRecord): Promise<void> {
    const { place, fast, outbox, clock } = this.#options;
    if (this.#isRemoved) return Promise.resolve();
    const { pid, memberId } = place;
    const change = { pid, memberId, revision, timestamp: new Date(clock.now()).toISOString(), patches };
    const isFast = this.#mayWriteFast() && fast.writeChange(change) && isFastSoFar;
    const journal = { ...change, acknowledged: this.#acknowledged, sending };
    this.#writing = this.#writing.then(async () => {
      if (this.#isRemoved) return;
      try {
        await outbox.write(place, journal, whole);
        this.#hasOutbox = true;
        // The small copy of an earlier, smaller state would only mislead.
        if (whole && !isFast) this.#dropFastWhole();
      } catch (error) {
        this.#hasOutbox = false;
        console.warn('the large store of this browser could not be written', error);
        if (!isFast) this.#tellFull();
      }
    });
    return this.#writing;
  }

  #mayWriteFast(): boolean {
    const { place, fast } = this.#options;
    if (place.beside !== null) return false;
    if (this.#hasFastKeys) return true;
    const change = fast.readChange();
    return change !== null && 'value' in change && change.value.pid === place.pid;
  }

  #dropFastWhole(): void {
    const { fast, place } = this.#options;
    if (place.beside !== null) return;
    const whole = fast.readWhole();
    if (whole && 'value' in whole && whole.value.pid === place.pid) fast.removeWhole();
  }

  #tellFull(): void {
    if (this.#hasTold) return;
    this.#hasTold = true;
    this.#options.onFull();
  }
}
