import type { Cancel } from '../ports';
import { warnOfCopy } from './ConflictCopies';
import type { AutosaveOptions, SaveParts } from './AutosaveOptions';
import { JOURNAL_MS } from './SaveJournal';
import type { SaveSender } from './SaveSender';
import {
  followServer,
  readServerCanvas,
  type ServerCanvas,
  type ServerPatches,
  patchesFrom,
  type ServerPatch,
} from './serverState';

/** Copies stored of one merge while the person goes on, before it is tried again later. */
const KEEPS_MAX = 3;

/** Rebases pending changes onto what others have made of the project: another state of the canvas, or nothing at all. */
export class ServerFollower {
  readonly #options: AutosaveOptions;
  readonly #parts: SaveParts & { readonly sender: SaveSender };
  /** Patches that the project's stream has told. */
  #heard: readonly ServerPatch[] = [];
  #isGone = false;
  /** Id of the copy of what the next rebase loses; null when it loses nothing. */
  #lostId: string | null = null;
  #cancelLater: Cancel | null = null;

  constructor(options: AutosaveOptions, parts: SaveParts & { readonly sender: SaveSender }) {
    this.#options = options;
    this.#parts = parts;
  }

  /** The project was deleted elsewhere; at most its conflict copy still waits to be made. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /**
   * Takes the patches that others have saved, as the project's stream tells them. The server is asked when they do not
   * apply to the base.
   */
  hear(told: readonly ServerPatch[]): void {
    this.#heard = [...this.#heard, ...told];
    this.#forgetKnown();
  }

  /**
   * Takes over the server's state, and asks the server for it unless the stream has told it. Rejects when the server
   * does not answer.
   */
  async pull(): Promise<void> {
    const { api, slot } = this.#options;
    const { position, sender } = this.#parts;
    // The server may have applied this save already; a merge without it would repeat that work as new.
    if (position.sending) await sender.send(false);
    const { revision, updatedAt } = position;
    this.#forgetKnown();
    const isKnown = position.behind === 'patches' && revision !== null;
    const heard = isKnown && this.#heard.length > 0 ? patchesFrom(revision, this.#heard, updatedAt) : null;
    const patches = heard ?? (isKnown ? await followServer(api, slot.pid, revision) : null);
    if (!patches || !(await this.rebase(patches))) await this.rebase(await readServerCanvas(api, slot.pid));
  }

  #forgetKnown(): void {
    const base = this.#parts.position.revision ?? Number.POSITIVE_INFINITY;
    this.#heard = this.#heard.filter(({ revision }) => revision > base);
  }

  /** Brings the work onto this state of the server. Returns false when its patches do not lead on from the base. */
  async rebase(state: ServerPatches | ServerCanvas): Promise<boolean> {
    const { save, slot, copies, onAcknowledged } = this.#options;
    const { position, journal, retry, conflicts } = this.#parts;
    position.dropSending();
    // The journal is written first without the save on its way, which will not be sent again.
    await journal.write();
    let plan = position.planRebase(state);
    if (plan && plan.lost.length > 0) {
      // Another tab of this browser may have continued the same work: that is no conflict.
      const relatives = await copies.relatives(slot, position.settledAt);
      // The person may go on while it is kept. The last plan is carried out at once: no change may come between.
      for (let round = 0, kept = -1; ; round += 1) {
        plan = position.planRebase(state, relatives);
        const { changeCount } = position;
        if (!plan || plan.lost.length === 0 || kept === changeCount) break;
        if (round === KEEPS_MAX) throw new Error('the work changes faster than it can be kept');
        await this.#keepLost();
        kept = changeCount;
      }
    }
    if (!plan) return false;
    if (journal.isStopped) return true;
    const lostId = this.#lostId;
    this.#lostId = null;
    position.rebase(plan);
    if (!position.isDirty) retry.forgetFailures();
    save.setPhase(position.isDirty ? 'saving' : 'saved');
    onAcknowledged?.(state.revision);
    await ('canvas' in state
      ? journal.writeBase(state.canvas)
      : journal.acknowledge(state.patches.map(({ revision, patch }) => ({ revision, text: JSON.stringify(patch) }))));
    if (plan.lost.length > 0) await this.createCopies().catch(warnOfCopy);
    else if (lostId !== null) await conflicts.drop(lostId);
    return true;
  }

  /**
   * Keeps the work as it is before the document and the journal drop some of it: on this device, else at the server.
   * Rejects when neither takes it.
   */
  async #keepLost(): Promise<void> {
    const { editor, save, copy, newId } = this.#options;
    const { position, conflicts } = this.#parts;
    const before = this.#lostId;
    // The journal's own id: the next page makes the same copy of it.
    const id = copy.workId ?? before ?? newId();
    this.#lostId = id;
    // The person is told at once.
    save.setCopyWaiting(true);
    const isStored = await conflicts.store({ id, snapshot: { ...editor.snapshot(), viewport: position.viewport } });
    if (before !== null && before !== id) await conflicts.drop(before);
    if (isStored) return;
    try {
      await this.createCopies();
    } catch (error) {
      if (conflicts.has(id)) throw error;
    }
  }

  /** The project was deleted elsewhere: saves no more, and keeps the work as a project of its own. */
  async giveUp(): Promise<void> {
    const { save, editor, slot, copies } = this.#options;
    const { position, journal, conflicts } = this.#parts;
    const mine = { base: position.base(), revision: position.revision, now: editor.snapshot() };
    this.#isGone = true;
    journal.stop();
    save.setPhase('gone');
    if (this.#lostId !== null) await conflicts.drop(this.#lostId);
    if (!position.hasWork) {
      await this.#options.copy.remove();
      return;
    }
    // The journal goes as soon as its work is stored elsewhere: the next start would make a second project of it.
    if (await conflicts.store(await copies.copyOfGone(slot, mine))) await this.#options.copy.remove();
    await this.createCopies().catch(warnOfCopy);
  }

  /** Keeps later work in a project that is gone on this device; the next start makes a project of it. */
  noteLaterWork(): void {
    const { save, clock } = this.#options;
    save.keepCopy(null);
    this.#cancelLater ??= clock.after(JOURNAL_MS, () => void this.#keepLaterWork());
  }

  /** Keeps later work, if there is any; makes a project of it at once when there is time. */
  async leave(hasTime: boolean): Promise<void> {
    const { conflicts } = this.#parts;
    if (this.#cancelLater) await this.#keepLaterWork();
    if (hasTime && conflicts.hasLater) await this.keepAsProject();
  }

  async #keepLaterWork(): Promise<void> {
    this.stop();
    await this.#parts.conflicts.storeLater(this.#options.editor.snapshot());
  }

  async keepAsProject(): Promise<number | null> {
    const { save, editor } = this.#options;
    if (save.copyProjectId === null) {
      this.stop();
      await this.#parts.conflicts.takeLater(editor.snapshot());
      await this.createCopies().catch(warnOfCopy);
    }
    return save.copyProjectId;
  }

  /** Stops keeping later work. */
  stop(): void {
    this.#cancelLater?.();
    this.#cancelLater = null;
  }

  /** Makes the waiting conflict copies; rejects when the server may take them another time. */
  async createCopies(): Promise<void> {
    await this.#parts.conflicts.create();
    if (this.#isGone) await this.#options.copy.remove();
  }
}
