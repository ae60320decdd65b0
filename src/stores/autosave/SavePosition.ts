import type { PatchAnswer } from '../../api/contract';
import type { Snapshot } from '../../engine';
import { diffSnapshots } from '../diff/diffSnapshots';
import type { Difference } from '../diff/Difference';
import { LastDiff } from '../diff/LastDiff';
import type { Unsent } from '../localCopies/ProjectCopy';
import type { SaveStart } from './AutosaveOptions';
import { composeSave, type PendingSave, reviveSave } from './PendingSave';
import type { ServerState } from './serverState';

/** Where the work and the server stand to one another. */
export class SavePosition {
  readonly #snapshot: () => Snapshot;
  /** The journal and the saves are made of the same differences. */
  readonly #diff = new LastDiff();
  /** Under the journal while the server's state is unknown. */
  readonly #opened: Snapshot;
  #base: Snapshot | null;
  #revision: number | null;
  #updatedAt: string;
  #pending: PendingSave | null = null;
  #isDirty: boolean;
  #changes = 0;
  /** How many changes had been noted when a state was taken: to take another for comparison may be much to do. */
  readonly #changesAt = new WeakMap<Snapshot, number>();
  #behind: 'steps' | 'whole' | null;
  /** The newest revision another tab has told of since the last state was taken over. */
  #told = 0;
  #settledAt: number | null;

  constructor(start: SaveStart, snapshot: () => Snapshot) {
    this.#snapshot = snapshot;
    this.#opened = snapshot();
    this.#base = start.base;
    this.#revision = start.revision;
    this.#updatedAt = start.updatedAt;
    this.#isDirty = start.hasUnsent;
    this.#behind = start.isServerUnknown || start.base === null ? 'whole' : null;
    this.#settledAt = start.hasUnsent || start.sending ? null : start.revision;
    if (start.base && start.sending) this.#pending = reviveSave(start.base, start.sending);
  }

  /** What the server has at `revision`, as far as it is known. */
  get base(): Snapshot | null {
    return this.#base;
  }

  /** What this device's copy is written on: the base, or what was opened. */
  get ground(): Snapshot {
    return this.#base ?? this.#opened;
  }

  get revision(): number | null {
    return this.#revision;
  }

  get updatedAt(): string {
    return this.#updatedAt;
  }

  /** The last revision at which nothing was unsent; null when there has been something all the time. */
  get settledAt(): number | null {
    return this.#settledAt;
  }

  /** The save whose answer has not come. */
  get pending(): PendingSave | null {
    return this.#pending;
  }

  /** There may be work that no save has. */
  get isDirty(): boolean {
    return this.#isDirty;
  }

  get hasWork(): boolean {
    return this.#isDirty || this.#pending !== null;
  }

  /** The server has what is not known here: some steps more than the base, or nobody knows what. */
  get behind(): 'steps' | 'whole' | null {
    return this.#behind;
  }

  /** From the ground to how the canvas stands now; the same one until either changes. */
  difference(): Difference {
    const difference = this.#diff.between(this.ground, this.#snapshot());
    this.#changesAt.set(difference.next, this.#changes);
    return difference;
  }

  /** What the server has not acknowledged, as of now. */
  unsent(): Unsent {
    return this.#unsentOf(this.difference());
  }

  /** What it has not acknowledged of an earlier moment; null when the difference does not stand on the ground any more. */
  unsentBy(difference: Difference): Unsent | null {
    return difference.base === this.ground ? this.#unsentOf(difference) : null;
  }

  noteChange(): void {
    this.#isDirty = true;
    this.#changes += 1;
  }

  /** The server is known to have got this far. */
  noteRevision(revision: number): void {
    this.#told = Math.max(this.#told, revision);
    if (this.#revision !== null && revision > this.#revision) this.#behind ??= 'steps';
  }

  /** Makes the difference the next save, unless the base has moved on from it; answers whether there is nothing to save. */
  compose(difference: Difference, key: string): boolean {
    if (difference.base !== this.#base) return false;
    this.#pending = composeSave(difference.patch, difference.next, key);
    this.#isDirty = this.#pending !== null || this.#isBeyond(difference.next);
    return !this.#isDirty;
  }

  /** Answers false when it had been acknowledged: in flight, and again as the page was leaving. */
  acknowledge(save: PendingSave, { revision, updatedAt }: PatchAnswer): boolean {
    if (this.#pending !== save) return false;
    this.#base = save.target;
    this.#revision = revision;
    this.#updatedAt = updatedAt;
    this.#pending = null;
    this.#isDirty = this.#isBeyond(save.target);
    this.#noteSettled();
    return true;
  }

  /** The save on its way will not be sent again. */
  dropPending(): void {
    this.#pending = null;
  }

  /** The save on its way does not fit what the server has, and nobody here knows what that is. */
  loseTrack(): void {
    this.#behind = 'whole';
    this.#pending = null;
    this.#isDirty = true;
  }

  /** The server's state is the base from now on; a save that was made on another one does not fit it. */
  standOn({ snapshot, revision, updatedAt }: ServerState): void {
    this.#pending = null;
    this.#base = snapshot;
    this.#revision = revision;
    this.#updatedAt = updatedAt;
    // Told while this state was on its way. Asked for once: a server that was put back may never reach it.
    this.#behind = this.#told > revision ? 'steps' : null;
    this.#told = 0;
  }

  #noteSettled(): void {
    if (!this.hasWork) this.#settledAt = this.#revision;
  }

  #unsentOf({ patch }: Difference): Unsent {
    const sending = this.#pending && { key: this.#pending.key, text: this.#pending.text };
    return { revision: this.#revision, patches: patch, sending };
  }

  /** Something may have been done since; the next save finds out what. */
  #isBeyond(state: Snapshot): boolean {
    return this.#changesAt.get(state) !== this.#changes;
  }

  /** Views do not follow each other, so another's view is no work of mine to save. */
  compareBesideView(): void {
    const { ground } = this;
    this.#isDirty = diffSnapshots(ground, { ...this.#snapshot(), viewport: ground.viewport }).length > 0;
    this.#noteSettled();
  }
}
