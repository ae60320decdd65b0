import { ApiFailure } from '../../api';
import { isProjectGone, isQuota, isUnfit } from '../../api/ApiFailure';
import type { ProjectsApi } from '../../api/projects';
import type { Editor, Effect, Origin, Snapshot } from '../../engine';
import type { Cancel } from '../ports';
import type { StorePorts } from '../StorePorts';
import { ConflictCopies } from './ConflictCopies';
import type { LeftCopy, LocalCopies } from './device/LocalCopies';
import type { ProjectCopy } from './device/ProjectCopy';
import type { TabSlot } from './device/TabSlot';
import type { CopiesApi } from './device/WaitingCopies';
import { LeftWork } from './LeftWork';
import type { UnsentWork } from './opening/loadProject';
import { isRefusal } from './PendingSave';
import { SaveJournal } from './SaveJournal';
import { SaveRetry } from './SaveRetry';
import { SavePosition } from './SavePosition';
import { SaveSender } from './SaveSender';
import type { SaveStore } from './SaveStore';
import { ServerFollower } from './ServerFollower';
import type { ServerPatch } from './serverState';

type AutosaveApi = CopiesApi & Pick<ProjectsApi, 'patchCanvas' | 'patchCanvasLeaving' | 'askSince' | 'push' | 'read'>;

/** An open canvas: its changes are noted, and what others have saved is merged into it. */
export type SavedEditing = Pick<Editor, 'snapshot' | 'document' | 'view' | 'bookmarks' | 'merge' | 'subscribe'>;

/** The state that saving starts from. */
export interface SaveStart {
  /** The server's snapshot at `revision`; null when neither is known yet. */
  readonly base: Snapshot | null;
  readonly revision: number | null;
  readonly updatedAt: string;
  readonly hasUnsent: boolean;
  /** The server has not been asked yet, so its state may be a newer one. */
  readonly isServerUnknown: boolean;
}

export interface AutosaveOptions extends Pick<StorePorts, 'clock' | 'network' | 'newId' | 'random'> {
  readonly slot: TabSlot;
  readonly name: () => string;
  readonly api: AutosaveApi;
  readonly save: SaveStore;
  readonly editor: SavedEditing;
  readonly copies: Pick<LocalCopies, 'beside' | 'waiting' | 'aside' | 'left'>;
  readonly copy: Readonly<ProjectCopy>;
  readonly start: SaveStart;
  /** Reads the unsent work of tabs that are gone, for this one to take over. */
  readonly leftWork?: () => Promise<readonly LeftCopy[]>;
  /** True while the change is about to become smaller, for example by a picture that is being uploaded. */
  readonly isHeld?: () => boolean;
  /** Saving waits because the server knows of no session. Called once until a save has succeeded again. */
  readonly onSignedOut?: () => void;
  readonly onAcknowledged?: (revision: number) => void;
}

/** The saving of one project, with the parts that do it. */
export interface Saving extends AutosaveOptions {
  readonly position: Readonly<SavePosition>;
  readonly journal: Readonly<SaveJournal>;
  readonly retry: Readonly<SaveRetry>;
  readonly conflicts: ConflictCopies;
}

/** Interval of the check for unsaved changes, and the quiet time before they are sent (SAVE-1). */
const CHECK_MS = 1000;
const QUIET_MS = 1000;
/** Longest wait for a picture to become a short url: other work would not reach the server meanwhile. */
const HELD_MAX_MS = 20_000;

/**
 * Brings the work to the server: one save in flight, each with the pending changes by id since the base; later edits
 * join the next. Work counts as saved only once the server has said so, and is sent only after this device has it in
 * its journal.
 */
export class AutosaveQueue {
  /** The states of this project that have to become projects of their own. */
  readonly conflicts: ConflictCopies;
  readonly follower: ServerFollower;
  readonly #saving: Saving;
  readonly #sender: SaveSender;
  readonly #left: LeftWork;
  #work: Promise<void> | null = null;
  #changedAt = Number.NEGATIVE_INFINITY;
  /** Since when a save waits for a picture; null when none does. */
  #heldAt: number | null = null;
  #isStopped = false;
  readonly #cancels: Cancel[];

  constructor(options: AutosaveOptions) {
    const { start, editor } = options;
    const position = new SavePosition(start, editor);
    const journal = new SaveJournal(options, position);
    this.conflicts = new ConflictCopies(options);
    this.#saving = { ...options, position, journal, retry: new SaveRetry(options), conflicts: this.conflicts };
    this.#sender = new SaveSender(this.#saving);
    this.#left = new LeftWork(this.#saving);
    this.follower = new ServerFollower(this.#saving, this.#sender);
    const cancelNoting = editor.subscribe((event) => {
      if (event.type === 'document') this.#noteChange(event.effects, event.origin);
      // Bookmarks are no part of the document, but are saved like it.
      if (event.type === 'bookmarks' && event.origin === 'user') this.#noteChange([], event.origin);
    });
    this.#cancels = [cancelNoting];
  }

  /** Brings unsent work of earlier pages into the document that was opened; call it before `start`. Rejects like `LeftWork.takeAtOpening`. */
  takeUnsent(own: UnsentWork | null): Promise<void> {
    return this.#left.takeAtOpening(own);
  }

  start(): void {
    const { clock, network, save, copy, position, journal, retry } = this.#saving;
    if (position.behind === 'whole') save.setPhase('offline');
    else save.setPhase(position.hasWork ? 'saving' : 'saved');
    this.#cancels.push(
      clock.every(CHECK_MS, () => this.#check()),
      // The first picture is drawn before the device's copy of the document is written.
      clock.whenIdle(() => {
        if (copy.isDue) void journal.writeInSteps();
      }),
      network.subscribe(() => {
        if (network.isOnline()) retry.tryNow();
        this.#check();
      }),
    );
  }

  stop(): void {
    this.#isStopped = true;
    this.#saving.journal.stop();
    this.conflicts.stop();
    for (const cancel of this.#cancels.splice(0)) cancel();
  }

  #noteChange(effects: readonly Effect[], origin: Origin): void {
    const { clock, save } = this.#saving;
    if (this.follower.isGone) {
      this.conflicts.noteLater();
      return;
    }
    this.#saving.position.note(effects);
    // Others may save without a pause, and the person's own work does not wait for one of theirs.
    if (origin !== 'merge') this.#changedAt = clock.passed();
    if (save.phase === 'saved') save.setPhase('saving');
    this.#saving.journal.writeSoon();
  }

  /** The same member is signed in again: go on. */
  resume(): void {
    if (!this.isPaused) return;
    const { save, position, retry } = this.#saving;
    retry.resume();
    if (this.follower.isGone) save.setPhase('gone');
    else save.setPhase(position.hasWork || position.behind ? 'saving' : 'saved');
    this.#check();
  }

  get isPaused(): boolean {
    return this.#saving.retry.isPaused;
  }

  /** Another tab or device has saved: its state is taken over soon. `told`: the known patches up to there. */
  noteServerRevision(revision: number, told: readonly ServerPatch[] = []): void {
    this.follower.hear(told);
    this.#saving.position.noteRevision(revision);
  }

  /** Takes over a state that the server is known to have, at once; resolves after the attempt. */
  async follow(revision: number): Promise<void> {
    this.noteServerRevision(revision);
    await this.catchUp();
  }

  /** Takes over at once what others are known to have saved; resolves after the attempt, never rejects. */
  async catchUp(): Promise<void> {
    const { position } = this.#saving;
    if (!position.behind) return;
    await this.#beginNext(async () => {
      if (position.behind && !this.#isStopped) await this.follower.pull();
    });
  }

  get revision(): number | null {
    return this.#saving.position.revision;
  }

  /** Sends pending changes now. Returns whether the server has all of them. */
  async flush(): Promise<boolean> {
    await this.leave('hidden');
    return this.isSent;
  }

  get isSent(): boolean {
    return !this.#saving.position.hasWork && !this.follower.isGone;
  }

  /** Keeps the work as it is on this device. Resolves to false when it has not taken it: this page alone has it then. */
  keepOnDevice(): Promise<boolean> {
    return this.follower.isGone ? this.conflicts.storeAgain() : this.#saving.journal.write();
  }

  /**
   * Sends pending changes now, without waiting for a quiet second. While the page is closing, a save in flight is sent
   * once more as `keepalive` (the same key, so the server applies it once); what cannot be sent stays in the journal
   * for the next start. Resolves when the answers came, never rejects.
   */
  async leave(moment: 'closing' | 'hidden' | 'away'): Promise<void> {
    if (this.#isStopped) return;
    if (this.follower.isGone) {
      await this.follower.leave(moment === 'away');
      return;
    }
    const { copy, network, position, journal } = this.#saving;
    // A page must not go with a needless write under way: WebKit may keep the page, and the store then waits for it for
    // ever.
    const isWorthWriting = position.hasWork || position.isViewMoved || copy.isWholeBehind || copy.isDue;
    const canSend = !this.isPaused && network.isOnline();
    // The save is prepared before the journal is written: without its key, a later reader would take acknowledged work
    // for new work.
    const isCarried = moment === 'closing' && canSend && !position.behind && this.#sender.prepare(true);
    if (isWorthWriting) void journal.writeLeaving();
    if (isCarried) await this.#begin(() => this.#sender.sendClosing());
    else if (canSend && moment !== 'closing') await this.#sendRest();
  }

  async #sendRest(): Promise<void> {
    const { copy, position, journal } = this.#saving;
    // Another tab has saved a moment ago: this tab's changes go on top of that.
    await this.#beginNext(async () => {
      if (position.behind && position.hasWork) await this.follower.pull();
    });
    if (position.behind || this.isPaused || this.follower.isGone) return;
    // Two rounds: a save that was still in flight, then the changes that joined it.
    for (let round = 0; round < 2; round += 1) {
      await this.#beginNext(async () => {
        if (position.hasWork || position.isViewMoved) await this.#sender.sendNext(true);
      });
    }
    // The whole copy now includes the last save.
    if (copy.isWholeBehind) await journal.writeWhole();
  }

  #check(): void {
    const { save, network, position, journal, retry } = this.#saving;
    const { isGone } = this.follower;
    if (this.#isStopped || this.isPaused || this.#work) return;
    if (!network.isOnline()) {
      if (!isGone && (position.hasWork || position.behind)) save.setPhase('offline');
      return;
    }
    if (!retry.isDue) return;
    const isReady = this.#isReady();
    if (!isGone && position.behind) void this.#begin(() => this.#catchUpAndTakeOver());
    else if (!isGone && (position.sending || isReady)) {
      void this.#begin(() => this.#sender.sendNext(false));
    } else if (this.#left.isDue) void this.#begin(() => this.#left.takeOver(isGone));
    else if (this.conflicts.isWaiting) void this.#begin(() => this.follower.createCopies());
    else if (!isGone && !position.isDirty && journal.isWholeDue(this.#changedAt)) void journal.writeWhole();
  }

  /** True when there is work to send, and the person has paused. */
  #isReady(): boolean {
    const { clock, position } = this.#saving;
    return !this.#isHeld() && position.isDirty && clock.passed() - this.#changedAt >= QUIET_MS;
  }

  #isHeld(): boolean {
    const { isHeld, clock } = this.#saving;
    this.#heldAt = this.#saving.position.isDirty && isHeld?.() ? (this.#heldAt ?? clock.passed()) : null;
    return this.#heldAt !== null && clock.passed() - this.#heldAt < HELD_MAX_MS;
  }

  /**
   * Catches up without showing 'Saved' in between, and sends at once what waits: by the next check others may have
   * saved again.
   */
  async #catchUpAndTakeOver(): Promise<void> {
    await this.follower.pull();
    if (this.#left.isDue) await this.#left.takeOver(this.follower.isGone);
    if (!this.#isStopped && this.#isReady()) await this.#sender.sendNext(false);
  }

  /** Begins when no other work is running: whether there is anything to do is known only then. */
  async #beginNext(work: () => Promise<void>): Promise<void> {
    while (this.#work) await this.#work;
    await this.#begin(work);
  }

  /** Runs one piece of work at a time, only a closing page more, and turns its failure into a state. */
  #begin(work: () => Promise<void>): Promise<void> {
    const before = this.#work;
    const running = work()
      .catch((error: unknown) => this.#fail(error))
      .then(() => before ?? undefined)
      .finally(() => {
        if (this.#work === running) this.#work = null;
      });
    this.#work = running;
    return running;
  }

  async #fail(error: unknown): Promise<void> {
    const failure = error instanceof ApiFailure ? error : null;
    if (this.#isStopped) return;
    console.warn('saving failed', failure?.message ?? error);
    if (failure?.status === 401) this.#saving.retry.pause();
    else if (isProjectGone(failure)) await this.follower.giveUp();
    else if (this.#saving.position.sending && isRefusal(failure)) {
      // A 412 is no failure: others were first. What is refused for another reason is not asked again at once.
      if (failure.status !== 412) this.#saving.retry.noteFailure(failure);
      await this.follower.pull(failure).catch((later: unknown) => this.#fail(later));
      if (failure.status !== 412 && this.#saving.position.hasWork) this.#saving.save.setPhase(troubleOf(failure));
    } else this.#waitAfter(failure);
  }

  #waitAfter(failure: ApiFailure | null): void {
    const { save, network, position, retry } = this.#saving;
    // The next save is made anew, of what the work is by then.
    if (isUnfit(failure)) position.dropSending();
    retry.noteFailure(failure);
    if (this.follower.isGone || !(position.hasWork || position.behind)) return;
    const isOffline = !network.isOnline() || failure?.kind === 'network';
    save.setPhase(isOffline ? 'offline' : troubleOf(failure));
  }
}

function troubleOf(failure: ApiFailure | null): 'full' | 'serverFull' | 'retrying' {
  if (isQuota(failure)) return 'full';
  return failure?.status === 507 ? 'serverFull' : 'retrying';
}
