import { ApiFailure, byteLength } from '../../api';
import { PATCH_MAX_BYTES, PATCH_MAX_OPERATIONS, type PatchAnswer } from '../../api/contract';
import type { Snapshot } from '../../engine';
import { diffSnapshots } from '../diff/diffSnapshots';
import { LastDiff } from '../diff/LastDiff';
import { mergeSnapshots } from '../diff/mergeSnapshots';
import { EMPTY_SNAPSHOT } from '../diff/readSnapshot';
import type { CopyId, CopyToMake } from '../localCopies/CopiesToMake';
import type { Cancel } from '../ports';
import type { AutosaveOptions } from './AutosaveOptions';
import { backoffMs } from './backoff';
import { KeptCopy } from './KeptCopy';
import { composeSave, type PendingSave, reviveSave } from './PendingSave';
import { SaveJournal } from './SaveJournal';
import { followServer, readServerState, type ServerState, stateBehind } from './serverState';

/** product.md section 9. */
const CHECK_MS = 1000;
const QUIET_MS = 1000;

const warnOfCopy = (error: unknown): void => console.warn('the copy could not be kept yet', error);

/**
 * The way of the work to the server: one save in flight, each the difference by id to what the server has acknowledged;
 * later edits join the next. Nothing is called saved before the server said so, and nothing is sent before this device
 * has it in its journal.
 */
export class AutosaveQueue {
  readonly #options: AutosaveOptions;
  readonly #kept: KeptCopy;
  readonly #journal: SaveJournal;
  readonly #diff = new LastDiff();
  #base: Snapshot | null;
  #revision: number | null;
  #updatedAt: string;
  /** Under the journal while the server's state is unknown. */
  readonly #opened: Snapshot;
  #pending: PendingSave | null = null;
  #isDirty: boolean;
  /** The server has what is not known here: some steps more than the base, or nobody knows what. */
  #mustPull: 'steps' | 'whole' | null;
  #work: Promise<void> | null = null;
  #changedAt = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #nextTryAt = 0;
  #isPaused = false;
  #hasToldSignedOut = false;
  #isStopped = false;
  /** The project was deleted elsewhere: only a copy may still be waiting to be made. */
  #isGone = false;
  #cancels: Cancel[] = [];

  constructor(options: AutosaveOptions) {
    const { start, source, clock, copy, name } = options;
    this.#options = options;
    this.#kept = new KeptCopy(options);
    this.#journal = new SaveJournal({
      copy,
      clock,
      name,
      snapshot: source.snapshot,
      diff: this.#diff,
      position: () => ({
        base: this.#base ?? this.#opened,
        revision: this.#revision,
        updatedAt: this.#updatedAt,
        pending: this.#pending,
      }),
    });
    this.#base = start.base;
    this.#revision = start.revision;
    this.#updatedAt = start.updatedAt;
    this.#opened = source.snapshot();
    this.#isDirty = start.hasUnsent;
    this.#mustPull = start.isServerUnknown || start.base === null ? 'whole' : null;
    if (start.base && start.sending) this.#pending = reviveSave(start.base, start.sending);
  }

  /** Begins the check of every second. */
  start(): void {
    const { clock, network, save, copy } = this.#options;
    if (this.#mustPull) save.setPhase('offline');
    else save.setPhase(this.#isDirty ? 'saving' : 'saved');
    this.#cancels.push(
      clock.every(CHECK_MS, () => this.#check()),
      // The first picture goes before the copy of what it shows.
      clock.whenIdle(() => {
        if (copy.isDue) void this.#journal.write();
      }),
      network.subscribe(() => {
        if (network.isOnline()) this.#nextTryAt = 0;
        this.#check();
      }),
    );
  }

  /** The person has gone on: the two browser keys belong to the next project from now on. */
  releaseFastKeys(): void {
    this.#options.copy.releaseFastKeys();
  }

  /** Ends all work; what is unsent stays on this device. */
  stop(): void {
    this.#isStopped = true;
    this.#journal.stop();
    for (const cancel of this.#cancels.splice(0)) cancel();
  }

  /** The document or the view changed. */
  noteChange(): void {
    const { clock, save } = this.#options;
    if (this.#isStopped || this.#isGone) return;
    this.#isDirty = true;
    this.#changedAt = clock.now();
    if (save.phase === 'saved') save.setPhase('saving');
    this.#journal.writeSoon();
  }

  /** The same member is signed in again: go on. Another member's session never sends this work. */
  resume(memberId: string): void {
    if (!this.#isPaused || memberId !== this.#options.memberId) return;
    this.#isPaused = false;
    this.#nextTryAt = 0;
    this.#options.save.setPhase('saving');
    this.#check();
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Makes a state that a merge could not keep a project of its own; tried again until the server has it. */
  async keepAsCopy(mine: Snapshot): Promise<void> {
    await this.#kept.keep(mine);
  }

  /** What an earlier page could not make a project of. */
  takeUpCopies(copies: readonly (CopyId & CopyToMake)[]): void {
    this.#kept.takeUp(copies);
  }

  /** Another tab or device has saved: take over its state soon. */
  noteServerRevision(revision: number): void {
    if (this.#revision !== null && revision > this.#revision) this.#mustPull ??= 'steps';
  }

  /** Takes over a state that the server is known to have, at once; resolves when it was tried. */
  async follow(revision: number): Promise<void> {
    this.noteServerRevision(revision);
    await this.#work;
    if (this.#mustPull && !this.#isStopped) await this.#begin(() => this.#pull());
  }

  /** Sends what is unsent now; answers whether the server has all of it. */
  async flush(): Promise<boolean> {
    await this.leave('hidden');
    return !this.#isDirty && !this.#pending && !this.#isGone;
  }

  /**
   * Sends what is unsent now, without waiting for a quiet second. While the page is closing, a save in flight is sent once
   * more as `keepalive` (the same key, so the server applies it once); what cannot be carried stays in the journal for the
   * next start. Resolves when the answers came, never rejects.
   */
  async leave(moment: 'closing' | 'hidden' | 'away'): Promise<void> {
    if (this.#isStopped || this.#isGone) return;
    void this.#journal.write();
    void this.#journal.writeWhole();
    if (this.#isPaused || !this.#options.network.isOnline()) return;
    if (moment === 'closing') {
      if (this.#mustPull) return;
      if (!this.#pending && this.#isDirty) this.#compose();
      const { patchCanvasLeaving } = this.#options.api;
      const pending = this.#pending;
      if (pending && this.#revision !== null) {
        await this.#begin(async () => {
          const answer = patchCanvasLeaving(this.#options.pid, pending.text, this.#condition(pending));
          if (answer) await this.#acknowledge(pending, await answer);
        });
      }
      return;
    }
    await this.#work;
    // Another tab has saved a moment ago: mine goes on top of that.
    if (this.#mustPull && (this.#isDirty || this.#pending)) await this.#begin(() => this.#pull());
    if (this.#mustPull || this.#isPaused || this.#isGone) return;
    // Twice: a save that was still in flight, then what joined it.
    for (let round = 0; round < 2 && (this.#pending || this.#isDirty); round += 1) {
      if (!this.#pending) this.#compose();
      if (this.#pending) await this.#begin(() => this.#send(true));
    }
    // With what was sent last in it.
    if (this.#options.copy.isWholeBehind) await this.#journal.writeWhole();
  }

  #check(): void {
    const { clock, network, save, isHeld } = this.#options;
    const now = clock.now();
    if (this.#isStopped || this.#isPaused || this.#work) return;
    if (!network.isOnline()) {
      if (!this.#isGone && (this.#isDirty || this.#pending || this.#mustPull)) save.setPhase('offline');
      return;
    }
    if (now < this.#nextTryAt) return;
    if (this.#isGone) {
      if (this.#kept.isWaiting) void this.#begin(() => this.#createCopies());
    } else if (this.#mustPull) void this.#begin(() => this.#pull());
    else if (this.#pending) void this.#begin(() => this.#send(false));
    else if (this.#isDirty && now - this.#changedAt >= QUIET_MS && !isHeld?.()) {
      this.#compose();
      if (this.#pending) void this.#begin(() => this.#send(false));
    } else if (this.#kept.isWaiting) void this.#begin(() => this.#createCopies());
    else if (!this.#isDirty && this.#journal.isWholeDue(this.#changedAt)) {
      void this.#journal.writeWhole();
    }
  }

  /** Runs one piece of work at a time and turns its failure into a state. */
  #begin(work: () => Promise<void>): Promise<void> {
    const running = work()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        if (this.#work === running) this.#work = null;
      });
    this.#work = running;
    return running;
  }

  #compose(): void {
    const { newId, source, save } = this.#options;
    if (!this.#base) return;
    const target = source.snapshot();
    this.#pending = composeSave(this.#diff.between(this.#base, target), target, newId());
    if (this.#pending) return;
    this.#isDirty = false;
    save.setPhase('saved');
    // Edited and taken back: the journal must not bring it up again.
    void this.#journal.write();
  }

  #condition(pending: PendingSave) {
    return { revision: this.#revision ?? 0, idempotencyKey: pending.key };
  }

  async #send(isLeaving: boolean): Promise<void> {
    const { api, pid, name, save, copy } = this.#options;
    const pending = this.#pending;
    if (!pending || this.#revision === null) return;
    save.setPhase('saving');
    const isJournaled = copy.keepChange(this.#journal.unsent());
    // A page about to go has no time to wait; its fast key is written already.
    if (!isLeaving) await isJournaled;
    if (pending.patch.length > PATCH_MAX_OPERATIONS || byteLength(pending.text) > PATCH_MAX_BYTES) {
      const timestamp = new Date(this.#options.clock.now()).toISOString();
      const project = { pid, name: name(), timestamp, snapshot: pending.target };
      await this.#acknowledge(pending, await api.push(project, { revision: this.#revision }));
      return;
    }
    const condition = this.#condition(pending);
    const carried = isLeaving ? api.patchCanvasLeaving(pid, pending.text, condition) : null;
    await this.#acknowledge(pending, await (carried ?? api.patchCanvas(pid, pending.text, condition)));
  }

  async #acknowledge(pending: PendingSave, { revision, updatedAt }: PatchAnswer): Promise<void> {
    // The same save may be answered twice: in flight, and again as the page was leaving.
    if (this.#pending !== pending) return;
    const { save, onAcknowledged } = this.#options;
    this.#base = pending.target;
    this.#revision = revision;
    this.#updatedAt = updatedAt;
    this.#pending = null;
    this.#failures = 0;
    this.#hasToldSignedOut = false;
    this.#isDirty = this.#journal.unsent().patches.length > 0;
    save.setPhase(this.#isDirty ? 'saving' : 'saved');
    onAcknowledged?.(revision);
    await this.#journal.acknowledge([{ revision, text: pending.text }]);
  }

  async #pull(): Promise<void> {
    const { api, pid } = this.#options;
    // The server may have it already: merged without it, what it did would look like new work to be done again.
    if (this.#pending) await this.#send(false);
    const [snapshot, revision, updatedAt] = [this.#base, this.#revision, this.#updatedAt];
    const isKnown = this.#mustPull === 'steps' && snapshot !== null && revision !== null;
    const theirs = isKnown ? await followServer(api, pid, { snapshot, revision, updatedAt }) : null;
    await this.#meet(theirs ?? (await readServerState(api, pid)));
  }

  /** Brings my unsent work onto another state of the server. */
  async #meet(theirs: ServerState): Promise<void> {
    const { source, save, copy, onAcknowledged } = this.#options;
    const mine = source.snapshot();
    const hadWork = this.#isDirty || this.#pending !== null;
    this.#pending = null;
    // Written first without the save on its way, which will not be sent again.
    await copy.keepChange(this.#journal.unsent());
    const base = this.#base ?? (hadWork ? EMPTY_SNAPSHOT : mine);
    const { merged, lost } = mergeSnapshots(base, source.snapshot(), theirs.snapshot);
    this.#base = theirs.snapshot;
    this.#revision = theirs.revision;
    this.#updatedAt = theirs.updatedAt;
    this.#mustPull = null;
    source.adopt(merged);
    // Views do not follow each other, so another's view is no work of mine to save.
    const atTheirView = { ...source.snapshot(), viewport: theirs.snapshot.viewport };
    this.#isDirty = diffSnapshots(theirs.snapshot, atTheirView).length > 0;
    if (!this.#isDirty) this.#failures = 0;
    save.setPhase(this.#isDirty ? 'saving' : 'saved');
    onAcknowledged?.(theirs.revision);
    // Before the journal forgets it.
    if (lost.length > 0) await this.#kept.store(mine);
    const { news } = theirs;
    await ('canvas' in news ? this.#journal.keepWhole(news.canvas) : this.#journal.acknowledge(news.steps));
    if (lost.length > 0) await this.#createCopies().catch(warnOfCopy);
  }

  async #createCopies(): Promise<void> {
    await this.#kept.create();
    if (this.#isGone) await this.#options.copy.remove();
  }

  async #fail(error: unknown): Promise<void> {
    const { save, clock, random, network } = this.#options;
    const failure = error instanceof ApiFailure ? error : null;
    if (this.#isStopped) return;
    console.warn('saving failed', failure?.message ?? error);
    if (failure?.status === 401) {
      this.#isPaused = true;
      save.setPhase('signIn');
      if (!this.#hasToldSignedOut) this.#options.onSignedOut?.();
      this.#hasToldSignedOut = true;
      return;
    }
    if (failure?.status === 404) {
      await this.#projectGone();
      return;
    }
    // 'stillRunning' is this very save, repeated while its first sending is at work: its answer will come.
    const isBehind = [409, 412, 422].includes(failure?.status ?? 0) && failure?.code !== 'stillRunning';
    if (isBehind && failure && this.#pending) {
      // Unlike a time-out, these say that this very body will never be applied as it is.
      const theirs = this.#base && this.#revision !== null ? stateBehind(failure, this.#base, this.#revision) : null;
      if (theirs) {
        await this.#meet(theirs);
        return;
      }
      this.#mustPull = 'whole';
      this.#pending = null;
      this.#isDirty = true;
    }
    if (failure?.status === 400 || failure?.status === 413) this.#pending = null;
    this.#failures += 1;
    // Being behind is no trouble of the line: read the server's state at the next check.
    const isFirst = failure?.status === 412 && this.#failures === 1;
    this.#nextTryAt = isFirst ? 0 : clock.now() + backoffMs(this.#failures, random());
    const isOffline = !network.isOnline() || failure?.kind === 'network';
    if (this.#isGone) return;
    const trouble = failure?.status === 507 ? 'serverFull' : 'retrying';
    if (this.#isDirty || this.#pending || this.#mustPull) save.setPhase(isOffline ? 'offline' : trouble);
  }

  /** The project was deleted elsewhere: save no more, and keep the work as a project of its own. */
  async #projectGone(): Promise<void> {
    const { save, source } = this.#options;
    const mine = source.snapshot();
    const hadWork = this.#isDirty || this.#pending !== null;
    this.#isGone = true;
    this.#journal.stop();
    save.setPhase('copyKept');
    if (!hadWork) return;
    await this.#kept.store(mine);
    await this.#createCopies().catch(warnOfCopy);
  }
}
